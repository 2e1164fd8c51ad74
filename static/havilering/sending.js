// All posts of the table's page. Tricks and claims go through the outbox, one at a time and in order; others are sent
// directly, and can be repeated unchanged if there was no response.

import { ask } from "../core/asking.js";
import { Outbox, sender } from "../core/outbox.js";
import { places, travel } from "../core/pegs.js";
import { inOrder, isLater, placeOf, requestOf } from "./turns.js";

const form = document.getElementById("table");
const post = () => document.getElementById("post");
const value = (name) => post().querySelector(`[name=${name}]`).value;

export const outbox = new Outbox(form.dataset.match, inOrder);
let answered = () => {};

const { state, send, exchange, listen } = sender(outbox, {
  requestOf: (item) => requestOf(outbox.match, item, value("version")),
  isHeld,
  begin: () => form.setAttribute("aria-busy", "true"),
  end({ status, text }, item) {
    form.removeAttribute("aria-busy");
    if (state.cutOff) state.fresh = null;
    if (text && !item) state.failed = null;
    bringIn(text);
    answered(status, item);
  },
});
export { send, state };
state.failed = null; // The last direct post without a response, with the label of its button.
state.fresh = null; // The key of the last entry, unless it was delayed.

// --- what comes next -------------------------------------------------------------------------------------------

// What the server waits for: a trick or its claim; null if it waits for something else.
export function due() {
  const { turn, phase } = post().dataset;
  if (phase === "play") return { turn, what: "trick" };
  return phase === "claim" ? { turn, what: "claim" } : null;
}

function after({ turn, what }) {
  if (what === "trick" && "muggins" in post().dataset) return { turn, what: "claim" };
  const [hand, deal, trick] = turn.split(".").map(Number);
  return { turn: trick < 13 ? `${hand}.${deal}.${trick + 1}` : `${hand + 1}.0.1`, what: "trick" };
}

// What comes next on this phone: the first turn that is not in its outbox.
export function next() {
  let at = due();
  const { waiting } = outbox;
  while (at && waiting.some(({ turn, what }) => turn === at.turn && what === at.what)) at = after(at);
  return at;
}

// Whether an item must wait because earlier ones have not been entered.
export function isHeld(item) {
  const { turn, phase } = post().dataset;
  const asked = ["play", "claim"].indexOf(phase);
  return isLater(placeOf(item), [...turn.split(".").map(Number), asked < 0 ? 2 : asked]);
}

// --- sending ---------------------------------------------------------------------------------------------------

// Enter a trick by its cards, or a claim by its items; a repeated one keeps its key, so that it counts once.
export function enter(content, again = {}) {
  const hadNone = !outbox.waiting.length;
  const { key } = outbox.add({ ...next(), content, ...again });
  state.fresh = hadNone ? key : null;
  send();
}

// Remove the last unsent entry.
export function drop() {
  outbox.remove(outbox.waiting.at(-1).key);
  if (!outbox.waiting.length) state.cutOff = false;
}

export function forget() {
  state.failed = null;
  state.cutOff = outbox.waiting.length > 0 && state.cutOff;
}

// Send a post that is not a trick or claim; a repetition is identical, so that it counts once.
export function sendForm(posted) {
  state.failed = posted;
  return exchange(posted);
}

function tryAgain() {
  if (state.busy) return;
  if (outbox.waiting.length) send();
  else if (state.failed) sendForm(state.failed);
}

// After the end of the match, park all waiting items.
function parkTheRest() {
  for (const item of post().dataset.phase === "match-over" ? outbox.waiting : []) {
    if (isHeld(item)) outbox.change(item.key, { parked: "The match was over by then." });
  }
}

// Swap fragments into the page, unless it shows a later version already.
function bringIn(text) {
  const version = Number(/name="version" value="(\d+)"/.exec(text)?.[1] ?? -1);
  if (version < Number(value("version"))) return false;
  const before = places();
  window.htmx.swap(form, text, { swapStyle: "none" });
  travel(before);
  parkTheRest();
  return true;
}

// Fetch the current table, passing the draft. Returns whether there was anything new, or null if it is not shared.
export async function fetchNews(down) {
  if (state.busy) return false; // The response brings the news.
  const { status, text } = await ask(`${form.dataset.live}?${new URLSearchParams(down)}`);
  if (state.busy || !text || !bringIn(text)) return status === 404 ? null : false;
  forget(); // A post without a response has either arrived, or was made from an earlier table.
  return true;
}

// `then` is called with the status of each response, and the item of the outbox, if there is one.
export function onAnswer(then) {
  answered = then;
  parkTheRest();
  listen(tryAgain);
}
