// Taps and typed values at a table: they go into the draft, the last one enters it, and undo removes them.

import { tick } from "../core/aloud.js";
import { HOLE, keys, nameOf } from "../core/cards.js";
import { SAME } from "../core/choices.js";
import { focusOn } from "../core/focus.js";
import { settle } from "../core/overlays.js";
import { say } from "../core/say.js";
import * as drafts from "./draft.js";
import { isComplete, left, putting, set, values, valuesIn, without } from "./draft.js";
import { data, form, game } from "./game.js";
import { enter, fetchTable, outbox, sendForm, state } from "./sending.js";
import { asksNow, isOfCard, sayTapped, tell, tellLost, tellOfCard, tellTaken, whereToGoOn, wordOf } from "./told.js";

const total = Number(form.dataset.total ?? 0);
let lastTap = ""; // The key that was just tapped: a second tap so soon is a mistake.
let forgetting = 0;
let since = []; // Taps since the server was asked for another draft.
let undoesNext = false; // Undo was tapped while the server had not answered the last entry, or the last Undo.

export function isDoubled(value) {
  if (value === lastTap) return true;
  lastTap = value;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => (lastTap = ""), SAME);
  return false;
}

// Show another way to enter.
export async function goTo(address, way) {
  if (!way) return (await askFor(address)) || tell("No connection. Try again when the signal is back.");
  goOnIn(way, address);
  set([]);
  game.show();
  say(asksNow());
}

// Enter in a way that this phone knows. The server's answer changes what is beside the keys.
export function goOnIn(way, address) {
  game.wanted = way;
  if (!outbox.waiting.length) fetchTable(address, true, Number(data().version));
}

// Ask the server for a table with another draft, which replaces what is tapped meanwhile; return the status.
export async function askFor(address) {
  since = [];
  const status = await fetchTable(address);
  tellLost(since.filter((value) => !values().includes(value)));
  return status;
}

export function enterOnce(event, button) {
  event.preventDefault();
  const act = button.value;
  if (isDoubled(act)) return;
  tick();
  tell("");
  const at = game.next();
  const fields = { ...game.about(at), do: act };
  if ("draft" in fields) set([]);
  for (const refused of outbox.parked) if (game.isAsked(refused, data())) outbox.remove(refused.key);
  enter({ fields });
  game.show();
  if (document.activeElement === button && !button.matches(".strip *")) focusOn(whereToGoOn()); // The key now belongs to another player.
}

// An item may be named twice in a row, but not a card; a number tapped twice counts once.
export function tap(event, { name, value }) {
  event.preventDefault();
  const at = game.next();
  const isCount = at.kind === "count";
  if (!isDoubled(name === "card" || isCount ? value : `${value} ${valuesIn(values()).length}`)) put([value], at);
  else if (isCount) tell(`Tapped twice, counted once. Tap ${value} again if the next player has ${value} too.`, null, "notice");
}

// Put values into the draft: all or none, except that typed cards which were played are skipped. Returns true if any were put.
export function put(tapped, at, isTyped = false) {
  const seats = game.seatOrder();
  // Typed values replace a refused draft.
  const isRefused = game.entersItself(at) && valuesIn(values()).length === seats.length;
  const before = isTyped && isRefused ? [] : values();
  const stopped = stoppedOf(tapped, at, before, isTyped);
  if (!stopped || (stopped.length && !isTyped)) return false;
  const draft = tapped.reduce(putting, before).map((value) => (stopped.includes(value) ? HOLE : value));
  if (!isRoom(draft, seats, at, valuesIn(before).length)) return false;
  undoesNext = false;
  tick();
  // The message about a refused card stays until its trick is complete, so that a fast player does not miss it.
  const isWhole = game.entersItself(at) && isComplete(draft, at.kind, seats.length, total);
  if (!isOfCard() || isWhole) tell("");
  set(isWhole ? [] : draft);
  since = isWhole ? [] : [...since, ...tapped];
  if (isWhole) {
    enter(game.entry(at, draft, seats));
    if (form.elements.leader) form.elements.leader.value = "";
  }
  game.show();
  // For a card entered alone, the referee's announcement says more.
  const isSent = isWhole && !state.cutOff;
  const filled = [...draft.keys()].filter((place) => draft[place] !== HOLE && (before[place] ?? HOLE) === HOLE);
  const says = filled.length && !(isSent && seats.length === 1);
  if (says) say(sayTapped(draft, filled, seats, isSent ? "" : asksNow()));
  if (!isWhole && game.isUnsure(at)) game.askIfGone();
  return true;
}

// The values that have been played; the first is reported. Null if none can be put.
function stoppedOf(tapped, at, before, isTyped) {
  const cards = tapped.filter((value) => nameOf[value]);
  const twice = cards.find((card, place) => before.includes(card) || cards.indexOf(card) < place);
  if (twice) return tell(game.twice(twice)) && null;
  const reasons = cards.map((card) => game.stopped(card, at, isTyped));
  const first = reasons.find(Boolean);
  if (first === true) return null;
  if (first) tellOfCard(...first);
  return cards.filter((card, place) => reasons[place]);
}

function isRoom(draft, seats, { kind }, down) {
  const rest = kind === "count" ? left(draft, total) : 0;
  const tooMany = `There are ${draft.length}, but only ${seats.length} fit.`;
  if (draft.length > seats.length) tell(down < seats.length ? tooMany : game.full);
  else if (rest < 0) tell(`That makes ${total - rest} ${form.dataset.counts}; there are ${total}.`);
  return draft.length <= seats.length && rest >= 0;
}

// --- undo ---------------------------------------------------------------------------------------------------------------

// Remove a tap here; an entry must first be undone by the server.
export function untap(event, button) {
  event.preventDefault();
  if (game.panelOf(game.next()) === "settle") return sendForm(button);
  const place = Number(button.value);
  const code = values()[place];
  tell("");
  set(without(values(), place));
  game.show();
  say(`Taken back: ${wordOf(code)}. ${asksNow()}`);
  if (nameOf[code]) keys.find((key) => key.value === code)?.focus({ preventScroll: true });
  else button.parentElement.querySelector("[name=tap]")?.focus();
}

// Undo taps first, then another way of entering, then unsent entries, then the log.
export function takeBack(event) {
  event.preventDefault();
  lastTap = "";
  const last = outbox.waiting.at(-1);
  const wayOut = form.querySelector(".never-mind");
  settle(event.target.closest("button"));
  if (valuesIn(values()).length) takeTapBack();
  else if (wayOut) return goTo(wayOut.href);
  else if (last ? last.tried || last.key === state.sending?.key : state.busy) {
    undoesNext = true;
    tell("It will be undone when the referee answers.", null, "notice");
  }
  else if (last) takeEntryBack(last);
  else return sendForm({ name: "do", value: "undo" });
  game.show();
}

function takeTapBack() {
  tellTaken(wordOf(drafts.takeLast()));
  game.show();
  say(asksNow());
}

function takeEntryBack(item) {
  outbox.remove(item.key);
  drafts.noteTaken({ item });
  tellTaken(game.undone(item));
}

// If Undo was tapped meanwhile, undo the last entry once nothing waits.
export function takeBackNow() {
  if (!undoesNext || outbox.waiting.length) return;
  undoesNext = false;
  sendForm({ name: "do", value: "undo" });
}

export function giveBack(event) {
  if (!drafts.lastTaken()) {
    if (!outbox.waiting.length) return; // The server redoes an entry of the log.
    event.preventDefault();
    return tell("Your last entry is not saved yet.");
  }
  event.preventDefault();
  settle(event.target);
  const item = drafts.giveBack();
  if (item) enter(item);
  tell("");
  game.show();
  say(`Redone. ${asksNow()}`);
}
