// Everything that goes from the table's page to the referee, and what the page says about what has not arrived.
// Tricks and claims go through the outbox, one at a time and in order; other posts as they are, to be tried again.

import { face } from "./cards.js";
import { Outbox, written } from "./outbox.js";

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
  sending: null, // The trick or the claim that is on its way.
  cutOff: false, // The last post got no answer.
  fresh: null, // The key of what was entered last, as long as it was not held up.
};

let answered = () => {};
let button = null; // What was pressed for the last post of another kind.
let wait = 0;
let timer = 0;

// Entries in the order of the match: hand, trick, and of a trick first its cards, then its claim.
function isLater({ turn, what }, { turn: otherTurn, phase }) {
  const one = [...turn.split(".").map(Number), Number(what === "claim")];
  const other = [...otherTurn.split(".").map(Number), Number(phase === "claim")];
  const place = one.findIndex((number, at) => number !== other[at]);
  return place >= 0 && one[place] > other[place];
}

function turnAfter(turn) {
  const [hand, trick] = turn.split(".").map(Number);
  return trick < 13 ? `${hand}.${trick + 1}` : `${hand + 1}.1`;
}

// Whether a claim comes next on this phone, behind what is still to be sent.
export function claimIsNext() {
  const last = outbox.waiting.at(-1);
  return last ? "muggins" in post().dataset && last.what === "trick" : post().dataset.phase === "claim";
}

// The trick that is next on this phone, or is to be claimed.
export function turn() {
  const last = outbox.waiting.at(-1);
  if (!last) return post().dataset.turn;
  return claimIsNext() ? last.turn : turnAfter(last.turn);
}

const value = (name) => post().querySelector(`[name=${name}]`).value;

// Enter a trick by its cards, or a claim by its items.
export function enter(what, content) {
  outbox.add({ what, turn: turn(), content, version: Number(value("version")) + outbox.waiting.length });
  state.fresh = outbox.waiting.length === 1 ? outbox.waiting[0].key : null;
  send();
}

// Forget the last entry that the referee does not have yet.
export function drop() {
  outbox.remove(outbox.waiting.at(-1).key);
  if (!outbox.waiting.length) state.cutOff = false;
  send();
}

export function send() {
  clearTimeout(timer);
  const [item] = outbox.waiting;
  if (!state.busy && item && !isLater(item, post().dataset)) postItem(item);
  tellUnsaved();
}

async function postItem(item) {
  state.sending = item;
  begin();
  const body = written(item, form.elements.csrf_token.value, value("version"));
  const status = await ask(`/matches/${outbox.match}/${item.what}`, { method: "POST", body });
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

// `then` is told what the referee answered, and to which item of the outbox, if it was one.
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
  if (items.at(-1).what === "claim" && items.length === 1) return `the claim for trick ${first}`;
  return first === last ? `trick ${first}` : `tricks ${first} to ${last}`;
}

export function tellUnsaved() {
  const { waiting, parked } = outbox;
  const held = waiting.length > 0 && isLater(waiting[0], post().dataset);
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
  const isTrick = item.what === "trick";
  const content = isTrick ? item.content.flatMap((code) => [face(code), " "]) : [`${item.content.join(", ") || "nothing"}. `];
  told.append(`${isTrick ? "Trick" : "The claim for trick"} ${trick} not entered: `, ...content, item.parked);
  const mine = document.createElement("a");
  mine.className = "button";
  mine.href = `${post().dataset.mend.replace(/[^/]+\/0$/, `${hand}/${trick}`)}?cards=${item.content.join(".")}`;
  mine.textContent = "Mine are right";
  const drop = document.createElement("button");
  drop.type = "button";
  drop.textContent = "Drop";
  drop.addEventListener("click", () => {
    outbox.remove(item.key);
    tellUnsaved();
  });
  line.append(told, ...(isTrick ? [mine] : []), drop);
  return line;
}
