// What the table waits for after unsaved entries, as far as a phone can know: it follows the order of a deal, and lets the
// server judge the entries.

import { WAITING, afterTrick, afterWins, both, from, leftOf, sideOf, takenBy } from "../tables/tricks.js";

const TRICKS = 8;
const [VOL, JAN] = [4, 2]; // The strokes for taking every trick, and the most for points.
const TRUMPS = "78TQKA9J"; // From low to high.

// The state sent by the server: what comes next, the seats clockwise from the leader, the dealer, the suit of trumps, both
// sides' tricks, the strokes they need, and the best meld's side and strokes where they can be taken.
export function stateOf({ phase, kind, leads, played, dealer, trumps, taken, needs, worth = "" }) {
  const numbers = { played: Number(played), taken: both(taken), needs: both(needs), worth, ended: 0 };
  return { phase, way: "", kind, leads: leads.split("."), dealer, trumps, ...numbers };
}

// The panel for a state.
export const panelOf = ({ phase, kind }) => (kind ? "cards" : phase);

// The seats in order of play. A trump is nobody's.
export const places = ({ kind, leads }) => (kind === "trump" ? [kind] : leads);

const TRUMP = { phase: "trump", kind: "trump" };

// The state after an entry.
export function after(state, fields) {
  const [type, ...words] = (fields.do ?? "").split(" ");
  const { kind, draft = "" } = fields;
  if (kind === "trump" || type === "trump") return dealt(state, kind === "trump" ? draft[1] : words[0].at(-1));
  if (type === "vol") return { ...state, phase: "play", kind: "tricks" };
  if (type === "meld") return isWorthStrokes(words) ? { ...state, ...WAITING } : state;
  if (type === "take") return taken(state);
  if (type === "claim") return { ...state, ...WAITING };
  const next = afterTrick(state, fields, (cards) => takenBy(cards, state.trumps, TRUMPS));
  const tricks = state.taken.map((number, side) => number + (sideOf(next.taker) === side));
  const found = { ...next, played: state.played + 1, taken: tricks };
  return found.played < TRICKS ? found : played(found);
}

// Taking every trick scores four strokes. Otherwise either side may have won the game on points, which only the server knows.
function played(state) {
  const isVol = state.taken.includes(TRICKS);
  const won = state.taken.map((number) => (isVol ? VOL * (number === TRICKS) : JAN));
  return afterWins({ ...state, ...TRUMP, dealer: state.taker, ended: state.ended + 1 }, won);
}

function taken(state) {
  const [side, strokes] = state.worth.split(".");
  const won = [0, 1].map((each) => (sideOf(side[0]) === each ? Number(strokes) : 0));
  return afterWins({ ...state, ...TRUMP, dealer: leftOf(state.leads, state.dealer), ended: state.ended + 1 }, won);
}

function dealt(state, trumps) {
  const leads = from(state.leads, leftOf(state.leads, state.dealer));
  return { ...state, phase: "play", kind: "tricks", played: 0, taken: [0, 0], trumps, leads };
}

function isWorthStrokes(words) {
  return words.some((word) => word.startsWith("four=") || /^length=[5-8]$/.test(word));
}
