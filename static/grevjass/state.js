// What the table waits for after entries that the server has not answered yet, as far as a phone can know: it follows the
// order of a deal, and leaves it to the server to judge what is entered.

import { afterTrick, from, leftOf, takenBy } from "../tables/tricks.js";

const TRICKS = 8;
const TRUMPS = "78TQKA9J"; // From the lowest.

// The state that the server has told: what comes next, the seats as a trick goes round, who deals, and the suit of trumps.
export function told({ phase, kind, leads, played, dealer, trumps }) {
  return { phase, way: "", kind, leads: leads.split("."), played: Number(played), dealer, trumps, ended: 0 };
}

// The panel for a state.
export const panelOf = ({ phase, kind }) => (kind ? "cards" : phase);

// The seats in the order of play; while nobody knows who deals they are empty.
export const places = ({ kind, leads }) => (kind === "trump" ? [""] : leads);

// Nothing can be tapped until the server has said what comes next.
const WAITING = { phase: "waiting", kind: "" };

const TRUMP = { phase: "trump", kind: "trump" };
const NOBODY = ["", "", "", ""];

// The state after an entry.
export function after(state, fields) {
  const [type, ...words] = (fields.do ?? "").split(" ");
  const { kind, draft = "" } = fields;
  if (kind === "trump" || type === "trump") return dealt(state, kind === "trump" ? draft[1] : words[0].at(-1));
  if (type === "vol") return { ...state, phase: "play", kind: "tricks" };
  if (type === "meld") return isWorthStrokes(words) ? { ...state, ...WAITING } : state;
  if (type === "take") return { ...state, ...TRUMP, leads: NOBODY, dealer: "", ended: state.ended + 1 };
  if (type === "claim") return { ...state, ...WAITING };
  const found = { ...afterTrick(state, fields, (cards) => takenBy(cards, state.trumps, TRUMPS)), played: state.played + 1 };
  return found.played < TRICKS ? found : { ...found, ...TRUMP, dealer: found.taker, ended: state.ended + 1 };
}

function dealt(state, trumps) {
  const leads = state.dealer ? from(state.leads, leftOf(state.leads, state.dealer)) : state.leads;
  return { ...state, phase: "play", kind: "tricks", played: 0, trumps, leads };
}

function isWorthStrokes(words) {
  return words.some((word) => word.startsWith("four=") || /^length=[5-8]$/.test(word));
}
