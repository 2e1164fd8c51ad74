// The draft: cards and items that are tapped but not entered yet. It survives a reload. Undo takes back the last tap first,
// and redo restores it.

import { HOLE, count, holeIn } from "../core/cards.js";
import { next } from "./sending.js";
import { isLaterTurn } from "./turns.js";

const form = document.getElementById("table");
const store = `draft-${form.dataset.match}`;
const post = () => document.getElementById("post");
const field = (name) => post().querySelector(`[name=${name}]`);

let cards = []; // The cards for the turn `of`; they are kept during an offer.
let of = "";
let taken = []; // What undo took back, the latest last.

export const turn = () => next()?.turn ?? post().dataset.turn;
export const codes = (text) => text.split(".").filter(Boolean);
const isCalling = () => "calling" in post().dataset;
const takesItems = () => next()?.what === "claim" || isCalling();
const isOpen = () => of === turn() && next()?.what === "trick" && !isCalling();

// The draft cards, if a trick is due.
export const down = () => (of === turn() && next()?.what === "trick" ? cards : []);
export const draftedFor = () => of;

// Whether the last undone tap can be redone: only in the turn where it was undone.
export function hasTaken() {
  const [last, at] = [taken.at(-1), next()];
  if (!last) return false;
  if (last.entry) return at?.turn === last.entry.turn && at.what === last.entry.what;
  return of === turn() && (last.item ? takesItems() : at?.what === "trick");
}

export function setCards(given, given_turn = turn()) {
  [cards, of] = [[...given], given_turn];
  while (cards.at(-1) === HOLE) cards.pop();
  carry();
}

// After the table has changed, drop a draft for a turn that has passed. Returns whether anything was dropped.
export function moveOn() {
  const isPast = isLaterTurn(turn(), of);
  if (isPast) taken = taken.filter(({ entry }) => entry && !isLaterTurn(turn(), entry.turn));
  const isLost = isPast && count(cards) > 0;
  if (isPast || !(count(cards) || taken.length)) setCards([]);
  carry();
  return isLost;
}

function carry() {
  field("cards").value = down().join(".");
  keep();
}

// A new tap clears the redo list.
export function forgetTaken() {
  taken = [];
}

export function put(code) {
  const four = [...down()];
  four[holeIn(four)] = code;
  forgetTaken();
  setCards(four);
}

export function takeBack(place) {
  const code = cards[place];
  cards[place] = HOLE;
  forgetTaken();
  setCards(cards);
  return code;
}

export function changeItems(change) {
  change();
  forgetTaken();
  keep();
}

// --- the items of a claim or call: each tap adds one, and the sum is shown -----------------------------------------

export const named = () => field("items").value.split(".").filter(Boolean);

function nameItems(items) {
  field("items").value = items.join(".");
  showItems();
}

export function tapItem(button) {
  const items = named();
  if (button.name === "add") items.push(button.value);
  else items.splice(items.indexOf(button.value), 1);
  nameItems(items);
}

export function takeItems() {
  const items = named();
  field("items").value = "";
  return items;
}

// Before the trick is entered it is not known whether the dealer wins it, so there may be two sums.
export function showItems() {
  const items = named();
  let [sum, toDealer] = [0, 0];
  for (const add of form.querySelectorAll("[name=add]")) {
    const less = add.parentElement.querySelector("[name=less]");
    const times = items.filter((item) => item === add.value).length;
    sum += times * Number(add.dataset.worth);
    toDealer += times * Number(add.dataset.toDealer ?? add.dataset.worth);
    const count = add.querySelector(".count");
    less.hidden = count.hidden = !times;
    count.textContent = `×${times}`;
  }
  const points = sum === toDealer ? sum : `${sum} or ${toDealer}`;
  for (const shown of form.querySelectorAll(".sum")) {
    const none = shown.closest(".claim") ? "nothing" : "…";
    shown.textContent = items.length ? points : none;
  }
}

// --- Undo and Redo of taps -------------------------------------------------------------------------------------

// Undo the last tap and return a description; nothing if the draft is empty.
export function undoTap() {
  const items = takesItems() ? named() : [];
  if (items.length) {
    taken.push({ item: items.pop() });
    nameItems(items);
  } else if (isOpen() && count(cards)) {
    const place = cards.findLastIndex((code) => code !== HOLE);
    taken.push({ card: cards[place] });
    setCards(cards.slice(0, place));
  } else return null;
  keep();
  return taken.at(-1);
}

// Note that an unsent entry was undone.
export function noteTaken(entry) {
  taken.push({ entry });
  keep();
}

// Redo the last undone tap. Returns an entry for the outbox, if it was one.
export function redoTap() {
  const back = taken.pop();
  if (back.item) nameItems([...named(), back.item]);
  if (back.card) {
    const four = [...down()];
    four[holeIn(four)] = back.card;
    setCards(four);
  }
  keep();
  return back;
}

// --- storage of the draft across reloads -----------------------------------------------------------------------

export function keep() {
  try {
    localStorage.setItem(store, JSON.stringify({ turn: of, cards: cards.join("."), items: field("items").value, taken }));
  } catch {
    // A private window stores nothing; the pad works without it.
  }
}

export function restore() {
  const kept = location.search ? null : stored(); // A draft in the query string takes precedence.
  if (!kept || isLaterTurn(turn(), kept.turn)) return setCards(codes(field("cards").value));
  if (kept.turn === turn() && takesItems()) field("items").value = kept.items;
  taken = kept.taken ?? [];
  setCards(codes(kept.cards), kept.turn);
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(store) ?? "null");
  } catch {
    return null; // As above.
  }
}
