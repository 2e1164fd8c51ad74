// What the table waits for after entries that the server has not answered yet, as far as a phone can know.

import { isLater, placeOf } from "../core/outbox.js";

const TRICKS = 13;
const KINDS = { play: "tricks", claim: "claim" };

// The state that the server has told.
export const told = ({ phase, kind, way, turn }) => ({ phase, way, kind: kind || (KINDS[phase] ?? ""), turn });

// The panel for a state.
export const panelOf = ({ phase, kind }) => (kind === "tricks" ? "cards" : kind || phase);

// The state after a trick or a claim.
export function after({ turn, kind, ...state }, muggins) {
  if (kind === "tricks" && muggins) return { ...state, phase: "claim", kind: "claim", turn };
  const [hand, deal, trick] = turn.split(".").map(Number);
  const next = trick < TRICKS ? `${hand}.${deal}.${trick + 1}` : `${hand + 1}.0.1`;
  return { ...state, phase: "play", kind: "tricks", turn: next };
}

// Whether an entry is the one that is due in a state.
export const isDue = ({ fields }, { turn, phase }) =>
  fields.turn === turn && KINDS[phase] === (fields.do === "claim" ? "claim" : "tricks");

// Whether an entry has to wait, because earlier ones have not been entered.
export function isHeld({ fields }, { turn, phase }) {
  const asked = ["play", "claim"].indexOf(phase);
  return isLater(placeOf(fields), [...turn.split(".").map(Number), asked < 0 ? 2 : asked]);
}
