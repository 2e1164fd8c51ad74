// What the table waits for after entries that the server has not answered yet, as far as a phone can know.

import { afterTrick, from, leftOf } from "../tables/tricks.js";

const RANKS = "23456789TJQK";
const TO_WIN = 3;
const POWERS = { J: 70, 6: 50, 2: 40, 3: 21, 4: 19, 5: 17 }; // Of the chosen suit; twice the place of a rank for the others.
const WAYS = { choose: ["suit", "four", "result"], play: ["tricks", "result"], over: [] };

// The state that the server has told: what comes next, the seats as a trick goes round, who deals, and the tricks taken.
export function told({ phase, kind, leads, dealer, chosen, begun, played, taken }) {
  const [seats, both] = [leads.split("."), taken.split(".").map(Number)];
  return { phase, kind, way: kind, leads: seats, dealer, chosen, begun, played: Number(played), taken: both, ended: 0 };
}

// Another way to enter what comes next, if that is open.
export const isOpen = ({ phase, kind }, way) => way !== kind && WAYS[phase].includes(way);

export const inWay = (state, way) => (isOpen(state, way) ? { ...state, kind: way, way } : state);

// The panel for a state.
export const panelOf = ({ phase, kind }) => ({ four: "cards", tricks: "cards" })[kind] ?? (kind || phase);

// The places of the values of a draft: seats where they are cards.
export function places({ kind, leads }) {
  if (kind === "result") return ["side", "lost"];
  return kind === "suit" ? [kind] : leads;
}

// The strength of the card at a place of a trick; negative if it takes nothing.
function strength(cards, place, chosen) {
  const [rank, suit] = cards[place];
  if (suit === chosen && rank === "7") return place ? -1 : 60;
  if (suit === chosen && POWERS[rank]) return POWERS[rank];
  return suit === cards[0][1] ? 2 * RANKS.indexOf(rank) : -1;
}

// The place of the card that takes a trick.
export function takenBy(cards, chosen) {
  const strengths = cards.map((_, place) => strength(cards, place, chosen));
  return strengths.indexOf(Math.max(...strengths));
}

// The suit of the lowest of the face-up cards: of equal ones, of the first.
export function suitOf(cards) {
  const heights = cards.map(([rank]) => RANKS.indexOf(rank));
  return cards[heights.indexOf(Math.min(...heights))][1];
}

// The state after an entry. Whether a side has won the match only the server says: another deal may be entered meanwhile.
export function after(state, fields) {
  const { kind, draft } = fields;
  const values = (draft ?? "").split(".");
  if (kind === "suit") return begin(state, kind, values[0]);
  if (kind === "four") return begin(state, kind, suitOf(values));
  if (kind === "result") return dealt({ ...state, begun: state.played ? state.begun : kind });
  const next = afterTrick(state, fields, (cards) => takenBy(cards, state.chosen));
  const taken = state.taken.map((tricks, side) => tricks + ("NS".includes(next.taker) === (side === 0)));
  if (taken.includes(TO_WIN)) return dealt(next);
  return { ...next, taken, played: state.played + 1 };
}

const begin = (state, begun, chosen) => ({ ...state, begun, phase: "play", kind: "tricks", way: "tricks", chosen });

// The next deal is entered as this one was.
function dealt(state) {
  const dealer = leftOf(from(state.leads, state.dealer), state.dealer);
  const leads = from(state.leads, leftOf(state.leads, dealer));
  const [kind, ended] = [state.begun, state.ended + 1];
  return { ...state, phase: "choose", kind, way: kind, dealer, leads, chosen: "", played: 0, taken: [0, 0], ended };
}
