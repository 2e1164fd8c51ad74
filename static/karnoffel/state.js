// What the table waits for after unsaved entries, as far as a phone can know.

import { afterTrick, afterWins, both, from, leftOf, sideOf } from "../tables/tricks.js";

const RANKS = "23456789TJQK";
const TO_WIN = 3;
const POWERS = { J: 70, 6: 50, 2: 40, 3: 21, 4: 19, 5: 17 }; // In the chosen suit; all other cards have twice the index of their rank.
const WAYS = { choose: ["suit", "four", "result"], play: ["tricks", "result"], over: [], waiting: [] };

// The state sent by the server: what comes next, the seats clockwise from the leader, the dealer, both sides' tricks, and the
// deals they need.
export function stateOf({ phase, kind, leads, dealer, chosen, begun, played, taken, needs }) {
  const numbers = { played: Number(played), taken: both(taken), needs: both(needs), ended: 0 };
  return { phase, kind, way: kind, leads: leads.split("."), dealer, chosen, begun, ...numbers };
}

// True if what comes next can be entered in this other way.
export const isOpen = ({ phase, kind }, way) => way !== kind && WAYS[phase].includes(way);

export const inWay = (state, way) => ({ ...state, kind: way, way });

// The panel for a state.
export const panelOf = ({ phase, kind }) => ({ four: "cards", tricks: "cards" })[kind] ?? (kind || phase);

// The places for the values of a draft; for cards they are seats.
export function places({ kind, leads }) {
  if (kind === "result") return ["side", "lost"];
  return kind === "suit" ? [kind] : leads;
}

// The strength of a card in a trick, by its index; negative if it takes nothing.
function strength(cards, place, chosen) {
  const [rank, suit] = cards[place];
  if (suit === chosen && rank === "7") return place ? -1 : 60;
  if (suit === chosen && POWERS[rank]) return POWERS[rank];
  return suit === cards[0][1] ? 2 * RANKS.indexOf(rank) : -1;
}

// The index of the card that takes a trick.
export function takenBy(cards, chosen) {
  const strengths = cards.map((_, place) => strength(cards, place, chosen));
  return strengths.indexOf(Math.max(...strengths));
}

// The suit of the lowest face-up card; the first one if ranks are equal.
export function suitOf(cards) {
  const heights = cards.map(([rank]) => RANKS.indexOf(rank));
  return cards[heights.indexOf(Math.min(...heights))][1];
}

// The state after an entry.
export function after(state, fields) {
  const { kind, draft } = fields;
  const values = (draft ?? "").split(".");
  if (kind === "suit") return begin(state, kind, values[0]);
  if (kind === "four") return begin(state, kind, suitOf(values));
  if (kind === "result") return dealt({ ...state, begun: state.played ? state.begun : kind }, sideOf(values[0][0]));
  const next = afterTrick(state, fields, (cards) => takenBy(cards, state.chosen));
  const taken = state.taken.map((tricks, side) => tricks + (sideOf(next.taker) === side));
  if (taken.includes(TO_WIN)) return dealt(next, taken.indexOf(TO_WIN));
  return { ...next, taken, played: state.played + 1 };
}

const begin = (state, begun, chosen) => ({ ...state, begun, phase: "play", kind: "tricks", way: "tricks", chosen });

// The next deal is entered in the same way, unless this one has decided the match.
function dealt(state, side) {
  const dealer = leftOf(from(state.leads, state.dealer), state.dealer);
  const leads = from(state.leads, leftOf(state.leads, dealer));
  const [kind, ended] = [state.begun, state.ended + 1];
  const next = { ...state, phase: "choose", kind, way: kind, dealer, leads, chosen: "", played: 0, taken: [0, 0], ended };
  return afterWins(next, [0, 1].map((each) => Number(each === side)));
}
