// All posts of the table's page. What belongs to a turn goes through the outbox, one entry at a time and in order; undo,
// redo and a typed card are sent directly.

import { ask, post } from "../core/asking.js";
import { Outbox } from "../core/outbox.js";
import { places, travel } from "../core/pegs.js";
import { codes, set } from "./draft.js";
import { requestOf } from "./requests.js";

const form = document.getElementById("form");
const table = () => document.getElementById("table");
const version = () => Number(table().dataset.version);
const LONGEST_WAIT = 15_000;

export const outbox = new Outbox(form.dataset.match);
export const state = { sending: null, cutOff: false, hasTrouble: false };

let answered = () => {};
let wait = 0;
let timer = 0;

// Enter something: the fields of its post. The first entry that waits names its turn, a later one the entry before it.
export function enter(fields) {
  const before = outbox.waiting.at(-1);
  const { turn, phase } = table().dataset;
  const place = before ? { after: before.key, turn: "" } : { turn };
  outbox.add({ game: "cribbage", fields: { phase, ...fields, ...place } });
  send();
}

export async function send() {
  clearTimeout(timer);
  const [item] = outbox.waiting;
  if (!item || state.sending) return;
  state.sending = item;
  if (navigator.onLine) outbox.change(item.key, { tried: true }); // The server may have it, even without an answer.
  const { address, body } = requestOf(outbox.match, item, version());
  const answer = await post(address, body);
  state.sending = null;
  settleItem(item, answer);
  bringIn(answer.text);
  answered(answer.status);
  if (!state.cutOff) send();
}

function settleItem(item, { status, text }) {
  state.cutOff = !text;
  state.hasTrouble = status >= 500;
  if (state.cutOff) return tryLater();
  wait = 0;
  if (status === 200) return settled(item, text);
  if (![409, 422].includes(status)) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const [told] = page.querySelectorAll(".told p");
  const others = outbox.waiting.filter(({ key }) => key !== item.key);
  // A tap that is refused at once is told where it was made; another one is kept, until somebody has seen it.
  if (status === 422 && !item.tried && !others.length) outbox.remove(item.key);
  else outbox.change(item.key, { parked: told?.textContent || "It was refused." });
  // What was entered after a refused entry was meant for another table than this.
  for (const { key } of others) outbox.change(key, { parked: "What came before it was not entered." });
}

function settled(item, text) {
  outbox.remove(item.key);
  const [following] = outbox.waiting;
  // Another phone has entered the same: what follows comes after its entry, whose key this phone does not know.
  if (following && /data-stands/.test(text)) {
    outbox.change(following.key, { fields: { ...following.fields, after: "", turn: turnAfter(item.fields.turn) } });
  }
}

// The turn after an entry, `deal.misdeals.events`; empty if that is not known.
function turnAfter(turn) {
  const parts = turn.split(".").map(Number);
  return parts.length === 3 ? [parts[0], parts[1], parts[2] + 1].join(".") : "";
}

function tryLater() {
  wait = Math.min(wait * 2 || 1000, LONGEST_WAIT);
  timer = setTimeout(send, wait);
}

// Send the page's form as it is, with a button's name and value. Only while nothing waits.
export async function sendForm(button) {
  if (state.sending) return;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  state.sending = { fields: {} };
  const answer = await post(form.getAttribute("action"), body);
  state.sending = null;
  state.cutOff = !answer.text;
  bringIn(answer.text);
  answered(answer.status);
  if (state.cutOff) state.cutOff = false; // Nothing waits: the person taps again.
}

// Fetch the table: news of it, or another way to enter. Returns whether it is shared with this phone.
export async function fetchTable(address, isNews = false) {
  const { status, text } = await ask(address);
  if (state.sending) return true; // The answer brings the news.
  bringIn(text, isNews ? version() + 1 : version());
  if (text) answered(200);
  return status !== 404;
}

// Swap fragments into the page, unless it shows a later version already.
function bringIn(text, least = version()) {
  const found = Number(/data-version="(\d+)"/.exec(text)?.[1] ?? -1);
  if (found < least) return;
  const before = places();
  const kept = codes();
  window.htmx.swap(form, text, { swapStyle: "none" });
  travel(before);
  if (!codes().length) set(kept); // Cards may have been tapped meanwhile for what comes next.
}

// `then` is called with the status of each answer, when the table is up to date.
export function onAnswer(then) {
  answered = then;
  window.addEventListener("online", () => {
    wait = 0;
    send();
  });
  window.addEventListener("pageshow", send);
  document.addEventListener("visibilitychange", () => document.hidden || send());
  document.getElementById("again").addEventListener("click", send);
}
