// The table's pad under the finger. Every button also works without this file, one page a tap; here taps fill the
// slots at once, and only the fourth card (or a claim, a call, an answer) goes to the referee.

import { HOLE, count, face, holeIn, keys, nameOf } from "./cards.js";

const form = document.getElementById("table");
const unsaved = document.getElementById("unsaved");
const enter = document.getElementById("enter");
const menu = form.querySelector(".menu");
const post = () => document.getElementById("post");
const field = (name) => post().querySelector(`[name=${name}]`);
const store = `draft-${form.dataset.match}`;
// The order of the referee's list of played cards: suits from diamonds up, ranks from the two up.
const order = ["D", "H", "S", "C"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));

let sending = [];     // the cards on their way to the referee
let busy = false;
let waiting = [];     // cards tapped meanwhile, for the trick after
let last = null;      // the button of the last post
let failed = null;    // the button to press again when a post got no answer

const cards = () => field("cards").value.split(".").filter(Boolean);

function setCards(draft) {
  while (draft.at(-1) === HOLE) draft.pop();
  field("cards").value = draft.join(".");
  keep();
  show(draft);
}

// --- what is shown ---------------------------------------------------------------------------------------------

function show(draft) {
  if ("calling" in post().dataset) draft = []; // The trick that is called is what matters now.
  for (const slot of form.querySelectorAll(".slot")) {
    const place = Number(slot.dataset.place);
    const card = slot.querySelector(".card");
    const code = draft[place] && draft[place] !== HOLE ? draft[place] : "";
    card.replaceChildren();
    if (code) card.append(takeBackButton(place, code));
    else if (!draft.length && card.dataset.past) card.append(face(card.dataset.past));
    slot.classList.toggle("filled", Boolean(code));
    slot.classList.toggle("next", post().dataset.phase === "play" && place === holeIn(draft));
    if (!code) slot.classList.remove("wrong");
  }
  form.querySelector(".slots").classList.toggle("drafting", draft.length > 0);
  const led = draft[0] && draft[0] !== HOLE ? draft[0][1] : "";
  for (const rows of form.querySelectorAll(".suit-rows")) rows.classList.toggle("led", rows.dataset.suit === led);
  const muggins = form.querySelector(".result .muggins");
  if (muggins) muggins.hidden = !count(draft);
  const shown = "showPlayed" in post().dataset;
  for (const key of keys) key.classList.toggle("gone", shown && goneIn(key.value) > 0);
}

function takeBackButton(place, code) {
  const button = document.createElement("button");
  button.name = "back";
  button.value = place;
  const words = document.createElement("span");
  words.className = "unseen";
  words.textContent = "Take back ";
  button.append(words, face(code));
  return button;
}

function tell(text, link) {
  for (const old of form.querySelectorAll(".result .fault")) old.remove();
  if (!text) return;
  const told = document.createElement("p");
  told.className = "fault told";
  told.textContent = text;
  if (link) told.append(" ", link);
  form.querySelector(".result").prepend(told);
  document.getElementById("status").textContent = text;
}

function mendLink(trick, code) {
  const link = document.createElement("a");
  link.className = "why";
  link.href = `${post().dataset.mend.replace(/0$/, trick)}?card=${code}`;
  link.textContent = `Trick ${trick} was wrong`;
  return link;
}

const goneIn = (code) => parseInt(post().dataset.gone[order.indexOf(code)], 16);

// --- tapping ---------------------------------------------------------------------------------------------------

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.id === "again") return;
  if (button.classList.contains("key")) tapKey(button, event);
  else if (busy) event.preventDefault();
  else if (button.classList.contains("undo") && unsavedTrick()) dropTrick(event);
  else if (button.name === "back") takeBack(button, event);
  else if (button.name === "add" || button.name === "less") tapItem(button, event);
});

function tapKey(key, event) {
  const code = key.value;
  const draft = cards();
  const trick = goneIn(code);
  tell("");
  if (busy) {
    event.preventDefault();
    if (![...sending, ...waiting].includes(code) && waiting.length < 4) waiting.push(code);
  } else if (draft.includes(code)) {
    event.preventDefault();
    tell(`The ${nameOf[code]} is in this trick already.`);
  } else if (trick) {
    event.preventDefault();
    tell(`The ${nameOf[code]} went in trick ${trick} of this hand.`, mendLink(trick, code));
  } else if (count(draft) > 3) {
    event.preventDefault();
    tell(unsaved.hidden ? "Four cards are down: tap the wrong one to take it back." : "The trick before is not saved yet.");
  } else {
    draft[holeIn(draft)] = code;
    if (count(draft) < 4) {
      event.preventDefault();
      setCards(draft);
    } else {
      // The fourth card goes with the post itself, exactly as it would without this file.
      sending = draft;
      keep(draft);
      show(draft);
    }
  }
}

function takeBack(button, event) {
  event.preventDefault();
  const draft = cards();
  draft[Number(button.value)] = HOLE;
  tell("");
  unsaved.hidden = true;
  setCards(draft);
}

const unsavedTrick = () => !unsaved.hidden && failed === enter;

function dropTrick(event) {
  event.preventDefault();
  unsaved.hidden = true;
  tell("");
  setCards([]);
}

function tapItem(button, event) {
  event.preventDefault();
  const named = field("items").value.split(".").filter(Boolean);
  if (button.name === "add") named.push(button.value);
  else named.splice(named.indexOf(button.value), 1);
  field("items").value = named.join(".");
  keep();
  tell("");
  showItems();
}

function showItems() {
  const named = field("items").value.split(".").filter(Boolean);
  let sum = 0;
  for (const add of form.querySelectorAll("[name=add]")) {
    const less = add.parentElement.querySelector("[name=less]");
    const times = named.filter((item) => item === add.value).length;
    sum += times * Number(add.dataset.worth);
    less.hidden = !times;
    less.querySelector(".count").textContent = times;
  }
  for (const shown of form.querySelectorAll(".sum")) shown.textContent = sum;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, summary")) return;
  if (/^[0-9atjqkdhsc♦♥♠♣]$/i.test(event.key)) form.elements.typed.focus();
});

// --- what was tapped survives a reload -------------------------------------------------------------------------

function keep(draft = cards()) {
  try {
    const kept = { turn: post().dataset.turn, cards: draft.join("."), items: field("items").value };
    localStorage.setItem(store, JSON.stringify(kept));
  } catch {
    // A private window keeps nothing; the pad works all the same.
  }
}

function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(store) ?? "null");
    if (kept?.turn !== post().dataset.turn) return;
    if (!field("cards").value && post().dataset.phase === "play") field("cards").value = kept.cards;
    if (!field("items").value) field("items").value = kept.items;
  } catch {
    // As above.
  }
}

// --- posting ---------------------------------------------------------------------------------------------------

form.addEventListener("submit", (event) => {
  last = event.submitter;
  if (last === enter && count(cards()) === 4) sending = cards();
  menu.open = false;
});

form.addEventListener("htmx:beforeRequest", () => {
  busy = true;
  unsaved.hidden = true;
  form.setAttribute("aria-busy", "true");
});

form.addEventListener("htmx:afterRequest", (event) => {
  busy = false;
  form.removeAttribute("aria-busy");
  const status = event.detail.xhr.status;
  if (![200, 409, 422].includes(status)) return notAnswered(status);
  sending = [];
  if (location.search) history.replaceState(null, "", location.pathname); // The draft in the address is used up.
  if ("fine" in post().dataset) form.elements.typed.value = "";
  keep();
  show(cards());
  holdFocus();
  const next = post().dataset.phase === "play" && "fine" in post().dataset ? waiting : [];
  waiting = [];
  for (const code of next) form.querySelector(`.key[value="${code}"]`).click();
});

// Four cards stay down as a draft of their own, so that they outlive a reload and can still be put right.
function notAnswered(status) {
  failed = sending.length ? enter : last;
  if (sending.length) setCards(sending);
  sending = [];
  waiting = [];
  unsaved.hidden = false;
  if (status === 400) location.reload(); // The page's cookie is gone: a fresh page has a new one.
}

function tryAgain() {
  if (!unsaved.hidden && !busy) failed?.click();
}

document.getElementById("again").addEventListener("click", tryAgain);
window.addEventListener("online", tryAgain);

// When the focused button is gone with its panel, or the pad under it, the focus goes to what took its place.
function holdFocus() {
  const focused = document.activeElement;
  if (focused !== document.body && focused.checkVisibility?.() !== false) return;
  const panel = document.getElementById("panel");
  const target = "open" in panel.dataset ? panel.querySelector("h2") : document.getElementById("pad");
  target?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.open) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

restore();
show(cards());
if (count(cards()) === 4) {
  failed = enter;
  unsaved.hidden = false;
}
if (form.querySelector("[name=add]")) showItems();
