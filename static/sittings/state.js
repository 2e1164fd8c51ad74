// What the table waits for after unsaved entries, as far as a phone can know: it follows the order of a deal, and lets the
// server judge the entries.

import { WAITING, afterTrick, takenBy } from "../tables/tricks.js";

// The state sent by the server: what is entered next, the tricks tapped, the seats as asked and clockwise from the leader, the
// suit of trumps, the number of deals left, if one was agreed, and if the deal must be counted.
export function stateOf({ phase, way, kind, played, order, leads, awaitsTrump, mustBeCounted, trumps = "", left = "" }) {
  return {
    trumps,
    ended: 0,
    left: Number(left),
    phase,
    way,
    kind,
    played: Number(played),
    order: order.split("."),
    leads: leads.split("."),
    awaitsTrump: awaitsTrump !== undefined,
    mustBeCounted: mustBeCounted !== undefined,
  };
}

// The panel for a state.
export function panelOf({ phase, way }) {
  if (phase !== "play") return phase;
  return way === "count" ? "numbers" : "cards";
}

// The seats in the order in which they are asked.
export function places({ kind, order, leads }) {
  if (kind === "trump") return [""];
  return kind === "count" ? order : leads;
}

const kindOf = (way, awaitsTrump) => (way !== "count" && awaitsTrump ? "trump" : way);

// True if another way is open. A deal by tricks begins with the trump card anyway.
export const isOpen = ({ phase, way, awaitsTrump, mustBeCounted }, other) => phase === "play" && other && other !== way &&
  !{ tricks: mustBeCounted, trump: !awaitsTrump || way === "tricks" }[other];

export const inWay = (state, way) => ({ ...state, way, kind: kindOf(way, state.awaitsTrump) });

// The state after an entry; `tricks` is the number of tricks in a deal, `hasTrumps` is true if a card is turned up.
export function after(state, fields, tricks, hasTrumps) {
  const { do: act, kind, draft = "" } = fields;
  if (act === "settle") {
    const [first, ...others] = state.order;
    const way = state.way === "trump" ? "count" : state.way;
    const order = [...others, first];
    const fresh = { phase: "play", way, kind: kindOf(way, hasTrumps), played: 0, order, leads: order, awaitsTrump: hasTrumps };
    const left = state.left && state.left - 1;
    const next = { ...fresh, trumps: "", ended: state.ended + 1, left, counted: null, down: null, mustBeCounted: false };
    return { ...next, ...(state.left === 1 && { ...WAITING, ended: state.ended }) };
  }
  if (kind === "count") return { ...state, way: fields.way, phase: "settle", counted: fields };
  if (kind === "trump") {
    const way = fields.way === "trump" ? "count" : fields.way;
    return { ...state, way, kind: way, awaitsTrump: false, trumps: draft[1] };
  }
  const played = state.played + 1;
  const found = afterTrick(state, fields, (cards) => takenBy(cards, state.trumps));
  return { ...found, way: fields.way, kind, played, phase: played === tricks ? "settle" : "play" };
}
