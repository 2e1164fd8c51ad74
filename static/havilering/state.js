// What the table waits for after unsaved entries, as far as a phone can know.

import { isLater, placeOf } from "../core/outbox.js";
import { afterTrick, from, highest, lastHighest, leftOf } from "../tables/tricks.js";

const TRICKS = 13;
const KINDS = { play: "tricks", claim: "claim" };
const CIRCLE = "DHSC"; // Each suit is beaten by the next one, and the last by the first.

// The state sent by the server: what comes next, the seats clockwise from the leader, and who took the last trick.
export function stateOf({ phase, kind, way, turn, leads, dealer, taker }) {
  return { phase, way, kind: kind || (KINDS[phase] ?? ""), turn, leads: leads.split("."), dealer, taker };
}

// The panel for a state.
export const panelOf = ({ phase, kind }) => (kind === "tricks" ? "cards" : kind || phase);

// The index of the card that takes a trick.
export function takenBy(cards) {
  const led = cards[0][1];
  const suits = [...CIRCLE].filter((suit) => cards.some((card) => card[1] === suit));
  const below = (suit) => CIRCLE.at(CIRCLE.indexOf(suit) - 1);
  if (suits.length === 4) return lastHighest(cards);
  if (suits.length === 3) return highest(cards, below([...CIRCLE].find((suit) => !suits.includes(suit))));
  return highest(cards, suits.find((suit) => suit !== led && below(suit) === led) ?? led);
}

// The state after a trick or a claim, if that is due. `leads` has the order of play of a claim's trick.
export function after(state, fields, muggins) {
  if (!isDue({ fields }, state)) return state;
  const { leads, kind } = state;
  const found = kind === "tricks" ? afterTrick(state, fields, takenBy) : { ...state, leads: from(leads, state.taker) };
  return kind === "tricks" && muggins ? { ...found, leads, phase: "claim", kind: "claim" } : goOn(found);
}

function goOn(state) {
  const [hand, deal, trick] = state.turn.split(".").map(Number);
  const next = { ...state, phase: "play", kind: "tricks" };
  if (trick < TRICKS) return { ...next, turn: `${hand}.${deal}.${trick + 1}` };
  const dealer = leftOf(state.leads, state.dealer);
  return { ...next, turn: `${hand + 1}.0.1`, dealer, leads: from(state.leads, leftOf(state.leads, dealer)) };
}

// True if an entry is the one that is due in a state.
const isDue = ({ fields }, { turn, phase }) =>
  fields.turn === turn && KINDS[phase] === (fields.do === "claim" ? "claim" : "tricks");

// True if an entry is made again in the same place after a refusal.
export const isAsked = ({ fields }, now) => fields.do === "claim" && isDue({ fields }, now);

// True if an entry must wait because earlier ones have not been entered.
export function isHeld({ fields }, { turn, phase }) {
  const asked = ["play", "claim"].indexOf(phase);
  return isLater(placeOf(fields), [...turn.split(".").map(Number), asked < 0 ? 2 : asked]);
}
