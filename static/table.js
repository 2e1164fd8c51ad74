// The table's pad under the finger. Every button also works without this file, one page a tap; here taps fill the
// slots at once, and only the fourth card (or a claim, a call, an answer) goes to the referee.

import { announce, tick } from "./aloud.js";
import { HOLE, count, face, holeIn, keys, nameOf } from "./cards.js";
import { keepPage } from "./install.js";
import { follow, lose } from "./line.js";
import { ask, claimIsNext, drop, enter, onAnswer, outbox, send, state, turn } from "./sending.js";

const form = document.getElementById("table");
const menu = form.querySelector(".menu");
const post = () => document.getElementById("post");
const field = (name) => post().querySelector(`[name=${name}]`);
const store = `draft-${form.dataset.match}`;
// The order of the referee's list of played cards: suits from diamonds up, ranks from the two up.
const order = ["D", "H", "S", "C"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));

let draft = []; // The cards that are down here, for the trick of `drafted`.
let drafted = "";

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
  const underWay = state.sending && !state.cutOff;
  const isTrick = state.sending?.what === "trick";
  // The trick that is called is what matters now; and one that is on its way stays in sight.
  const down = "calling" in post().dataset ? [] : underWay && isTrick ? state.sending.content : draft;
  const adrift = outbox.waiting.length > 0 && !underWay;
  for (const slot of form.querySelectorAll(".slot")) {
    const place = Number(slot.dataset.place);
    const card = slot.querySelector(".card");
    const code = down[place] && down[place] !== HOLE ? down[place] : "";
    card.replaceChildren();
    if (code) card.append(underWay ? face(code) : takeBackButton(place, code));
    else if (!down.length && card.dataset.past && !adrift) card.append(face(card.dataset.past));
    slot.classList.toggle("filled", Boolean(code));
    slot.classList.toggle("next", post().dataset.phase === "play" && !underWay && place === holeIn(down));
    if (!code) slot.classList.remove("wrong");
  }
  const slots = form.querySelector(".slots");
  slots.classList.toggle("drafting", down.length > 0);
  slots.classList.toggle("adrift", adrift);
  const led = down[0] && down[0] !== HOLE ? down[0][1] : "";
  for (const rows of form.querySelectorAll(".suit-rows")) rows.classList.toggle("led", rows.dataset.suit === led);
  const muggins = form.querySelector(".result .muggins");
  if (muggins) muggins.hidden = !count(down);
  const shown = "showPlayed" in post().dataset;
  for (const key of keys) key.classList.toggle("gone", shown && goneIn(key.value) > 0);
  if (adrift) showPanel(claimIsNext());
}

// Without signal a claim is asked for here, and the pad opens again once it is made.
function showPanel(open) {
  const panel = document.getElementById("panel");
  if (open && !panel.querySelector("[name=add]")) {
    panel.replaceChildren(document.getElementById("claiming").content.cloneNode(true));
  }
  panel.toggleAttribute("data-open", open);
  if (open) showItems();
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
  const hand = turn().split(".")[0];
  const unsent = outbox.waiting.find((item) => item.turn.startsWith(`${hand}.`) && item.content.includes(code));
  if (unsent) return Number(unsent.turn.split(".")[1]);
  return post().dataset.turn.startsWith(`${hand}.`) ? parseInt(post().dataset.gone[order.indexOf(code)], 16) : 0;
}

// --- tapping ---------------------------------------------------------------------------------------------------

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.type === "button") return;
  if (button.classList.contains("key")) tapKey(button.value, event);
  else if (state.busy) event.preventDefault();
  else if (button.classList.contains("undo") && outbox.waiting.length) dropTrick(event);
  else if (button.name === "back") takeBack(button, event);
  else if (button.name === "add" || button.name === "less") tapItem(button, event);
  else if (button.classList.contains("claim")) makeClaim(event);
  else if (outbox.waiting.length) {
    event.preventDefault();
    tell("The trick before is not saved yet.");
  }
});

function tapKey(code, event) {
  event.preventDefault();
  const trick = goneIn(code);
  const isUnsent = outbox.waiting.some((item) => item.content.includes(code));
  tell("");
  if ((state.busy && !state.sending) || claimIsNext()) return;
  if (draft.includes(code)) {
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
    enter("trick", four);
    setCards([]);
  }
}

function takeBack(button, event) {
  event.preventDefault();
  draft[Number(button.value)] = HOLE;
  tell("");
  setCards(draft);
}

// Undo takes back first what the referee does not have yet.
function dropTrick(event) {
  event.preventDefault();
  tell("");
  drop();
  if (!outbox.waiting.length) showPanel(post().dataset.phase !== "play");
  setCards([]);
}

function makeClaim(event) {
  event.preventDefault();
  const named = codes(field("items").value);
  field("items").value = "";
  enter("claim", named);
  setCards([]);
}

function tapItem(button, event) {
  event.preventDefault();
  const named = codes(field("items").value);
  if (button.name === "add") named.push(button.value);
  else named.splice(named.indexOf(button.value), 1);
  field("items").value = named.join(".");
  tick();
  keep();
  tell("");
  showItems();
}

function showItems() {
  const named = codes(field("items").value);
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
  const isFine = "fine" in post().dataset;
  if (item && status === 200) outbox.remove(item.key);
  else if (item && status === 422 && item.key === state.fresh && !count(draft)) {
    outbox.remove(item.key); // It is down again, with what is wrong, to be put right.
    draft = codes(field("cards").value);
    drafted = turn();
  } else if (item && [409, 422].includes(status)) {
    outbox.park(item.key, post().dataset.refused);
    queueMicrotask(() => refresh("")); // It is told apart from the table, which shows what stands.
  } else if (!item && [200, 409, 422].includes(status)) draft = codes(field("cards").value);
  if (status === 200) tick(20);
  if (status === 404) lose();
  brought(item ? drafted : turn());
  if (isFine && status === 200) form.elements.typed.value = "";
});

// The referee's fragments are in the page; the cards that are down here stay, if their trick is still to come.
function brought(was) {
  if (location.search) history.replaceState(null, "", location.pathname); // The draft in the address is used up.
  setCards(was === turn() ? draft : []);
  if (form.querySelector("[name=add]")) showItems();
  holdFocus();
  announce(post().dataset);
  keepPage();
}

async function refresh(version = field("version").value) {
  if (state.busy) return; // Its answer brings the news.
  const now = { version, turn: drafted, cards: draft.join("."), items: field("items").value };
  const status = await ask(`${form.dataset.live}?${new URLSearchParams(now)}`, {}, () => !state.busy);
  if (status === 404) lose();
  if (status !== 200 || state.busy) return;
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

form.addEventListener("submit", () => (menu.open = false));
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
setCards(codes(field("cards").value));
if (form.querySelector("[name=add]")) showItems();
announce(post().dataset);
follow(form.dataset.line, () => field("version").value, () => refresh());
send();
