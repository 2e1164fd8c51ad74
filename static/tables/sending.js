// All posts of a table's page. Entries that belong to a turn go through the outbox, in order; rulings, undo, redo and typed
// entries are sent directly.

import { tick } from "../core/aloud.js";
import { ask, post } from "../core/asking.js";
import { deliverAll } from "../core/deliveries.js";
import { renew } from "../core/morph.js";
import { Outbox, isLater, placeOf, requestOf } from "../core/outbox.js";
import { isSaid, say } from "../core/say.js";
import { AMENDED, ANSWERED, KEPT, KEPT_IF_SAME, OVERTAKEN, PARKED, values, valuesIn } from "./draft.js";
import { data, form, game } from "./game.js";

const version = () => Number(data().version);
const opened = () => form.elements.opened.value; // Identifies the match: its number may be another's once a backup was restored.
const IS_OVER = /^(match-)?over$/;
const LONGEST_WAIT = 15_000;

export const outbox = new Outbox(form.dataset.match);
export const state = {
  busy: false, // A post is in progress.
  sending: null, // The item being sent.
  cutOff: false, // The last post got no response.
  hasTrouble: false, // The last post got a server error.
};
let fresh = ""; // The key of the last entry, if it had to wait for nothing.
let wait = 0;
let timer = 0;

// Let the browser paint first: a request takes a slow phone as long as the rest of a tap.
const due = () => new Promise((done) => setTimeout(done));

// Send entries one at a time, in order, each repeated until there is an answer.
export async function send() {
  clearTimeout(timer);
  const [item] = outbox.waiting;
  if (item && !state.busy && !game.isHeld(item, data())) await exchange(requestOf(outbox.match, item, version()), item);
}

// Post an entry, or a form, which is no item; return the status.
async function exchange({ address, body }, item = null) {
  Object.assign(state, { busy: true, sending: item });
  form.setAttribute("aria-busy", "true");
  if (item && navigator.onLine) outbox.change(item.key, { tried: true }); // The server may have it even if its answer is lost.
  if (item) await due();
  const { wanted } = game;
  const answer = await post(address, body);
  const cutOff = !answer.text && !answer.moved;
  Object.assign(state, { busy: false, sending: null, cutOff, hasTrouble: answer.status >= 500 });
  wait = cutOff ? Math.min(wait * 2 || 1000, LONGEST_WAIT) : 0;
  if (cutOff && outbox.waiting.length) timer = setTimeout(send, wait);
  await end(answer, item, body.get("draft") === form.elements.draft.value && wanted === game.wanted);
  if (!state.cutOff) send();
  return answer.status;
}

function end(answer, item, isSame) {
  form.removeAttribute("aria-busy");
  if (state.cutOff) fresh = "";
  if (answer.status === 200) tick(20);
  const draft = item ? take(item, answer) : isSame ? ANSWERED : AMENDED;
  state.cutOff &&= outbox.waiting.length > 0; // A form does not wait: the player taps again.
  // Fetch the current table without the message about the parked entry, which the bar shows.
  if (item && answer.status === 409) return fetchTable(`${location.pathname}?seen=${version()}`, true);
  bringIn(answer.text, version(), draft);
  return game.answered(answer.status, !item);
}

// The waiting entries the table does not show yet. A browser that is killed may forget that an entry was acknowledged.
export const ahead = () => outbox.waiting.filter(({ fields }) => !fields.turn || !isLater(placeOf(data()), placeOf(fields)));

// Enter an item: the fields of a post, and what is kept with them on the phone. If the page knows the turn, they name it;
// otherwise the first waiting entry names its turn, and each later one the entry before it.
export function enter({ fields, ...item }) {
  game.wanted = "";
  document.documentElement.dataset.enters = ""; // At the end of a round, the phone that enters the score rings.
  const before = ahead().at(-1);
  const place = before ? { after: before.key, turn: "" } : { turn: data().turn };
  const posted = { opened: opened(), ...place, ...fields, ...(fields.turn && { after: "" }) };
  const { key } = outbox.add({ ...item, game: form.dataset.game, fields: posted });
  fresh = before ? "" : key;
  send();
}

// Handle the answer to an entry, and decide what happens to the draft.
function take(item, { status, text }) {
  if (status === 200) {
    const turn = outbox.accept(item.key, text);
    return turn && !outbox.waiting.length && !text.includes(`data-turn="${turn}"`) ? OVERTAKEN : KEPT;
  }
  if (status !== 409 && status !== 422) return KEPT_IF_SAME;
  return refuse(item, status, new DOMParser().parseFromString(text, "text/html"));
}

function refuse(item, status, answer) {
  const now = answer.getElementById("table").dataset;
  const isOurs = now.opened === opened();
  if (status === 409 && game.isHeld(item, now)) return KEPT_IF_SAME; // An earlier entry was undone: wait until it is entered again.
  const following = outbox.following(item.key);
  const isFresh = item.key === fresh && !following.length && !valuesIn(values()).length;
  // Report an entry that is refused at once where it was tapped; keep any other until somebody has seen it.
  if (isOurs && status === 422 && (isFresh || game.isAsked(item, now))) {
    outbox.remove(item.key);
    return KEPT_IF_SAME;
  }
  const told = wordsOf(answer.querySelector(".told p")) || "It was refused.";
  outbox.change(item.key, { parked: told, use: answer.querySelector(".told .use")?.pathname });
  // Entries after a refused one assumed that it was accepted.
  for (const { key } of following) outbox.change(key, { parked: "The entry before it was not accepted." });
  return PARKED;
}

// The text of a message, without its links.
function wordsOf(line) {
  for (const link of line?.querySelectorAll("a") ?? []) link.remove();
  return line?.textContent.trim();
}

// Resend refused entries whose turn has passed: by now somebody may have entered the same.
export function askAgain() {
  for (const { key, use, fields } of outbox.parked) {
    if (use && fields.turn !== data().turn && !game.isHeld({ fields }, data())) outbox.change(key, { parked: "" });
  }
}

// Send the page's form as it is, with a button's name and value, and return the status.
export async function sendForm(button) {
  if (state.busy) return 0;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  return exchange({ address: form.getAttribute("action"), body });
}

// Fetch the table, for news or for another way of entering. Returns the answer's status, 0 without one.
export async function fetchTable(address, isNews = false, least) {
  if (state.busy && isNews) return 200; // The pending answer will bring the news.
  const { status, text } = await ask(address);
  if (state.busy) return 200;
  bringIn(text, isNews ? least ?? version() + 1 : version(), isNews ? KEPT_IF_SAME : ANSWERED);
  if (text) game.answered(200, !isNews);
  send();
  return status;
}

// Swap fragments into the page, unless it already shows a later version. If another match has the number since a backup was
// restored, load its page.
function bringIn(text, least, draft) {
  if ((/data-opened="([^"]*)"/.exec(text)?.[1] ?? opened()) !== opened()) return location.reload();
  const found = Number(/data-version="(\d+)"/.exec(text)?.[1] ?? -1);
  if (found < Math.max(least, version())) return;
  if (draft === ANSWERED) game.wanted = "";
  const restore = game.keeps();
  swap(text, found > version());
  restore(draft);
  parkTheRest();
}

// Replace elements with the fragments that have the same ids, and announce what is news or has not just been said.
function swap(text, isNews) {
  const parts = new DOMParser().parseFromString(text, "text/html").querySelectorAll("[hx-swap-oob]");
  for (const part of parts) {
    const before = document.getElementById(part.id);
    if (part.getAttribute("hx-swap-oob") === "true") renew(before, part);
    else if (isNews || !isSaid(part.textContent)) say(part.textContent);
  }
}

// After the end of the match no waiting entry fits: park them all.
function parkTheRest() {
  if (!IS_OVER.test(data().phase)) return;
  for (const item of outbox.waiting) if (game.isHeld(item, data())) outbox.change(item.key, { parked: "The match was over by then." });
}

// Entries made without a signal at the last table, which this phone has left since.
const deliver = () => deliverAll(outbox.match);

// Begin to send, as soon as the page is up to date.
export function connect() {
  parkTheRest();
  window.addEventListener("online", () => {
    wait = 0; // The event comes slightly before the network works, so retry again soon.
    send();
    deliver();
  });
  window.addEventListener("pageshow", send);
  document.addEventListener("visibilitychange", () => document.hidden || send());
  document.getElementById("again").addEventListener("click", send);
  deliver();
}
