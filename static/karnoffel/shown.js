// Renders the local state of the table: the server's fragments, with what is tapped and what waits in the outbox.

import { face, holeIn, markLed, signOf } from "../core/cards.js";
import { from } from "../tables/tricks.js";
import { set, values } from "../tables/draft.js";
import { data, form } from "../tables/game.js";
import { toldOfGone } from "../tables/gone.js";
import { outbox } from "../tables/sending.js";
import { afterWaiting, nameAt, showHeading, showPanel, showPlayers, showWaits } from "../tables/shown.js";
import { after, inWay, isOpen, panelOf, places, stateOf } from "./state.js";

let wanted = ""; // The chosen way of entering, until something is entered.

// The state after the entries in the outbox.
export const next = () => inWay(afterWaiting(stateOf(data()), after), wanted);

// Choose another way of entering what comes next.
export function want(way) {
  wanted = way;
  set([]);
  show();
}

export function stopped(code, at) {
  const isDevil = at.kind === "tricks" && !at.played && code === `7${at.chosen}`;
  if (isDevil && holeIn(values()) === 0 && !("devilFirst" in data())) {
    return ["That is the Devil, who may not be led to the first trick.", null];
  }
  return toldOfGone(code, at, stateOf, after);
}

// The places for the values tapped now; in a trick, the seats clockwise from its leader.
export function seatOrder() {
  const at = next();
  const leader = at.kind === "tricks" && form.elements.leader?.value;
  return leader ? from(at.leads, leader) : places(at);
}

// The fields of a complete draft.
export function entry({ kind }, draft) {
  const leader = kind === "tricks" && form.elements.leader?.value;
  wanted = "";
  return { way: kind, kind, draft: draft.join("."), ...(leader && { leader }) };
}

export function show() {
  const at = next();
  const panel = panelOf(at);
  const [seats, draft, isOfCards] = [seatOrder(), values(), panel === "cards"];
  showPanel(panel, isOfCards ? at.kind : "", panel === "suit" || isOfCards);
  form.querySelector(".entry").dataset.chosen = at.chosen;
  form.querySelector(".leader").hidden = at.kind !== "tricks";
  form.querySelector(".leader").classList.toggle("off", outbox.waiting.length > 0);
  for (const link of form.querySelectorAll("#ways [data-way]")) link.hidden = !isOpen(at, link.dataset.way);
  if (isOfCards || outbox.waiting.length) {
    const { taker, down, dealer } = at;
    const goes = { isAsked: isOfCards, leader: at.phase === "play" ? at.leads[0] : "", dealer, taker, down };
    showPlayers(isOfCards ? draft : [], isOfCards ? seats : at.leads, goes);
  }
  markLed(at.kind === "tricks" && draft[0]);
  showResult(at, draft);
  showWaits(asks(at, seats[holeIn(draft)], draft), { entered, show, then: come(at) }, at.phase === "waiting");
  showHeading({ trick: at.phase === "play" && at.played + 1, deals: at.ended - (at.phase === "waiting") });
}

// The keys of a result: first the winning side, then the losers' tricks, of which they have some already.
function showResult({ taken }, [side]) {
  for (const key of form.querySelectorAll("#result button")) {
    const isSide = Number.isNaN(Number(key.value));
    key.disabled = isSide ? Boolean(side) : !side || Number(key.value) < taken[side === "NS" ? 1 : 0];
    if (isSide) key.setAttribute("aria-pressed", String(key.value === side));
  }
}

function come({ taker, phase, dealer }) {
  if (!taker) return "";
  const dealt = { choose: ` The deal is over: ${nameAt(dealer)} deals.`, waiting: " The match is over." }[phase];
  return `${nameAt(taker)} takes the last one.${dealt ?? ""}`;
}

function asks({ kind, phase }, seat, [side]) {
  if (phase === "waiting") return "Waiting for the referee.";
  if (kind === "result") return side ? "How many tricks for the other side?" : "Who has won the deal?";
  if (kind === "suit") return "Which suit is chosen?";
  if (!kind) return undefined;
  return nameAt(seat) ? `${nameAt(seat)}’s ${kind === "four" ? "face-up card" : "card"}?` : "Tap a name to change it.";
}

export function entered({ fields: { kind, draft = "" } }) {
  if (kind === "result") return [" the result"];
  if (kind === "suit") return [` ${signOf(draft)}`];
  return draft.split(".").flatMap((code) => [" ", face(code)]);
}

// A side by its players' names, a suit by its name, a result in words.
export function worded(value) {
  const key = form.querySelector(`[name="tap"][value="${value}"]`);
  const names = [...key.querySelectorAll("bdi")].map((name) => name.textContent);
  return names.join(" and ") || key.lastChild.textContent.trim().replace("–", " to ");
}
