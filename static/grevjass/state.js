// What the table waits for after entries that the server has not answered yet, as far as a phone can know: it follows the
// order of a deal, and leaves it to the server to judge what is entered.

const TRICKS = 8;

// The state that the server has told.
export function told({ phase, kind, leads, played }) {
  return { phase, way: "", kind, leads: leads.split("."), played: Number(played) };
}

// The panel for a state.
export const panelOf = ({ phase, kind }) => (kind ? "cards" : phase);

// The seats in the order of play; unknown ones are empty, since only the server knows who takes a trick.
export const places = ({ kind, leads }) => (kind === "trump" ? [""] : leads);

// Nothing can be tapped until the server has said what comes next.
const WAITING = { phase: "waiting", kind: "" };

// The state after an entry.
export function after(state, { do: act = "", kind }) {
  const [type, ...words] = act.split(" ");
  const unknown = { ...state, leads: ["", "", "", ""] };
  if (kind === "trump" || type === "trump") return { ...unknown, phase: "play", kind: "tricks", played: 0 };
  if (type === "vol") return { ...state, phase: "play", kind: "tricks" };
  if (type === "meld") return isWorthStrokes(words) ? { ...state, ...WAITING } : state;
  if (type === "take") return { ...unknown, phase: "trump", kind: "trump" };
  if (type === "claim") return { ...state, ...WAITING };
  const played = state.played + 1;
  return played < TRICKS ? { ...unknown, played } : { ...unknown, phase: "trump", kind: "trump", played: 0 };
}

function isWorthStrokes(words) {
  return words.some((word) => word.startsWith("four=") || /^length=[5-8]$/.test(word));
}
