// The table of cribbage: the server's fragments, with what is tapped and what waits in the outbox.

import { face, keys } from "../core/cards.js";
import { refill } from "../core/morph.js";
import { settle } from "../core/overlays.js";
import { set, values } from "../tables/draft.js";
import { data, form, game } from "../tables/game.js";
import { run } from "../tables/page.js";
import { outbox, sendForm } from "../tables/sending.js";
import { afterWaiting, showHeading, showPanel, showWaits, write } from "../tables/shown.js";
import { nextCount, showAhead, won } from "./ahead.js";
import { after, inWay, isOpen, isPegged, panelOf, stateOf } from "./state.js";

const MOST = 31;
const HAND_SIZE = 4;
const { last: target } = JSON.parse(form.dataset.board);
const pips = (code) => ({ A: 1, T: 10, J: 10, Q: 10, K: 10 })[code[0]] ?? Number(code[0]);

// The state after the entries in the outbox.
const next = () => afterWaiting(stateOf(data()), (at, fields) => after(at, fields, "muggins" in form.dataset, target));

// The places for the cards tapped now.
const seatOrder = () => Array(canTap(game.next()) ? HAND_SIZE : 1).fill("");

const canTap = ({ kind }) => kind === "four";

// The fields sent with a key.
const about = ({ phase, way }) => ({ phase, way });

function entry(at, draft) {
  const [card, ...cards] = [...draft].reverse();
  return { fields: { ...about(at), ...(cards.length && { cards: cards.reverse().join(".") }), card } };
}

const isGone = (code) => data().gone.split(".").includes(code);
const waitingCards = () => outbox.waiting.flatMap(({ fields }) => [fields.card, ...(fields.cards ?? "").split(".")]);

// The message for a card that is on the table. While nothing waits, the server says more, and stores nothing.
function stopped(code, at, isTyped) {
  if (waitingCards().includes(code)) return ["That card is being saved."]; // Also after a double tap.
  if (at.phase === "starter" || !isGone(code)) return null;
  if (outbox.waiting.length || !navigator.onLine) return ["That card is on the table already."];
  if (canTap(at)) sendForm(isTyped ? null : { name: "card", value: code });
  return canTap(at);
}

function show() {
  const at = game.next();
  const panel = panelOf(at);
  if (!canTap(at) && values().length) set([]);
  const gone = new Set([...data().gone.split("."), ...waitingCards(), ...values()]);
  const isPlay = at.phase === "play" && panel === "cards" && !canTap(at);
  showPanel(isPlay ? "cards" : panel, at.kind, panel === "cards");
  form.querySelector(".entry").dataset.panel = isPlay ? "play" : panel;
  for (const key of keys) {
    const played = gone.has(key.value) && !(at.phase === "starter");
    const isPast = isPlay && !outbox.waiting.length && !played && pips(key.value) + Number(data().count) > MOST;
    key.classList.toggle("past", isPast);
    key.classList.toggle("gone", played);
  }
  write(form.querySelector("#ways [data-way=points]"), isPegged(at) ? "Pegs" : "By points");
  showGo(isPlay);
  showFour(at);
  showMuggins();
  showAhead(at, cardsAhead());
  showHeading({ deals: at.ended });
  const isAhead = outbox.waiting.length > 0;
  const asks = isAhead && (panel === "totals" || canTap(at)) ? nextCount(at) : undefined;
  showWaits(asks, { entered, show, then: isAhead ? won(at.score, target) : "" });
}

// The starter and the card of the player whose turn it is, if entered but not saved.
function cardsAhead() {
  const [first] = outbox.waiting;
  const { phase, card, cards } = first?.fields ?? {};
  if (!card || cards) return [];
  return [phase === "starter" && card, phase === "play" && card];
}

function showGo(isPlay) {
  const go = form.querySelector(".go");
  const button = go.querySelector("button");
  const isAhead = outbox.waiting.length > 0;
  go.hidden = !isPlay;
  button.disabled = !isAhead && !("canGo" in data());
  const words = isAhead ? "Go" : data().go;
  write(button, words.split(":")[0]);
  button.setAttribute("aria-label", words);
}

function showMuggins() {
  const muggins = form.querySelector(".muggins");
  muggins.hidden = !data().caller || outbox.waiting.length > 0;
  if (muggins.hidden) muggins.open = false;
  write(muggins.querySelector(".caller"), data().caller);
}

function showFour(at) {
  const four = document.getElementById("four");
  const cards = canTap(at) ? values() : ["claim", "deal-over"].includes(at.phase) ? inQuestion(four) : [];
  const shown = cards.length ? cards.flatMap((code) => [face(code), " "]) : [canTap(at) ? "Tap its four cards." : ""];
  refill(four, cards.length && at.phase === "deal-over" ? "Crib: " : "", ...shown);
}

// The cards whose count is claimed or can be called: from the outbox if they wait there, else from the server.
function inQuestion(four) {
  const { fields } = outbox.waiting.findLast((item) => item.fields.cards) ?? {};
  return fields ? [...fields.cards.split("."), fields.card] : four.dataset.open.split(".").filter(Boolean);
}

const words = { go: "go", deal: "the deal", reply: "the answer" };

function entered({ fields }) {
  const act = fields.do ?? "";
  const [kind, ...rest] = act.split(" ");
  const cards = [...(fields.cards ?? "").split("."), fields.card].filter(Boolean);
  if (cards.length) return cards.flatMap((code) => [" ", face(code)]);
  const peg = kind === "peg" && form.querySelector(`[name=do][value="${act}"]`); // Its label names the player.
  return [` ${peg ? peg.textContent : words[kind] ?? `${kind} ${rest.at(-1)}`}`];
}

form.querySelector(".muggins").addEventListener("toggle", () => settle(form)); // Its numbers replace others.

form.addEventListener("click", ({ target }) => target.closest(".strip")?.scrollTo(0, 0));

const twice = () => "That card is there already: Undo takes it back.";

run({ about, entered, entry, inWay, isOpen, next, panelOf, seatOrder, show, stopped, twice });
