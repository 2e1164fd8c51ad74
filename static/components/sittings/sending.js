// All posts of a table's page. What belongs to a turn goes through the outbox, one entry at a time and in order; rulings,
// undo, redo and what is typed are sent directly.

import { ask, post } from "../../core/asking.js";
import { Outbox } from "../../core/outbox.js";
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
  const place = before ? { after: before.key, turn: "" } : { turn: table().dataset.turn };
  outbox.add({ game: form.dataset.game, fields: { ...fields, ...place } });
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
  take(item, answer);
  bringIn(answer.text, version(), answer.status === 200 ? KEPT : KEPT_IF_SAME);
  answered(answer.status);
  if (!state.cutOff) send();
}

function take(item, { status, text }) {
  state.cutOff = !text;
  state.hasTrouble = status >= 500;
  if (state.cutOff) {
    wait = Math.min(wait * 2 || 1000, LONGEST_WAIT);
    timer = setTimeout(send, wait);
    return;
  }
  wait = 0;
  if (status === 200) return accepted(item, text);
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

function accepted(item, text) {
  outbox.remove(item.key);
  const [following] = outbox.waiting;
  // Another phone has entered the same: what follows comes after its entry, whose key this phone does not know.
  if (following && /data-stands/.test(text)) {
    const turn = /data-turn="([^"]*)"/.exec(text)?.[1] ?? "";
    outbox.change(following.key, { fields: { ...following.fields, after: "", turn } });
  }
}

// Send the page's form as it is, with a button's name and value. Only while nothing waits.
export async function sendForm(button) {
  if (state.sending) return;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  state.sending = { fields: {} };
  const answer = await post(form.getAttribute("action"), body);
  state.sending = null;
  bringIn(answer.text, version(), NOT_KEPT);
  answered(answer.status);
}

// Fetch the table: news of it, or another way to enter. Returns whether it is shared with this phone.
export async function fetchTable(address, isNews = false) {
  const { status, text } = await ask(address);
  if (state.sending) return true; // The answer brings the news.
  bringIn(text, isNews ? version() + 1 : version(), isNews ? KEPT_IF_SAME : NOT_KEPT);
  if (text) answered(200);
  return status !== 404;
}

// What becomes of a draft when the table changes: it is of the next entry after one that is saved now; it outlasts news
// of others' entries only if it is still its turn; another way to enter begins anew.
const [KEPT, KEPT_IF_SAME, NOT_KEPT] = ["kept", "kept if same", "not kept"];

// Swap fragments into the page, unless it shows a later version already.
function bringIn(text, least, draft) {
  const found = Number(/data-version="(\d+)"/.exec(text)?.[1] ?? -1);
  if (found < least) return;
  const field = () => table().querySelector("[name=draft]");
  const [kept, leader, { turn, kind }] = [field().value, form.elements.leader?.value, { ...table().dataset }];
  window.htmx.swap(form, text, { swapStyle: "none" });
  const { dataset } = table();
  const isSame = dataset.turn === turn && dataset.kind === kind;
  if (field().value || draft === NOT_KEPT || (draft === KEPT_IF_SAME && !isSame)) return;
  field().value = kept;
  if (leader) form.elements.leader.value = leader;
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
