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

// A trick may be closed by now, so its cards are shown only if they are asked for.
const isTrick = ({ fields }) => fields.kind === "tricks";

function briefly(items) {
  const tricks = items.filter(isTrick).length;
  const others = items.filter((item) => !isTrick(item)).map(wordsOf);
  return [...(tricks ? [tricks === 1 ? "a trick" : `${tricks} tricks`] : []), ...others].join("; ");
}

// Show the entries that wait for matches whose link has ended, if there are any.
export function tellRevoked(matches) {
  const items = matches.flatMap((match) => new Outbox(match).items);
  if (!items.length) return;
  const told = document.getElementById("unsent") ?? make("p", { id: "unsent", className: "stale notice", role: "alert" });
  const words = make("span", { textContent: briefly(items) });
  told.replaceChildren("The link to a match no longer works on this phone. Not sent from this phone: ", words,
    ". It stays here. Open a new link to that match to send it.");
  if (items.some(isTrick)) {
    told.append(" ", make("button", { type: "button", textContent: "Show cards", onclick({ target }) {
      words.textContent = items.map(wordsOf).join("; ");
      target.remove();
    } }));
  }
  (document.querySelector(".bars") ?? document.querySelector("main")).prepend(told);
}
