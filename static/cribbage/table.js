// The table of cribbage. Every key also works without this file, with a page load per tap; with it an entry shows at once,
// and waits on the phone until the server has it.

import { announce, tick } from "../core/aloud.js";
import { catchUp, follow, lose } from "../core/events.js";
import { keepPage } from "../core/install.js";
import { settle } from "../core/overlays.js";
import { enter, fetchTable, onAnswer, outbox, send, sendForm } from "../components/sending.js";
import { codes, keep, set, stored } from "./draft.js";
import { isFour } from "./phases.js";
import { next, show } from "./shown.js";

const form = document.getElementById("form");
const table = () => document.getElementById("table");
const address = location.pathname;
const HAND_SIZE = 4;
const DOUBLE_TAP = 350;
let lastTap = ""; // The key that was tapped within this moment.
let forgetting = 0;

form.addEventListener("click", (event) => {
  const link = event.target.closest("#ways a");
  const button = event.target.closest("button");
  if (link) {
    event.preventDefault();
    fetchTable(link.href);
  } else if (button?.matches(".undo")) takeBack(event);
  else if (button?.closest(".entry") && button.name) tap(event, button);
});

form.querySelector(".muggins").addEventListener("toggle", () => settle(form)); // Its numbers take the place of others.

function tap(event, { name, value }) {
  event.preventDefault();
  if (value === lastTap) return;
  lastTap = value;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => (lastTap = ""), DOUBLE_TAP);
  const at = next();
  tick();
  if (name === "card") tapCard(at, value);
  else enter({ phase: at.phase, way: at.way, do: value });
  for (const higher of form.querySelectorAll(".higher")) higher.open = false;
  show();
}

function tapCard(at, code) {
  const isGone = at.phase !== "starter" && table().dataset.gone.split(".").includes(code);
  if (isGone && (outbox.waiting.length || !navigator.onLine)) return tell("That card is on the table already.");
  const isWaiting = outbox.waiting.some(({ fields }) => fields.card === code || fields.cards?.split(".").includes(code));
  if (isWaiting) return tell("That card is being saved."); // A double tap, too.
  if (!isFour(at)) return enter({ phase: at.phase, way: at.way, card: code });
  const cards = codes();
  if (cards.includes(code)) return tell("That card is there already: Undo takes it back.");
  if (table().dataset.gone.split(".").includes(code) && !outbox.waiting.length && cards.length < HAND_SIZE) {
    // The server says what the card was: it answers without storing anything.
    return sendForm({ name: "card", value: code });
  }
  set([...cards, code]);
  tell("");
  if (cards.length + 1 < HAND_SIZE) return;
  enter({ phase: at.phase, way: at.way, cards: codes().slice(0, -1).join("."), card: code });
  set([]);
}

function tell(text) {
  const told = form.querySelector(".told");
  const line = document.createElement("p");
  line.className = "fault";
  line.textContent = text;
  told.replaceChildren(...(text ? [line] : []));
}

// First what is tapped here, then what the server does not have yet, then the log.
function takeBack(event) {
  event.preventDefault();
  lastTap = "";
  const cards = codes();
  const last = outbox.waiting.at(-1);
  if (isFour(next()) && cards.length) set(cards.slice(0, -1));
  else if (last?.tried) tell("That may be saved already: wait until it is, and undo it then.");
  else if (last) outbox.remove(last.key);
  else sendForm({ name: "do", value: "undo" });
  show();
}

form.addEventListener("submit", (event) => {
  if (event.submitter?.hasAttribute("formaction")) return; // It leads to another page.
  event.preventDefault();
  const typed = form.elements.typed;
  if (outbox.waiting.length) return tell("What was tapped before is not saved yet.");
  sendForm(event.submitter).then(() => {
    if (!("fault" in table().dataset)) typed.value = "";
  });
});

onAnswer((status) => {
  if (location.search) history.replaceState(null, "", address);
  if (status === 404) lose();
  const { dataset } = table();
  form.querySelector("h1").textContent = dataset.heading;
  document.title = dataset.title;
  if (status === 0 && !outbox.waiting.length) tell("No connection: that was not done. Tap again when the signal is back.");
  if (!isFour(next())) set([]);
  show();
  announce(dataset);
  keepPage();
  catchUp();
}, keep);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.matches("body, .pad .key")) return;
  if (/^[0-9atjqkdhsc♦♥♠♣]$/i.test(event.key)) form.elements.typed.focus();
});

async function refresh() {
  if (!(await fetchTable(`${address}?way=${table().dataset.way}`, true))) lose();
  show();
}

if (!codes().length && isFour(next())) set(stored());
settle(form);
show();
announce(table().dataset);
follow(form.dataset.line, () => table().dataset.version, refresh);
send();
