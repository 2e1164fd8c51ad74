// Whether a card has gone in the deal in hand, also in tricks that wait on this phone.

import { hasGone } from "../../core/cards.js";
import { outbox } from "../sending.js";

const data = () => document.getElementById("table").dataset;

// The number of the trick that it went in, null if only the server knows that, undefined if it has not gone. `told` and
// `after` are those of the game's states.
export function goneIn(code, told, after) {
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
