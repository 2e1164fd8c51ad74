// Cards on pages with a pad: codes such as `7S`, with gaps for missing cards in drafts.

import { make } from "./make.js";

export const HOLE = "-";
export const keys = [...document.querySelectorAll(".key")];

// Suffixes for the label of a card that has been played or selected.
const [PLAYED, SELECTED] = [", played", ", selected"];
const nameOfKey = (key) => key.querySelector(".unseen").textContent.split(",")[0];
export const nameOf = Object.fromEntries(keys.map((key) => [key.value, nameOfKey(key)]));

// Mark keys as selected or played by changing their labels: any other state would make a screen reader treat them as different
// keys. Change as few as possible, because a reader that gets fifty changes at once drops announcements.
export function nameKeys(selected, ofGone = PLAYED) {
  for (const key of keys) {
    const name = key.getAttribute("aria-label") ?? key.querySelector(".unseen").textContent;
    const text = nameOf[key.value] + powerOf(key) + (selected.includes(key.value) ? SELECTED : key.matches(".gone") ? ofGone : "");
    if (name !== text) key.setAttribute("aria-label", text);
  }
}

// The name of the card's power if it belongs to the chosen suit.
function powerOf(key) {
  const power = key.value.at(-1) === key.closest("[data-chosen]")?.dataset.chosen && key.querySelector("i");
  return power ? `, ${power.textContent}` : "";
}

export const holeIn = (draft) => (draft.includes(HOLE) ? draft.indexOf(HOLE) : draft.length);
export const count = (draft) => draft.filter((code) => code !== HOLE).length;

// Mark the suit led: the suit of the trick's first card.
export function markLed(code) {
  const suit = code && code !== HOLE ? code[1] : "";
  for (const rows of document.querySelectorAll(".suit-rows")) rows.classList.toggle("led", rows.dataset.suit === suit);
}

const SIGNS = { D: "♦", H: "♥", S: "♠", C: "♣" };
export const signOf = (suit) => `${SIGNS[suit]}\ufe0e`;

export function face(code) {
  const properties = { className: `face ${code[1]}`, role: "img", ariaLabel: nameOf[code] };
  return make("span", properties, code.replace("T", "10").slice(0, -1), make("i", { textContent: signOf(code[1]) }));
}

// A text with its cards drawn as cards.
const codeOf = ([rank, sign]) => rank + Object.keys(SIGNS).find((suit) => SIGNS[suit] === sign);
export const faced = (text) => text.split(/((?:10|[2-9JQKA])[♦♥♠♣])\ufe0e?/).map((part, place) =>
  (place % 2 ? face(codeOf(part.replace("10", "T"))) : part));

// --- cards already played in this deal; which trick they were in is known only for tricks that wait on this phone ---

// The order of the cards in the server's data.
const order = ["D", "H", "S", "C"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));

export const hasGone = (told, code) => told[order.indexOf(code)] === "1";

// A slower scorer may tap a trick that has already been entered.
export function goneWords(code, trick) {
  if (trick) return `The ${nameOf[code]} was played in trick ${trick}.`;
  const isInLast = document.querySelector(`.tapped[data-past="${code}"]`);
  return `The ${nameOf[code]} has already been played${isInLast ? ", in the last trick" : ""}.`;
}

// A link to correct the trick that contains a card; the server finds the trick.
export const correctionLink = (address, code) =>
  make("a", { className: "button", href: `${address}?card=${code}`, textContent: "Fix that trick" });
