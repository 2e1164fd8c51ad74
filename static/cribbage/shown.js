// Renders the local state of the table: the server's fragments, with what is tapped and what waits in the outbox.

import { PLAYED, face, keys, nameOf } from "../core/cards.js";
import { settle } from "../core/overlays.js";
import { codes } from "./draft.js";
import { after, isFour, panelOf, told } from "./phases.js";
import { outbox, state } from "../components/sending.js";
import { showUnsaved } from "../components/unsaved.js";

const form = document.getElementById("form");
const data = () => document.getElementById("table").dataset;
const MOST = 31;
const pips = (code) => ({ A: 1, T: 10, J: 10, Q: 10, K: 10 })[code[0]] ?? Number(code[0]);
let shownPanel = "";

// What is awaited after what waits in the outbox.
export function next() {
  return outbox.waiting.reduce((at, { fields }) => after(at, fields, "muggins" in form.dataset), told(data()));
}

const waitingCards = () => outbox.waiting.flatMap(({ fields }) => [fields.card, ...(fields.cards ?? "").split(".")]);

export function show() {
  const at = next();
  const panel = panelOf(at);
  const gone = new Set([...data().gone.split("."), ...waitingCards(), ...codes()]);
  for (const each of form.querySelectorAll(".panel")) each.hidden = each.dataset.for !== panel;
  const isPlay = at.phase === "play" && panel === "cards" && !isFour(at) && !outbox.waiting.length;
  for (const key of keys) {
    const played = gone.has(key.value) && !(at.phase === "starter");
    key.classList.toggle("past", isPlay && !played && pips(key.value) + Number(data().count) > MOST);
    key.classList.toggle("gone", played);
    key.querySelector(".unseen").textContent = nameOf[key.value] + (played ? PLAYED : "");
  }
  showGo(at);
  showFour(at);
  const muggins = form.querySelector(".muggins");
  muggins.hidden = !data().caller || outbox.waiting.length > 0;
  if (muggins.hidden) muggins.open = false;
  muggins.querySelector(".caller").textContent = data().caller;
  form.querySelector(".typed-cards").hidden = panel !== "cards";
  form.querySelector(".entry").dataset.panel = panel === "cards" && at.phase === "play" && !isFour(at) ? "play" : panel;
  showUnsaved(entered, show);
  showWaits();
  const view = [panel, isFour(at)].join();
  if (shownPanel && view !== shownPanel) settle(form);
  shownPanel = view;
}

// While entries wait nobody knows whose turn it is.
function showWaits() {
  const waits = form.querySelector(".waits");
  waits.dataset.told ??= waits.textContent;
  waits.textContent = outbox.waiting.length && state.cutOff ? "No signal: go on. It is saved on this phone." : waits.dataset.told;
}

function showGo(at) {
  const go = form.querySelector(".go");
  const button = go.querySelector("button");
  const isAhead = outbox.waiting.length > 0;
  go.hidden = at.phase !== "play" || panelOf(at) !== "cards" || isFour(at);
  button.disabled = !isAhead && !("canGo" in data());
  button.textContent = isAhead ? "Go" : data().go;
}

function showFour(at) {
  const four = document.getElementById("four");
  const cards = isFour(at) ? codes() : ["claim", "deal-over"].includes(at.phase) ? inQuestion(four) : [];
  four.replaceChildren(...(cards.length ? cards.flatMap((code) => [face(code), " "]) : [isFour(at) ? "Tap its four cards." : ""]));
}

// The cards whose count is claimed, or can be called: those that wait in the outbox, else those the server has told.
function inQuestion(four) {
  const { fields } = outbox.waiting.findLast((item) => item.fields.cards) ?? {};
  return fields ? [...fields.cards.split("."), fields.card] : four.dataset.open.split(".").filter(Boolean);
}

const words = { go: "go", deal: "the deal", reply: "the answer" };

function entered({ fields }) {
  const [kind, ...rest] = (fields.do ?? "").split(" ");
  const cards = [...(fields.cards ?? "").split("."), fields.card].filter(Boolean);
  return cards.length ? cards.flatMap((code) => [" ", face(code)]) : [` ${words[kind] ?? `${kind} ${rest.at(-1)}`}`];
}
