// The table of a sitting: the server's fragments, with what is tapped and what waits in the outbox.

import { HOLE, nameOf } from "../core/cards.js";
import { deals } from "../tables/deals.js";
import { left, values } from "../tables/draft.js";
import { form } from "../tables/game.js";
import { run } from "../tables/page.js";
import { outbox } from "../tables/sending.js";
import { nameAt } from "../tables/shown.js";
import { showDemands } from "./demands.js";
import * as states from "./state.js";

const { total, tricks, counts, hasTrumps, lastTrick } = form.dataset;

function after(state, fields) {
  const next = states.after(state, fields, Number(tricks), hasTrumps !== undefined);
  return lastTrick === undefined ? { ...next, down: null } : next; // The table has agreed whether the last trick may be looked at.
}

function shows() {
  form.querySelector("#claims").hidden = outbox.waiting.length > 0;
  const rest = left(values().filter((value) => !nameOf[value]), Number(total));
  for (const key of form.querySelectorAll("[name=tap]")) key.disabled = Number(key.value) > rest;
  if (form.querySelector(".demands")) showDemands();
}

// The numbers by seat if the last entry is a count that is not saved yet; each missing number is the remainder.
function counted({ phase, counted: fields }) {
  if (phase !== "settle" || !fields || !outbox.waiting.length) return null;
  const numbers = fields.draft.split(".");
  const rest = String(left(numbers, Number(total)));
  return fields.order.split(".").map((seat, place) => [seat, numbers[place] && numbers[place] !== HOLE ? numbers[place] : rest]);
}

function come(at) {
  const numbers = counted(at);
  if (numbers) return `${numbers.map(([seat, number]) => `${nameAt(seat)} ${number}`).join(", ")}.`;
  return at.taker ? `${nameAt(at.taker)} takes the trick.` : "";
}

const keyOf = (act) => form.querySelector(`[name=do][value=${act}]`).textContent;

function asks({ phase, kind }, seat) {
  if (phase === "settle" && outbox.waiting.length) return `Claim any revoke first, then ${keyOf("settle").toLowerCase()}.`;
  if (phase !== "play") return undefined;
  if (kind === "trump") return "Which card is turned up?";
  const name = nameAt(seat);
  return name ? `${name}’s ${kind === "count" ? counts : "card"}?` : "Tap a name to change it.";
}

const wordsOf = ({ kind }, tapped) => (kind === "count" ? tapped.join("–") : !tapped.length && "the settlement");

const { isOpen, inWay } = states;

run({ ...deals({ ...states, after }, { asks, come, counted, shows, wordsOf }), isOpen, inWay });
