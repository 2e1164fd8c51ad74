// Entries that wait on this phone and cannot be sent: told above the page, with the reason and what can be done.

import { Outbox } from "./outbox.js";

function wordsOf({ fields: { draft, cards, card, do: act } }) {
  return [draft, cards, card, act].filter(Boolean).join(" ").replaceAll(".", " ") || "an entry";
}

// Tell what waits for some matches, between a sentence and what follows: texts and elements. Returns whether anything does.
export function tellUnsent(matches, why, ...after) {
  const unsent = matches.flatMap((match) => new Outbox(match).items);
  if (!unsent.length) return false;
  const told = document.getElementById("unsent") ?? document.createElement("p");
  told.id = "unsent";
  told.className = "stale notice";
  told.setAttribute("role", "alert");
  told.replaceChildren(`${why} Not sent from this phone: ${unsent.map(wordsOf).join("; ")}. `, ...after);
  (document.querySelector(".bars") ?? document.querySelector("main")).prepend(told);
  return true;
}

export function tellRevoked(matches) {
  const way = "It stays here: open a new link to that match, and it is sent.";
  tellUnsent(matches, "The link to a match no longer works on this phone.", way);
}
