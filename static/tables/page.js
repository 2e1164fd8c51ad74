// The page of a table whose entries are drafts of several taps. Every key also works without this file, with a page load per
// tap; with it an entry shows at once, and waits on the phone until the server has it.

import { announce, tick } from "../core/aloud.js";
import { catchUp, follow, lose } from "../core/events.js";
import { keepPage } from "../core/install.js";
import { settle } from "../core/overlays.js";
import { enter, fetchTable, KEPT, onAnswer, outbox, send, sendForm } from "./sending.js";
import { given, isComplete, keep, putting, set, stored, values, without } from "./draft.js";

const form = document.getElementById("form");
const table = () => document.getElementById("table");
const address = location.pathname;
const total = Number(form.dataset.total ?? 0);
const DOUBLE_TAP = 350;
let game; // What a game's page provides, see `run`.
let lastTap = ""; // The key that was tapped within this moment, where tapping it twice is never meant.
let forgetting = 0;
let isDropped = false; // Whether what came from the server last took away what was tapped.
let ofCard = null; // What is told of the card tapped last: it outlasts the answer to what was entered before.

form.addEventListener("click", (event) => {
  const link = event.target.closest("#ways .way");
  const button = event.target.closest("button");
  if (link) {
    event.preventDefault();
    if (outbox.waiting.length) return tell("What was tapped before is not saved yet.");
    fetchTable(link.href);
  } else if (button?.matches(".undo")) takeBack(event);
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
  enter({ ...game.about(game.next()), do: act });
  game.show();
}

// Two numbers that are the same may follow each other at once; a card cannot.
function tap(event, { name, value }) {
  event.preventDefault();
  const at = game.next();
  if (isDoubled(name === "card" ? value : `${value} ${given(values()).length}`)) return;
  if (name === "card" && values().includes(value)) return tell(game.twice);
  const stopped = name === "card" && game.stopped(value, at);
  if (stopped) return stopped === true || (ofCard = tell(...stopped));
  tick();
  tell("");
  const places = game.asked();
  const draft = putting(values(), value);
  if (draft.length > places.length) return tell("All have one already: tap a name to change what it has.");
  set(draft, at);
  if (isComplete(draft, at.kind, places.length, total)) {
    enter(game.entry(at, draft, places));
    set([]);
    if (form.elements.leader) form.elements.leader.value = "";
  }
  game.show();
}

// What is tapped can be changed here; what is entered is taken back first, which the server does.
function mend(event, button) {
  event.preventDefault();
  if (game.panelOf(game.next()) === "settle") return sendForm(button);
  set(without(values(), Number(button.value)), game.next());
  game.show();
}

// Tell the person something above the keys, and return its line; an empty text takes it away.
export function tell(text, link) {
  const told = form.querySelector(".told");
  const line = document.createElement("p");
  line.className = "fault";
  line.append(text, ...(link ? [" ", link] : []));
  told.replaceChildren(...(text ? [line] : []));
  ofCard = null;
  return line;
}

// First what is tapped here, then what the server does not have yet, then the log.
function takeBack(event) {
  event.preventDefault();
  lastTap = "";
  const draft = values();
  const last = outbox.waiting.at(-1);
  if (given(draft).length) set(draft.slice(0, -1), game.next());
  else if (last?.tried) tell("That may be saved already: wait until it is, and undo it then.");
  else if (last) outbox.remove(last.key);
  else sendForm({ name: "do", value: "undo" });
  game.show();
}

form.addEventListener("change", (event) => {
  if (event.target.name !== "leader") return;
  set(values(), game.next());
  game.show();
});

form.addEventListener("submit", (event) => {
  if (event.submitter?.hasAttribute("formaction")) return; // It leads to another page.
  event.preventDefault();
  if (outbox.waiting.length) return tell("What was tapped before is not saved yet.");
  sendForm(event.submitter).then((status) => {
    if (status === 200 && !("fault" in table().dataset)) form.elements.typed.value = "";
  });
});

onAnswer((status) => {
  if (location.search) history.replaceState(null, "", address);
  if (status === 404) lose();
  const { dataset } = table();
  form.querySelector("h1").textContent = dataset.heading;
  document.title = dataset.title;
  if (status === 0 && !outbox.waiting.length) tell("No connection: that was not done. Tap again when the signal is back.");
  game.show();
  announce(dataset);
  keepPage();
  catchUp();
}, () => {
  const [restore, said, moved, tapped] = [keep(), ofCard, game.moving?.(), given(values()).length];
  return (draft) => {
    moved?.();
    restore(draft);
    isDropped = tapped > 0 && !given(values()).length;
    if (draft !== KEPT) ofCard = null;
    else if (said) form.querySelector(".told").replaceChildren(said);
  };
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.matches("body, .pad .key, .numbers button")) return;
  if (/^[0-9atjqkdhsc♦♥♠♣]$/i.test(event.key)) form.elements.typed.focus();
});

async function refresh() {
  isDropped = false;
  if (!(await fetchTable(`${address}?way=${table().dataset.way}`, true))) lose();
  game.show();
  if (isDropped) tell("Another phone went on: what was tapped here is dropped. Look again.");
}

// What was tapped before a reload, in the way in which it was tapped.
async function restore() {
  const kept = stored();
  if (!kept || values().length || !game.canTap(game.next())) return;
  if (kept.way !== game.next().way) await fetchTable(`${address}?way=${kept.way}`);
  if (kept.kind !== game.next().kind || values().length) return;
  if (kept.leader) form.elements.leader.value = kept.leader;
  set(kept.written.split("."), game.next());
  game.show();
}

// Start the page of a game. Of a state, `next` gives the one after what waits in the outbox, `panelOf` names the keys, `canTap`
// tells whether a draft can be tapped, and `asked` gives the places of its values. `entry` are the fields of a complete draft,
// `about` those that go with a key, `stopped` what is told of a card that cannot be tapped (nothing of another, true if the server
// tells it), and `twice` of one that is tapped already. `show` renders the state; `moving` is called before fragments are
// swapped in, and its result afterwards.
export function run(page) {
  game = page;
  restore();
  settle(form);
  game.show();
  announce(table().dataset);
  follow(form.dataset.line, () => table().dataset.version, refresh);
  send();
}
