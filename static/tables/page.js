// The page of a table. Every key also works without this file, with a page load per tap; with it an entry shows at once, and
// waits on the phone until the server has it.

import { announce, tick } from "../core/aloud.js";
import { keys } from "../core/cards.js";
import { post } from "../core/asking.js";
import { catchUp, follow, lose } from "../core/events.js";
import { keepPage } from "../core/install.js";
import { settle } from "../core/overlays.js";
import { askAgain, connect, enter, fetchTable, outbox, send, sendForm, state } from "./sending.js";
import * as drafts from "./draft.js";
import { fit } from "./shown.js";
import { KEPT, given, isComplete, keep, putting, recall, set, stored, values, without } from "./draft.js";
import { wordsOf } from "./unsaved.js";

const form = document.getElementById("form");
const table = () => document.getElementById("table");
const address = location.pathname;
const total = Number(form.dataset.total ?? 0);
const DOUBLE_TAP = 350;
const NOT_DONE = "alone" in document.documentElement.dataset ? "The referee is starting: that was not done. Tap again."
  : "No connection: that was not done. Tap again when the signal is back.";
let pegs = null; // What moves them, in games that have a board; if it cannot be had, they jump.
let game; // What a game's page provides, see `run`.
let lastTap = ""; // The key that was tapped within this moment, where tapping it twice is never meant.
let forgetting = 0;
let isDropped = false; // Whether what came from the server last took away what was tapped.
let undoesNext = false; // Undo was tapped for an entry that the server may have, and whose answer is awaited.
let ofCard = null; // What is told of a refused card: it outlasts the answer to what was entered before, and other taps.

if (document.querySelector(".board")) import("../core/pegs.js").then((moving) => (pegs = moving), () => {});

form.addEventListener("click", (event) => {
  const link = event.target.closest(".way");
  const button = event.target.closest("button");
  if (link) {
    event.preventDefault();
    if (outbox.waiting.length) return tell("What was tapped before is not saved yet.");
    if (!isDoubled(link.href)) fetchTable(link.href);
  } else if (button?.matches(".undo")) takeBack(event);
  else if (event.target.matches(".told p")) tell(""); // It has been read.
  else if (button?.matches("[name=do][value=redo]")) giveBack(event);
  else if (button?.name === "mend") mend(event, button);
  else if (button?.closest(".entry") && ["tap", "card"].includes(button.name)) tap(event, button);
  else if (button && "once" in button.dataset) enterOnce(event, button.value);
});

function isDoubled(value) {
  if (value === lastTap) return true;
  lastTap = value;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => (lastTap = ""), DOUBLE_TAP);
  return false;
}

function enterOnce(event, act) {
  event.preventDefault();
  if (isDoubled(act)) return;
  tick();
  tell("");
  const at = game.next();
  const fields = { ...game.about(at), do: act };
  if ("draft" in fields) set([]);
  for (const refused of outbox.parked) if (game.isAsked(refused, table().dataset)) outbox.remove(refused.key);
  enter(fields);
  game.show();
}

// Two numbers that are the same may follow each other at once; a card cannot.
function tap(event, { name, value }) {
  event.preventDefault();
  const at = game.next();
  if (isDoubled(name === "card" ? value : `${value} ${given(values()).length}`)) return;
  if (name === "card" && values().includes(value)) return tell(game.twice(value));
  const stopped = name === "card" && game.stopped(value, at);
  if (stopped) return stopped === true || (ofCard = tell(...stopped));
  const seats = game.asked();
  const draft = putting(values(), value);
  if (draft.length > seats.length) return tell(game.full);
  undoesNext = false;
  tick();
  // That a card was refused is told until its trick is complete: who taps fast would miss it.
  const isWhole = game.entersItself(at) && isComplete(draft, at.kind, seats.length, total);
  if (!ofCard || isWhole) tell("");
  set(draft);
  if (isWhole) {
    set([]);
    enter(game.entry(at, draft, seats));
    if (form.elements.leader) form.elements.leader.value = "";
  }
  game.show();
  if (!isWhole && game.isUnsure(at)) askIfGone();
}

// Ask the referee whether a card has gone, where the page may not tell; taps go on meanwhile.
async function askIfGone() {
  const turn = table().dataset.turn;
  const body = new URLSearchParams(new FormData(form));
  body.set("typed", "");
  const { status, text } = await post(form.getAttribute("action"), body);
  const answer = status === 422 && turn === table().dataset.turn && new DOMParser().parseFromString(text, "text/html");
  const fault = answer && answer.querySelector(".told .fault");
  const gone = fault ? values().indexOf(fault.dataset.card) : -1;
  if (gone < 0) return;
  set(without(values(), gone));
  game.show();
  ofCard = tell(fault.firstChild.textContent.trim(), fault.querySelector("a"));
}

// What is tapped can be changed here; what is entered is taken back first, which the server does.
function mend(event, button) {
  event.preventDefault();
  if (game.panelOf(game.next()) === "settle") return sendForm(button);
  const place = Number(button.value);
  const code = values()[place];
  tell("");
  set(without(values(), place));
  game.show();
  keys.find((key) => key.value === code)?.focus({ preventScroll: true });
}

// Tell the person something above the keys, and return its line; an empty text takes it away.
export function tell(text, link, kind = "fault") {
  const told = form.querySelector(".told");
  const line = document.createElement("p");
  line.className = kind;
  line.append(text, ...(link ? [" ", link] : []));
  // What can be done about what was told before stays beside a fault.
  const acts = [...told.children].filter((each) => !each.matches("p") && !(link?.matches(".redo") && each.matches(".redo")));
  told.replaceChildren(...(text ? [line, ...acts] : []));
  if (text && kind === "fault") tick([30, 40, 30]);
  ofCard = null;
  return line;
}

// First what is tapped here, then another way to enter, then what the server does not have yet, then the log.
function takeBack(event) {
  event.preventDefault();
  lastTap = "";
  const last = outbox.waiting.at(-1);
  const wayOut = form.querySelector(".never-mind");
  if (given(values()).length || wayOut || last) settle(event.target.closest("button"));
  if (given(values()).length) tellTaken(game.worded(drafts.takeLast()));
  else if (wayOut) return fetchTable(wayOut.href);
  else if (last && (last.tried || last.key === state.sending?.key)) {
    undoesNext = true;
    tell("Taken back as soon as the referee answers.", null, "notice");
  }
  else if (last) takeEntryBack(last);
  else return sendForm({ name: "do", value: "undo" });
  game.show();
}

function takeEntryBack(item) {
  outbox.remove(item.key);
  drafts.noteTaken({ item });
  tellTaken(wordsOf(game.entered(item)));
}

function tellTaken(what) {
  const redo = document.createElement("button");
  Object.assign(redo, { className: "redo", name: "do", value: "redo", textContent: "Redo" });
  tell(`Taken back: ${what}.`, redo, "notice");
}

function giveBack(event) {
  if (!drafts.lastTaken()) {
    if (!outbox.waiting.length) return; // The log is done again, by the server.
    event.preventDefault();
    return tell("What was tapped before is not saved yet.");
  }
  event.preventDefault();
  settle(event.target);
  const item = drafts.giveBack();
  if (item) enter(item.fields, { key: item.key });
  tell("");
  game.show();
}

form.addEventListener("change", (event) => {
  if (event.target.name !== "leader") return;
  set(values());
  game.show();
});

form.addEventListener("submit", (event) => {
  if (event.submitter?.hasAttribute("formaction")) return; // It leads to another page.
  event.preventDefault();
  const [first] = outbox.waiting;
  if (first && !game.isHeld(first)) return tell("What was tapped before is not saved yet.");
  sendForm(event.submitter).then((status) => {
    if (status === 200 && !("fault" in table().dataset)) form.elements.typed.value = "";
  });
});

function answered(status, isDirect) {
  if (location.search) history.replaceState(null, "", address);
  if (status === 404) lose();
  const { dataset } = table();
  form.querySelector("h1").textContent = dataset.heading;
  document.title = dataset.title;
  if (undoesNext && !outbox.waiting.length) {
    undoesNext = false;
    sendForm({ name: "do", value: "undo" });
  }
  if (status === 0 && !outbox.waiting.length) tell(NOT_DONE);
  game.show();
  if (isDirect) settle(form);
  holdFocus();
  announce(dataset);
  keepPage();
  catchUp();
}

function keeps() {
  const [restore, said, stood, tapped] = [keep(), ofCard, pegs?.places(), values().join(".")];
  return (draft) => {
    restore(draft);
    if (stood) pegs.travel(stood);
    const isUsed = (table().dataset.last ?? "").startsWith(tapped);
    isDropped = tapped && !given(values()).length && !isUsed && tapped;
    if (draft !== KEPT) ofCard = null;
    else if (said) form.querySelector(".told").replaceChildren(said);
  };
}

const isSeen = (each) => each.getClientRects().length > 0;

// If the focused key disappears, the focus moves to what is asked.
function holdFocus() {
  const focused = document.activeElement;
  if (focused !== document.body && isSeen(focused)) return;
  const waits = form.querySelector(".waits");
  const target = waits.textContent && isSeen(waits) ? waits : form.querySelector(".pad");
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.matches("body, .pad, .pad .key, .numbers button")) return;
  if (/^[0-9atjqkdhsc♦♥♠♣]$/i.test(event.key)) form.elements.typed.focus();
});

async function refresh() {
  isDropped = false;
  const { way, version } = table().dataset;
  if (!(await fetchTable(`${address}?way=${way}&seen=${version}`, true))) lose();
  game.show();
  const lost = isDropped && isDropped.split(".").map(game.worded).join(" ");
  if (lost) tell(`Another phone went on: what was tapped here is dropped. Look again. It was ${lost}.`);
}

// What was tapped before a reload, in the way in which it was tapped.
async function restore() {
  const kept = stored();
  if (!kept || values().length || location.search) return;
  const { way, kind, written, led, leader } = kept;
  // Who led may be chosen on a page of its own.
  const isLed = leader && form.elements.leader.type === "hidden";
  if (!isLed && !led && way === game.next().way) recall();
  else await fetchTable(`${address}?${new URLSearchParams({ way, kind, draft: written, led, leader })}`);
  game.show();
}

const usual = {
  about: () => ({}),
  entersItself: () => true,
  full: "All have one already: tap a name to change what it has.",
  isAsked: () => false,
  isHeld: () => false,
  isUnsure: () => false,
  twice: () => "That card is there already: tap a name to change its card.",
  worded: (value) => value,
};

// Start the page of a game. Of a state, `next` gives the one after what waits in the outbox, `panelOf` names the keys,
// and `asked` gives the places of the values of a draft. `entry` are the fields of a complete draft, which its last value
// enters if it `entersItself`; `about` those that go with a key. `stopped` is what is told of a card that cannot be tapped (nothing
// of another, true if the server tells it), and `isUnsure` whether only the server knows it; `twice` is told of one that is tapped
// already, and `full` once nothing more can be tapped. `entered` words an item of the outbox as nodes and texts, `worded` a
// value. `show` renders the state. `isHeld` and `isAsked` are as for `connect`.
export function run(page) {
  const show = () => {
    page.show();
    fit();
  };
  game = { ...usual, ...page, show };
  const { isHeld, isAsked } = game;
  drafts.follow(game.next);
  connect({ answered, keeps, isHeld, isAsked, isTapping: () => given(values()).length > 0 });
  restore();
  settle(form);
  form.dataset.ready = "";
  game.show();
  announce(table().dataset);
  follow(form.dataset.line, () => table().dataset.version, refresh);
  askAgain();
  send();
}
