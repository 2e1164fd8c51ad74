// What is tapped on this phone and not entered yet: cards of the trick that is to come, items of a claim or a call. It
// survives a reload. Undo takes back the last tap first, and Redo gives it back.

import { HOLE, count, holeIn } from "./cards.js";
import { nameItems, named } from "./items.js";
import { isLaterTurn } from "../core/outbox.js";
import { next } from "./sending.js";

const form = document.getElementById("table");
const store = `draft-${form.dataset.match}`;
const post = () => document.getElementById("post");
const field = (name) => post().querySelector(`[name=${name}]`);

let cards = []; // What is down for the trick of `of`; it waits there while an offer is answered.
let of = "";
let taken = []; // What Undo took back, the latest last.

export const turn = () => next()?.turn ?? post().dataset.turn;
export const codes = (text) => text.split(".").filter(Boolean);
const isCalling = () => "calling" in post().dataset;
const takesItems = () => next()?.what === "claim" || isCalling();
const isOpen = () => of === turn() && next()?.what === "trick" && !isCalling();

// The cards that are down where the referee waits for them.
export const down = () => (of === turn() && next()?.what === "trick" ? cards : []);
export const draftedFor = () => of;

// Whether what Undo took last can be given back: it fits only where it was taken.
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

// The table has moved on: what was for a trick that is still to come stays; whether anything was let go.
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

// What is tapped anew cannot be mixed with what was taken back before.
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

// --- Undo and Redo of taps -------------------------------------------------------------------------------------

// Take back what was tapped last, and say what; nothing if nothing is tapped.
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

// An entry that the referee did not have yet was taken back.
export function noteTaken(entry) {
  taken.push({ entry });
  keep();
}

// Give back what was taken back last. An entry is for the outbox.
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

// --- what was tapped survives a reload -------------------------------------------------------------------------

export function keep() {
  try {
    localStorage.setItem(store, JSON.stringify({ turn: of, cards: cards.join("."), items: field("items").value, taken }));
  } catch {
    // A private window keeps nothing; the pad works all the same.
  }
}

export function restore() {
  const kept = location.search ? null : stored(); // What stands in the address was put down on purpose.
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
