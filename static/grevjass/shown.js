// Renders the local state of the table: the server's fragments, with what is tapped and what waits in the outbox.

import { face, holeIn, markLed } from "../core/cards.js";
import { set, values } from "../tables/draft.js";
import { data, form } from "../tables/game.js";
import { toldOfGone } from "../tables/gone.js";
import { outbox } from "../tables/sending.js";
import { afterWaiting, nameAt, showHeading, showPanel, showPlayers, showWaits } from "../tables/shown.js";
import { after, panelOf, places, stateOf } from "./state.js";

const meld = document.getElementById("meld");

// The state after the entries in the outbox.
export const next = () => afterWaiting(stateOf(data()), after);

export const stopped = (code, at) => toldOfGone(code, at, stateOf, after);

// While points are closed, the page must not show which cards have been played.
export const isUnsure = (at) => at.kind === "tricks" && at.played > 0 && !data().gone;

// The seats in the order in which they play now.
export const seatOrder = () => places(next());

// The fields of a complete draft.
export const entry = ({ way, kind }, draft) => ({ way, kind, draft: draft.join(".") });

export function show() {
  const at = next();
  const panel = panelOf(at);
  // The game ended before the trick did: discard what was tapped.
  if (at.phase !== "waiting" && at.kind !== "tricks" && values().length) set([]);
  const isFree = !outbox.waiting.length && !values().length;
  if (!isFree || !("mayMeld" in data())) meld.replaceChildren();
  const isMelding = meld.childElementCount > 0;
  showPanel(isMelding ? "meld" : panel, at.kind, !isMelding && panel === "cards");
  for (const key of form.querySelectorAll("#ways .meld")) key.hidden = !isFree || isMelding;
  for (const key of form.querySelectorAll("#ways .claim-key")) key.disabled = at.phase !== "play";
  const draft = at.kind === "tricks" ? values() : [];
  const { taker, down, dealer, leads: [leader] } = at;
  const goes = { isAsked: at.kind === "tricks", leader: at.phase === "play" && leader, dealer, taker, down };
  showPlayers(draft, at.leads, goes);
  markLed(draft[0]);
  showWaits(asks(at, holeIn(draft)), { entered, show, then: come(at) }, at.phase === "waiting");
  showHeading({ trick: at.phase === "play" && at.played + 1, deals: at.ended });
}

function come({ taker, phase, dealer }) {
  if (!taker) return "";
  return `${nameAt(taker)} takes the last one.${phase === "trump" ? ` The deal is over: ${nameAt(dealer)} deals.` : ""}`;
}

function asks(at, free) {
  if (at.phase === "waiting") return "Waiting for the referee.";
  if (at.kind === "trump" && outbox.waiting.length) return "Which card is shown?";
  if (at.kind !== "tricks") return undefined;
  const name = nameAt(at.leads[free]);
  return name ? `${name}’s card?` : `Card ${free + 1}?`;
}

const words = { claim: "the claim", meld: "the meld", take: "the taking", vol: "the vol", trump: "the trump" };

export function entered({ fields }) {
  const tapped = (fields.draft ?? "").split(".").filter(Boolean);
  if (tapped.length) return tapped.flatMap((code) => [" ", face(code)]);
  return [` ${words[(fields.do ?? "").split(" ")[0]] ?? "an entry"}`];
}
