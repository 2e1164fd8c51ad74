// What the table waits for after unsaved entries, as far as a phone can know: it follows the order of a deal, and lets the
// server judge the entries.

import { WAITING, afterTrick, takenBy } from "../tables/tricks.js";

// The state sent by the server: what is entered next, the tricks tapped, the seats as asked and clockwise from the leader, the
// suit of trumps, and the number of deals left, if one was agreed.
export function stateOf({ phase, way, kind, played, order, leads, awaitsTrump, trumps = "", left = "" }) {
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

// The state after an entry; `tricks` is the number of tricks in a deal, `hasTrumps` is true if a card is turned up.
export function after(state, fields, tricks, hasTrumps) {
  const { do: act, kind, draft = "" } = fields;
  if (act === "settle") {
    const [first, ...others] = state.order;
    const way = state.way === "trump" ? "count" : state.way;
    const order = [...others, first];
    const fresh = { phase: "play", way, kind: kindOf(way, hasTrumps), played: 0, order, leads: order, awaitsTrump: hasTrumps };
    const left = state.left && state.left - 1;
    const next = { ...fresh, trumps: "", ended: state.ended + 1, left, counted: null, down: null };
    return { ...next, ...(state.left === 1 && { ...WAITING, ended: state.ended }) };
  }
  if (kind === "count") return { ...state, phase: "settle", counted: fields };
  if (kind === "trump") {
    const way = state.way === "trump" ? "count" : state.way;
    return { ...state, way, kind: way, awaitsTrump: false, trumps: draft[1] };
  }
  const played = state.played + 1;
  const found = afterTrick(state, fields, (cards) => takenBy(cards, state.trumps));
  return { ...found, played, phase: played === tricks ? "settle" : "play" };
}
