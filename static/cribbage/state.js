// What the table waits for after entries that the server has not answered yet, as far as a phone can know: it follows the
// order of a deal, and leaves it to the server to judge what is entered.

const HANDS = 2;
const CARDS = 8;
const PANELS = { claim: "totals", "deal-over": "deal-over", "false-go": "false-go", "match-over": "match-over" };

// The state that the server has told.
export function told({ phase, way, played, counted }) {
  return withKind({ phase, way, played: Number(played), counted: Number(counted) });
}

// The panel for a state.
export function panelOf({ phase, way }) {
  if (PANELS[phase]) return PANELS[phase];
  if (way === "points" && (phase === "hand" || phase === "crib")) return "totals";
  if (way === "hand-points") return "totals";
  return way === "points" ? "pegs" : "cards";
}

// With what is tapped: the four cards of a hand or crib, or one.
function withKind(state) {
  const { phase, way } = state;
  const isFour = panelOf(state) === "cards" && (phase === "hand" || phase === "crib" || way === "hands");
  return { ...state, kind: isFour ? "four" : "card" };
}

// The state after an entry; `muggins` tells whether hands and crib are claimed.
export const after = (state, fields, muggins) => withKind(follow(state, fields, muggins));

function follow(state, { card, cards, do: act = "" }, muggins) {
  const [kind] = act.split(" ");
  if (card && !cards) return afterCard(state, muggins);
  if (kind === "peg") return { ...state, phase: "play", way: "points" };
  if (kind === "deal") return fresh(state);
  if (kind === "reply") return { ...state, phase: "play" };
  if (cards && muggins) return { ...state, phase: "claim" };
  if (cards || kind === "total") return afterCount(state, muggins);
  return state;
}

function afterCard(state, muggins) {
  if (state.phase === "starter") return { ...state, phase: "play", played: 0, counted: 0 };
  const played = state.played + 1;
  if (played < CARDS) return { ...state, played };
  return muggins ? { ...state, played, phase: "claim" } : { ...state, played, counted: HANDS, phase: "crib" };
}

function afterCount(state, muggins) {
  const counted = state.counted + 1;
  const wasClaimed = state.phase === "claim";
  if (counted > HANDS) return wasClaimed ? { ...state, counted, phase: "deal-over" } : fresh(state);
  if (counted === HANDS) return { ...state, counted, phase: "crib", way: state.way === "cards" ? "cards" : "points" };
  if (wasClaimed && state.way === "cards" && muggins) return { ...state, counted };
  return { ...state, counted, phase: "hand", way: state.way.endsWith("points") ? "points" : "cards" };
}

function fresh(state) {
  return { ...state, phase: "starter", played: 0, counted: 0, way: state.way.endsWith("points") ? "points" : "cards" };
}
