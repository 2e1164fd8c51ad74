// The table's pad under the finger. Every button also works without this file, one page a tap; here taps fill the
// slots at once, and only the fourth card (or a claim, a call, an answer) goes to the referee.

import { announce, tick } from "./aloud.js";
import { HOLE, PLAYED, count, face, holeIn, keys, nameOf } from "./cards.js";
import { askAgain, onPutDown, tellUnsaved } from "./bars.js";
import { keepPage } from "./install.js";
import { showItems, takeItems, tapItem } from "./items.js";
import { catchUp, follow, lose } from "./line.js";
import "./menu.js";
import { drop, due, enter, fetchNews, isHeld, next, onAnswer, outbox, send, sendForm, state } from "./sending.js";

const form = document.getElementById("table");
const post = () => document.getElementById("post");
const field = (name) => post().querySelector(`[name=${name}]`);
const store = `draft-${form.dataset.match}`;
// The order of the referee's list of played cards: suits from diamonds up, ranks from the two up.
const order = ["D", "H", "S", "C"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));

let draft = []; // The cards that are down here, for the trick of `drafted`.
let drafted = "";
const turn = () => next()?.turn ?? post().dataset.turn;

const codes = (text) => text.split(".").filter(Boolean);

function setCards(cards) {
  draft = [...cards];
  while (draft.at(-1) === HOLE) draft.pop();
  drafted = turn();
  field("cards").value = draft.join(".");
  keep();
  show();
}

// --- what is shown ---------------------------------------------------------------------------------------------

function show() {
  const [asked, at] = [due(), next()];
  const underWay = state.sending?.what === "trick" && !state.cutOff ? state.sending : null;
  // The trick that is on its way stays in sight, and so does one that is to be claimed before it is saved.
  const claimed = at?.what === "claim" && outbox.waiting.find((item) => item.turn === at.turn);
  const fixed = underWay ?? claimed;
  // The trick that is called is what matters now.
  const down = "calling" in post().dataset ? [] : fixed ? fixed.content : draft;
  // Who leads is not known before the trick before it is saved.
  const adrift = Boolean(at) && !underWay && at.turn !== asked.turn;
  for (const slot of form.querySelectorAll(".slot")) {
    const place = Number(slot.dataset.place);
    const card = slot.querySelector(".card");
    const code = down[place] && down[place] !== HOLE ? down[place] : "";
    card.replaceChildren();
    if (code) card.append(fixed ? face(code) : takeBackButton(place, code));
    else if (!down.length && card.dataset.past && !adrift) card.append(face(card.dataset.past));
    slot.classList.toggle("filled", Boolean(code));
    slot.classList.toggle("next", at?.what === "trick" && !underWay && place === holeIn(down));
    if (!code) slot.classList.remove("wrong");
  }
  const slots = form.querySelector(".slots");
  slots.classList.toggle("drafting", down.length > 0);
  slots.classList.toggle("adrift", adrift);
  const led = down[0] && down[0] !== HOLE ? down[0][1] : "";
  for (const rows of form.querySelectorAll(".suit-rows")) rows.classList.toggle("led", rows.dataset.suit === led);
  const muggins = form.querySelector(".result .muggins");
  if (muggins) muggins.hidden = !count(down) || outbox.waiting.length > 0;
  const shown = "showPlayed" in post().dataset;
  for (const key of keys) {
    const isGone = shown && goneIn(key.value) > 0;
    key.classList.toggle("gone", isGone);
    key.querySelector(".unseen").textContent = nameOf[key.value] + (isGone ? PLAYED : "");
  }
  if (!underWay) showPanel(at);
  tellUnsaved();
}

// What the referee asks is asked here; a claim also without signal, for a trick that is still to be sent.
function showPanel(at) {
  const panel = document.getElementById("panel");
  if (at?.what === "claim" && !panel.querySelector("[name=add]")) {
    panel.replaceChildren(document.getElementById("claiming").content.cloneNode(true));
  }
  panel.toggleAttribute("data-open", at?.what !== "trick" || "calling" in post().dataset);
  if (panel.querySelector("[name=add]")) showItems();
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
  for (const old of form.querySelectorAll(".result .fault:not(.revokes)")) old.remove();
  if (!text) return;
  const told = document.createElement("p");
  told.className = "fault told";
  told.textContent = text;
  if (link) told.append(" ", link);
  form.querySelector(".result").prepend(told);
  document.getElementById("status").textContent = text;
  tick([30, 40, 30]);
}

function mendLink(trick, code) {
  const link = document.createElement("a");
  link.className = "why";
  link.href = `${post().dataset.mend.replace(/0$/, trick)}?card=${code}`;
  link.textContent = `Trick ${trick} was wrong`;
  return link;
}

// The trick of the hand a card went in, as the referee knows and as is still to be sent; 0 for none.
function goneIn(code) {
  const deal = turn().replace(/[^.]+$/, "");
  const unsent = outbox.waiting.find((item) => item.turn.startsWith(deal) && item.content.includes(code));
  if (unsent) return Number(unsent.turn.split(".")[2]);
  return post().dataset.turn.startsWith(deal) ? parseInt(post().dataset.gone[order.indexOf(code)], 16) : 0;
}

// --- tapping ---------------------------------------------------------------------------------------------------

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.type === "button") return;
  const { waiting } = outbox;
  if (button.classList.contains("key")) tapKey(button.value, event);
  else if (state.busy) event.preventDefault();
  else if (button.classList.contains("undo") && waiting.length) dropLast(event);
  else if (button.name === "back") takeBack(button, event);
  else if (button.name === "add" || button.name === "less") changeItems(button, event);
  else if (button.classList.contains("claim")) makeClaim(event);
  else if (waiting.length && !isHeld(waiting[0])) {
    event.preventDefault();
    tell("The trick before is not saved yet.");
  }
});

function tapKey(code, event) {
  event.preventDefault();
  const trick = goneIn(code);
  const isUnsent = outbox.waiting.some((item) => item.content.includes(code));
  tell("");
  if ((state.busy && !state.sending) || next()?.what !== "trick") return;
  if (state.failed) {
    tell(`First try again, or drop: ${state.failed.words}.`);
  } else if (draft.includes(code)) {
    tell(`The ${nameOf[code]} is in this trick already.`);
  } else if (trick) {
    // A second tap on the fourth card, while its trick is on its way, is no mistake.
    const isDouble = state.sending?.content.includes(code);
    if (!isDouble) tell(`The ${nameOf[code]} went in trick ${trick} of this hand.`, isUnsent ? null : mendLink(trick, code));
  } else if (count(draft) > 3) {
    tell("Four cards are down: tap the wrong one to take it back.");
  } else {
    draft[holeIn(draft)] = code;
    tick();
    if (count(draft) < 4) return setCards(draft);
    const four = draft;
    draft = [];
    enter(four);
    setCards([]);
  }
}

function takeBack(button, event) {
  event.preventDefault();
  const code = draft[Number(button.value)];
  draft[Number(button.value)] = HOLE;
  tell("");
  setCards(draft);
  keys.find((key) => key.value === code).focus({ preventScroll: true });
}

// Undo takes back first what the referee does not have yet.
function dropLast(event) {
  event.preventDefault();
  tell("");
  drop();
  setCards([]);
}

function makeClaim(event) {
  event.preventDefault();
  enter(takeItems());
  setCards([]);
}

function changeItems(button, event) {
  event.preventDefault();
  tapItem(button);
  tick();
  keep();
  tell("");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.matches("body, #pad, #pad .key")) return;
  if (/^[0-9atjqkdhsc♦♥♠♣]$/i.test(event.key)) form.elements.typed.focus();
});

// --- what was tapped survives a reload -------------------------------------------------------------------------

function keep() {
  try {
    localStorage.setItem(store, JSON.stringify({ turn: drafted, cards: draft.join("."), items: field("items").value }));
  } catch {
    // A private window keeps nothing; the pad works all the same.
  }
}

function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(store) ?? "null");
    if (kept?.turn !== turn()) return;
    if (location.search) return; // What stands in the address was put down on purpose.
    if (post().dataset.phase === "play") field("cards").value = kept.cards;
    field("items").value = kept.items;
  } catch {
    // As above.
  }
}

// --- answers and news ------------------------------------------------------------------------------------------

onAnswer((status, item) => {
  const { dataset } = post();
  const isFine = "fine" in dataset;
  if (item && status === 200) outbox.remove(item.key);
  else if (item && status === 422 && item.key === state.fresh && !count(draft)) {
    outbox.remove(item.key); // It is down again, with what is wrong, to be put right.
    draft = codes(field("cards").value);
    drafted = turn();
  } else if (item && status === 409 && isHeld(item)) {
    refresh(0); // Meanwhile something before it was undone: it waits for that.
  } else if (item && [409, 422].includes(status)) {
    field("items").value = "";
    outbox.change(item.key, { parked: dataset.refused, stands: "stands" in dataset });
    if (status === 409) refresh(0); // It is told apart from the table, which shows what stands.
  } else if (!item && [200, 409, 422].includes(status)) draft = codes(field("cards").value);
  if (status === 200) tick(20);
  if (status === 404) lose();
  brought(item ? drafted : turn());
  if (isFine && status === 200) form.elements.typed.value = "";
  catchUp();
});

// The referee's fragments are in the page; the cards that are down here stay, if their trick is still to come.
function brought(was) {
  if (location.search) history.replaceState(null, "", location.pathname); // The draft in the address is used up.
  setCards(was === turn() && next()?.what === "trick" ? draft : []);
  holdFocus();
  announce(post().dataset);
  keepPage();
}

async function refresh(version = field("version").value) {
  const down = { version, turn: drafted, cards: draft.join("."), items: field("items").value };
  const isNew = await fetchNews(down);
  if (isNew === null) lose();
  if (!isNew) return;
  brought(drafted);
  send();
}

// When the focused button is gone with its panel, or the pad under it, the focus goes to what took its place.
function holdFocus() {
  const focused = document.activeElement;
  if (focused !== document.body && focused.checkVisibility?.() !== false) return;
  const panel = document.getElementById("panel");
  const target = "open" in panel.dataset ? panel.querySelector("h2") : document.getElementById("pad");
  target?.focus({ preventScroll: true });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { submitter } = event;
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.append(submitter.name, submitter.value);
  const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  const words = (submitter?.id === "enter" ? "the trick" : submitter?.textContent.replace("↶", "").trim()) || "the last tap";
  if (!state.busy) sendForm({ address, body, words }).finally(show);
});

onPutDown(setCards, holdFocus);
restore();
setCards(codes(field("cards").value));
announce(post().dataset);
follow(form.dataset.line, () => field("version").value, () => refresh());
askAgain();
send().finally(show);
