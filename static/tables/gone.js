// Cards that have been played in the current deal, including tricks that wait on this phone.

import { correctionLink, goneWords, hasGone } from "../core/cards.js";
import { data, form } from "./game.js";
import { outbox } from "./sending.js";

// The number of the trick in which a card was played; null if only the server knows it, undefined if the card was not played.
// `told` and `after` come from the game's `state.js`.
function goneIn(code, told, after) {
  let [at, gone, tricks] = [told(data()), data().gone, []];
  for (const { fields } of outbox.waiting) {
    const then = after(at, fields);
    if (fields.kind === "tricks") tricks.push([at.played + 1, fields.draft]);
    if (then.played < at.played || fields.do === "settle") [gone, tricks] = ["", []]; // A new deal.
    at = then;
  }
  const [waiting] = tricks.find(([, draft]) => draft.split(".").includes(code)) ?? [];
  return waiting ?? (hasGone(gone, code) ? null : undefined);
}

// The message about a card that has been played, with a link to its trick; nothing if the card is free.
export function toldOfGone(code, { kind }, told, after) {
  const trick = kind === "tricks" ? goneIn(code, told, after) : undefined;
  if (trick === undefined) return null;
  return [goneWords(code, trick), trick ? null : correctionLink(form.dataset.correct, code)];
}
