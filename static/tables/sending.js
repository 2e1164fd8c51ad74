// All posts of a table's page whose entries follow each other. What belongs to a turn goes through the outbox; rulings, undo,
// redo and what is typed are sent directly.

import { ask } from "../core/asking.js";
import { Outbox, sender } from "../core/outbox.js";
import { requestOf } from "./requests.js";

// What becomes of a draft when the table changes: it is of the next entry after one that is saved now, unless another phone
// has gone on; it outlasts news of others' entries only if it is still its turn; another way to enter begins anew.
export const [KEPT, KEPT_IF_SAME, NEW_WAY, OVERTAKEN] = ["kept", "kept if same", "new way", "overtaken"];

const form = document.getElementById("form");
const table = () => document.getElementById("table");
const version = () => Number(table().dataset.version);

export const outbox = new Outbox(form.dataset.match);
let answered = () => {};
let keep = () => () => {};

const { state, send, exchange, listen } = sender(outbox, {
  requestOf: (item) => requestOf(outbox.match, item, version()),
  begin(item) {
    if (item && navigator.onLine) outbox.change(item.key, { tried: true }); // The server may have it, even without an answer.
  },
  end(answer, item) {
    const draft = item ? take(item, answer) : NEW_WAY;
    state.cutOff &&= outbox.waiting.length > 0; // Of a form nothing waits: the person taps again.
    bringIn(answer.text, version(), draft);
    answered(answer.status);
  },
});

export { send, state };

// Enter something: the fields of its post. The first entry that waits names its turn, a later one the entry before it.
export function enter(fields) {
  const before = outbox.waiting.at(-1);
  const place = before ? { after: before.key, turn: "" } : { turn: table().dataset.turn };
  outbox.add({ game: form.dataset.game, fields: { ...fields, ...place } });
  send();
}

// What becomes of an item, and of a draft.
function take(item, { status, text }) {
  if (status === 200) {
    const turn = outbox.accept(item.key, text);
    return turn && !outbox.waiting.length && !text.includes(`data-turn="${turn}"`) ? OVERTAKEN : KEPT;
  }
  if (status === 409 || status === 422) refuse(item, status, new DOMParser().parseFromString(text, "text/html"));
  return KEPT_IF_SAME;
}

function refuse(item, status, page) {
  const told = page.querySelector(".told p");
  const following = outbox.following(item.key);
  // A tap that is refused at once is told where it was made; another one is kept, until somebody has seen it.
  if (status === 422 && !item.tried && !following.length) outbox.remove(item.key);
  else outbox.change(item.key, { parked: told?.firstChild.textContent.trim() || "It was refused." });
  // What was entered after a refused entry was meant for another table than this.
  for (const { key } of following) outbox.change(key, { parked: "What came before it was not entered." });
}

// Send the page's form as it is, with a button's name and value. Only while nothing waits. Returns the answer's status.
export async function sendForm(button) {
  if (state.busy) return 0;
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  return exchange({ address: form.getAttribute("action"), body });
}

// Fetch the table: news of it, or another way to enter. Returns whether it is shared with this phone.
export async function fetchTable(address, isNews = false) {
  const { status, text } = await ask(address);
  if (state.busy) return true; // The answer brings the news.
  bringIn(text, isNews ? version() + 1 : version(), isNews ? KEPT_IF_SAME : NEW_WAY);
  if (text) answered(200);
  return status !== 404;
}

// Swap fragments into the page, unless it shows a later version already.
function bringIn(text, least, draft) {
  const found = Number(/data-version="(\d+)"/.exec(text)?.[1] ?? -1);
  if (found < least) return;
  const restore = keep();
  window.htmx.swap(form, text, { swapStyle: "none" });
  restore(draft);
}

// `then` is called with the status of each answer, when the table is up to date; `keeps` before fragments are swapped in, and
// what it returns afterwards, with what becomes of the draft.
export function onAnswer(then, keeps) {
  [answered, keep] = [then, keeps];
  listen();
}
