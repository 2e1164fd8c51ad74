// A card that is tapped though it has gone in this deal. The page knows which have gone, and not in which trick: that is
// known only of tricks that wait on this phone.

import { nameOf } from "./cards.js";

// The order of the cards in what the server tells.
const order = ["D", "H", "S", "C"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));

export const hasGone = (told, code) => told[order.indexOf(code)] === "1";

export const goneWords = (code, trick) => `The ${nameOf[code]} went ${trick ? `in trick ${trick}` : "already"}.`;

// A link to the correction of the trick that a card is in; the server knows which.
export function correctionLink(address, code) {
  const link = document.createElement("a");
  link.className = "button";
  link.href = `${address}?card=${code}`;
  link.textContent = "Its trick was wrong";
  return link;
}
