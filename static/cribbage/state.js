// What the table waits for after unsaved entries, as far as a phone can know: it follows the order of a deal, and lets the
// server judge the entries.

const HANDS = 2;
const CARDS = 8;
const PANELS = { claim: "totals", "deal-over": "deal-over", "false-go": "false-go", "match-over": "match-over" };

// The state sent by the server.
export function stateOf({ phase, way, played, counted, score, dealer, hasStarter, byPoints }) {
  const [N, S] = score.split("–").map(Number);
  const numbers = { played: Number(played), counted: Number(counted), score: { N, S }, ended: 0 };
  return withKind({ phase, way, ...numbers, dealer, hasStarter: hasStarter !== undefined, byPoints: byPoints !== undefined });
}

export const isPegged = ({ phase, byPoints }) => phase === "play" && byPoints;

// True if what comes next can be entered in this other way; in a play by cards, there is none.
export function isOpen(state, other) {
  const { phase, way, hasStarter } = state;
  if (other === way || PANELS[phase] || (phase === "play" && way === "cards")) return false;
  const ways = isPegged(state) ? ["points", "hands", "hand-points"] : ["cards", "points"];
  const needsStarter = phase !== "starter" && (other === "cards" || other === "hands");
  return ways.includes(other) && (hasStarter || !needsStarter);
}

export const inWay = (state, way) => withKind({ ...state, way });

const otherOf = (seat) => (seat === "N" ? "S" : "N");

// The score after a player has pegged. Once one player reaches the target, only the server knows what follows.
function pegged(score, seat, points, target) {
  if (Object.values(score).some((total) => total >= target)) return score;
  return { ...score, [seat]: Math.min(score[seat] + points, target) };
}

// The panel for a state.
export function panelOf({ phase, way }) {
  if (PANELS[phase]) return PANELS[phase];
  if (way === "points" && (phase === "hand" || phase === "crib")) return "totals";
  if (way === "hand-points") return "totals";
  return way === "points" ? "pegs" : "cards";
}

// Add what is tapped: the four cards of a hand or crib, or one card.
function withKind(state) {
  const { phase, way } = state;
  const isFour = panelOf(state) === "cards" && (phase === "hand" || phase === "crib" || way === "hands");
  return { ...state, kind: isFour ? "four" : "card" };
}

// The state after an entry; `muggins` is true if hands and cribs are claimed.
export const after = (state, fields, muggins, target) =>
  withKind({ ...follow(state, fields, muggins), score: scoreAfter(state, fields, muggins, target) });

// Only points entered as numbers are known: pegs, and the totals of hands and crib.
function scoreAfter({ score, phase, counted, dealer }, { do: act = "" }, muggins, target) {
  const [kind, ...words] = act.split(" ");
  const points = Number(words.at(-1));
  if (kind === "peg") return pegged(score, words[0], points, target);
  const isOfPone = phase !== "crib" && counted === 0;
  return kind === "total" && !muggins ? pegged(score, isOfPone ? otherOf(dealer) : dealer, points, target) : score;
}

function follow(before, { way, card, cards, do: act = "" }, muggins) {
  const [kind] = act.split(" ");
  const state = { ...before, way };
  if (card && !cards) return afterCard(state, muggins);
  if (kind === "peg") return { ...state, phase: "play", way: "points", byPoints: true };
  if (kind === "deal") return fresh(state);
  if (kind === "reply") return { ...state, phase: "play" };
  if (cards && muggins) return { ...state, phase: "claim" };
  if (cards || kind === "total") return afterCount(state, muggins);
  return state;
}

function afterCard(state, muggins) {
  if (state.phase === "starter") return { ...state, phase: "play", hasStarter: true, played: 0, counted: 0 };
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
  const dealer = otherOf(state.dealer);
  const way = state.way.endsWith("points") ? "points" : "cards";
  const ended = state.ended + 1;
  return { ...state, phase: "starter", dealer, played: 0, counted: 0, ended, way, hasStarter: false, byPoints: false };
}
