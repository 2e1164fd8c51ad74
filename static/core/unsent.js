// A note above the page about entries on this phone that cannot be sent.

import { make } from "./make.js";
import { Outbox } from "./outbox.js";

const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = { D: "diamonds", H: "hearts", S: "spades", C: "clubs" };
const named = (code) => (/^[2-9TJQKA][DHSC]$/.test(code) ? `${RANKS[code[0]] ?? code[0]} of ${SUITS[code[1]]}` : code);

function wordsOf({ fields: { draft, cards, card, do: act } }) {
  const words = [draft, cards, card, act].filter(Boolean).flatMap((part) => part.split("."));
  return words.map(named).join(", ") || "an entry";
}

// Show the entries that wait for matches whose link has ended, if there are any.
export function tellRevoked(matches) {
  const unsent = matches.flatMap((match) => new Outbox(match).items).map(wordsOf).join("; ");
  if (!unsent) return;
  const told = document.getElementById("unsent") ?? make("p", { id: "unsent", className: "stale notice", role: "alert" });
  told.textContent = `The link to a match no longer works on this phone. Not sent from this phone: ${unsent}. `
    + "It stays here. Open a new link to that match to send it.";
  (document.querySelector(".bars") ?? document.querySelector("main")).prepend(told);
}
