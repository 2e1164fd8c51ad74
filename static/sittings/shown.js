// Renders the local state of the table: the server's fragments, with what is tapped and what waits in the outbox.

import { HOLE, face, holeIn, markLed, nameOf } from "../core/cards.js";
import { left, values } from "../tables/draft.js";
import { data, form } from "../tables/game.js";
import { toldOfGone } from "../tables/gone.js";
import { outbox } from "../tables/sending.js";
import { afterWaiting, nameAt, showHeading, showPanel, showPlayers, showWaits } from "../tables/shown.js";
import { showDemands } from "./demands.js";
import { after, panelOf, places, stateOf } from "./state.js";

const { total, tricks, counts, hasTrumps, lastTrick } = form.dataset;

const follow = (at, fields) => after(at, fields, Number(tricks), hasTrumps !== undefined);

// The state after the entries in the outbox.
export const next = () => afterWaiting(stateOf(data()), follow);

export const stopped = (code, at) => toldOfGone(code, at, stateOf, follow);

// The seats in the order in which they play or are asked now.
export function seatOrder() {
  const at = next();
  const leader = form.elements.leader?.value;
  const seats = places(at);
  if (at.kind !== "tricks" || !leader || !seats.includes(leader)) return seats;
  const first = seats.indexOf(leader);
  return [...seats.slice(first), ...seats.slice(0, first)];
}

// The fields of a complete draft, with the seat of each number, in case the dealer has changed when it arrives.
export function entry({ way, kind }, draft, seats) {
  const leader = kind === "tricks" && form.elements.leader?.value;
  const order = kind === "count" && seats.join(".");
  return { way, kind, draft: draft.join("."), ...(leader && { leader }), ...(order && { order }) };
}

export function show() {
  const at = next();
  const panel = panelOf(at);
  const isTapping = ["numbers", "cards"].includes(panel);
  showPanel(panel, panel === "cards" ? at.kind : "", isTapping);
  form.querySelector(".leader").hidden = at.kind !== "tricks" || panel !== "cards";
  form.querySelector(".leader").classList.toggle("off", outbox.waiting.length > 0);
  form.querySelector("#claims").hidden = outbox.waiting.length > 0;
  const seats = seatOrder();
  const isOfPlayers = isTapping && at.kind !== "trump";
  const leader = at.kind === "tricks" && at.phase === "play" ? at.leads[0] : "";
  // The table has agreed whether the last trick may be looked at.
  const goes = { isAsked: isOfPlayers, leader, taker: at.taker, down: lastTrick === undefined ? undefined : at.down };
  const counted = isCounted(at) ? numbersOf(at.counted) : [];
  if (isCounted(at)) showPlayers(counted.map(([, number]) => number), counted.map(([seat]) => seat), { ...goes, isFixed: true });
  else if (isTapping || outbox.waiting.length) showPlayers(isOfPlayers ? values() : [], seats, goes);
  markLed(at.kind === "tricks" && values()[0]);
  showNumbers();
  if (form.querySelector(".demands")) showDemands();
  showWaits(asks(at, isTapping, seats[holeIn(values())]), { entered, show, then: come(at) }, at.phase === "waiting");
  showHeading({ trick: at.kind === "tricks" && at.phase === "play" && at.played + 1, deals: at.settled - (at.phase === "waiting") });
}

// True if the last entry is a count that is not saved yet.
const isCounted = ({ phase, counted }) => phase === "settle" && Boolean(counted) && outbox.waiting.length > 0;

function come({ taker, ...at }) {
  if (isCounted(at)) return `${numbersOf(at.counted).map(([seat, number]) => `${nameAt(seat)} ${number}`).join(", ")}.`;
  return taker ? `${nameAt(taker)} takes the last one.` : "";
}

// The numbers of a count by seat; each missing number is the remainder.
function numbersOf({ draft, order }) {
  const numbers = draft.split(".");
  const rest = String(left(numbers, Number(total)));
  return order.split(".").map((seat, place) => [seat, numbers[place] && numbers[place] !== HOLE ? numbers[place] : rest]);
}

function asks(at, isTapping, seat) {
  if (at.phase === "waiting") return "Waiting for the referee.";
  if (!isTapping) return outbox.waiting.length && at.phase === "settle" ? "Claim any revoke first, then settle." : undefined;
  if (at.kind === "trump") return "Which card is turned up?";
  const name = nameAt(seat);
  return name ? `${name}’s ${at.kind === "count" ? counts : "card"}?` : "Tap a name to change it.";
}

function showNumbers() {
  const rest = left(values().filter((value) => !nameOf[value]), Number(total));
  for (const key of form.querySelectorAll("[name=tap]")) key.disabled = Number(key.value) > rest;
}

export function entered({ fields }) {
  const tapped = (fields.draft ?? "").split(".").filter(Boolean);
  if (fields.kind === "count") return [` ${tapped.join("–")}`];
  return tapped.length ? tapped.flatMap((code) => [" ", face(code)]) : [" the settling"];
}
