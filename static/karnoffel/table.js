// The table of Karnöffel: the server's fragments, with what is tapped and what waits in the outbox.

import { holeIn, signOf } from "../core/cards.js";
import { deals } from "../tables/deals.js";
import { values } from "../tables/draft.js";
import { data, form } from "../tables/game.js";
import { run } from "../tables/page.js";
import { nameAt } from "../tables/shown.js";
import * as states from "./state.js";

function stopped(code, at) {
  const isDevil = at.kind === "tricks" && !at.played && code === `7${at.chosen}`;
  if (isDevil && holeIn(values()) === 0 && !("devilFirst" in data())) {
    return ["That is the Devil, who may not be led to the first trick.", null];
  }
  return table.stopped(code, at);
}

function shows(at) {
  form.querySelector(".entry").dataset.chosen = at.chosen;
  showResult(at, values());
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
  return `${nameAt(taker)} takes the trick.${dealt ?? ""}`;
}

function asks({ kind }, seat, [side]) {
  if (kind === "result") return side ? "How many tricks for the other side?" : "Who has won the deal?";
  if (kind === "suit") return "Which suit is chosen?";
  if (!kind) return undefined;
  return nameAt(seat) ? `${nameAt(seat)}’s ${kind === "four" ? "face-up card" : "card"}?` : "Tap a name to change it.";
}

const wordsOf = ({ kind }, [suit]) => ({ result: "the result", suit: signOf(suit) })[kind];

// A side by its players' names, a suit by its name, a result in words.
function worded(value) {
  const key = form.querySelector(`[name="tap"][value="${value}"]`);
  const names = [...key.querySelectorAll("bdi")].map((name) => name.textContent);
  return names.join(" and ") || key.lastChild.textContent.trim().replace("–", " to ");
}

const table = deals(states, { asks, come, shows, wordsOf });

run({ ...table, isOpen: states.isOpen, inWay: states.inWay, stopped, worded });
