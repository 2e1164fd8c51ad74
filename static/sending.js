// Everything that goes from the table's page to the referee, and what the page says about what has not arrived.
// Tricks go through the outbox, one at a time and in order; every other post goes as it is, and can be tried again.

import { face } from "./cards.js";
import { Outbox } from "./outbox.js";

const form = document.getElementById("table");
const bar = document.getElementById("unsaved");
const words = document.getElementById("unsaved-words");
const list = document.getElementById("parked");
const post = () => document.getElementById("post");
const LONGEST_WAIT = 15_000;

export const outbox = new Outbox(form.dataset.match);
export const state = {
  busy: false, // A post is on its way.
  sending: null, // The trick that is on its way.
  cutOff: false, // The last post got no answer.
};

let button = null; // What was pressed for the last post that was no trick.
let wait = 0;
let timer = 0;

const sequence = (turn) => turn.split(".").map(Number);

function isLater(turn, than) {
  const [[hand, trick], [otherHand, otherTrick]] = [sequence(turn), sequence(than)];
  return hand > otherHand || (hand === otherHand && trick > otherTrick);
}

export function turnAfter(turn) {
  const [hand, trick] = sequence(turn);
  return trick < 13 ? `${hand}.${trick + 1}` : `${hand + 1}.1`;
}

// The trick that is next on this phone: behind those that are still to be sent.
export function turn() {
  const last = outbox.waiting.at(-1);
  return last ? turnAfter(last.turn) : post().dataset.turn;
}

const value = (name) => post().querySelector(`[name=${name}]`).value;

export function enter(cards) {
  outbox.add({ turn: turn(), cards, version: Number(value("version")) + outbox.waiting.length });
  send();
}

export function send() {
  clearTimeout(timer);
  const [item] = outbox.waiting;
  if (!state.busy && item && !isLater(item.turn, post().dataset.turn)) {
    state.sending = item;
    const values = { key: item.key, turn: item.turn, cards: item.cards.join("."), items: "", typed: "" };
    window.htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, swap: "none", values }).catch(() => {});
  }
  tellUnsaved();
}

// After an answer: what became of it. `answered` is told whether the referee took a stand, and in which item.
export function onAnswer(answered) {
  form.addEventListener("submit", (event) => (button = event.submitter));
  form.addEventListener("htmx:beforeRequest", () => {
    state.busy = true;
    form.setAttribute("aria-busy", "true");
  });
  form.addEventListener("htmx:afterRequest", (event) => {
    const { status } = event.detail.xhr;
    const item = state.sending;
    state.busy = false;
    state.sending = null;
    form.removeAttribute("aria-busy");
    state.cutOff = ![200, 404, 409, 422].includes(status);
    if (state.cutOff) tryLater(status);
    else wait = 0;
    answered(status, item);
    if (!state.cutOff) send();
    tellUnsaved();
  });
  window.addEventListener("online", tryAgain);
  window.addEventListener("pageshow", tryAgain);
  document.addEventListener("visibilitychange", () => document.hidden || tryAgain());
  document.getElementById("again").addEventListener("click", tryAgain);
}

function tryLater(status) {
  // The page's cookie is gone: a fresh page has a new one.
  if (status === 400) return location.reload();
  wait = Math.min(wait * 2 || 1000, LONGEST_WAIT);
  if (outbox.waiting.length) timer = setTimeout(send, wait);
}

function tryAgain() {
  if (state.busy) return;
  if (outbox.waiting.length) send();
  else if (state.cutOff) button?.click();
}

// --- what is not saved -----------------------------------------------------------------------------------------

function numbered(items) {
  const [first, last] = [items[0], items.at(-1)].map((item) => item.turn.split(".")[1]);
  return items.length === 1 ? `trick ${first}` : `tricks ${first} to ${last}`;
}

export function tellUnsaved() {
  const { waiting, parked } = outbox;
  const held = waiting.length > 0 && isLater(waiting[0].turn, post().dataset.turn);
  const text = waiting.length ? `Not yet saved: ${numbered(waiting)}.` : "Not yet saved.";
  if (words.textContent !== text) words.textContent = text;
  bar.hidden = !(state.cutOff || held || (waiting.length && !state.busy));
  list.replaceChildren(...parked.map(parkedLine));
  list.hidden = !parked.length;
}

function parkedLine(item) {
  const [hand, trick] = item.turn.split(".");
  const line = document.createElement("li");
  const told = document.createElement("p");
  told.append(`Trick ${trick} not entered: `, ...item.cards.flatMap((code) => [face(code), " "]), item.parked);
  const mine = document.createElement("a");
  mine.className = "button";
  mine.href = `${post().dataset.mend.replace(/[^/]+\/0$/, `${hand}/${trick}`)}?cards=${item.cards.join(".")}`;
  mine.textContent = "Mine are right";
  const drop = document.createElement("button");
  drop.type = "button";
  drop.textContent = "Drop";
  drop.addEventListener("click", () => {
    outbox.remove(item.key);
    tellUnsaved();
  });
  line.append(told, mine, drop);
  return line;
}
