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
const STANDS = [200, 409, 422]; // The referee has looked at it, and sends the table as it stands.

export const outbox = new Outbox(form.dataset.match);
export const state = {
  busy: false, // A post is on its way.
  sending: null, // The trick that is on its way.
  cutOff: false, // The last post got no answer.
  fresh: null, // The key of the trick that was tapped last, as long as it was not held up.
};

let answered = () => {};
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
  state.fresh = outbox.waiting.length === 1 ? outbox.waiting[0].key : null;
  send();
}

// Forget the last trick that the referee does not have yet.
export function drop() {
  outbox.remove(outbox.waiting.at(-1).key);
  if (!outbox.waiting.length) state.cutOff = false;
  send();
}

export function send() {
  clearTimeout(timer);
  const [item] = outbox.waiting;
  if (!state.busy && item && !isLater(item.turn, post().dataset.turn)) postTrick(item);
  tellUnsaved();
}

async function postTrick(item) {
  const { key, turn, cards } = item;
  state.sending = item;
  begin();
  const body = new URLSearchParams({ csrf_token: form.elements.csrf_token.value, version: value("version"), key, turn, cards: cards.join(".") });
  const status = await ask(form.getAttribute("hx-post"), { method: "POST", body });
  state.sending = null;
  end(status, item);
}

// Ask the referee for fragments, and put them into the page; the answer's status, 0 if there is none.
export async function ask(address, more = {}, isWelcome = () => true) {
  try {
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal, ...more });
    const text = await answer.text();
    if (STANDS.includes(answer.status) && isWelcome()) window.htmx.swap(form, text, { swapStyle: "none" });
    return answer.status;
  } catch {
    return 0;
  }
}

function begin() {
  state.busy = true;
  form.setAttribute("aria-busy", "true");
}

function end(status, item) {
  state.busy = false;
  form.removeAttribute("aria-busy");
  state.cutOff = !STANDS.includes(status);
  if (state.cutOff) tryLater(status);
  else wait = 0;
  answered(status, item);
  if (!state.cutOff) send();
  tellUnsaved();
}

// `then` is told what the referee answered, and to which trick, if it was one.
export function onAnswer(then) {
  answered = then;
  form.addEventListener("submit", (event) => (button = event.submitter));
  form.addEventListener("htmx:beforeRequest", begin);
  form.addEventListener("htmx:afterRequest", (event) => end(event.detail.xhr.status));
  window.addEventListener("online", tryAgain);
  window.addEventListener("pageshow", tryAgain);
  document.addEventListener("visibilitychange", () => document.hidden || tryAgain());
  document.getElementById("again").addEventListener("click", tryAgain);
}

function tryLater(status) {
  // The page's cookie has been changed: a fresh page has the right token. Once; then it must be something else.
  if (status === 400 && performance.getEntriesByType("navigation")[0].type !== "reload") return location.reload();
  state.fresh = null;
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
