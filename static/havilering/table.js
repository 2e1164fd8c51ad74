// The table's pad. Every button also works without this file, with a page load per tap; with it taps fill the slots at
// once, and only the fourth card (or a claim, call or answer) is sent to the server.

import { announce, tick } from "../core/aloud.js";
import { askAgain, onPutDown } from "./bars.js";
import { correctionLink, count, face, goneWords, keys, nameOf } from "../core/cards.js";
import * as draft from "./draft.js";
import { keepPage } from "../core/install.js";
import { catchUp, follow, lose } from "../core/events.js";
import { drop, due, enter, fetchNews, isHeld, next, onAnswer, outbox, send, sendForm, state } from "./sending.js";
import { settle } from "../core/overlays.js";
import { fit, isGone, show, tell, unsentWith } from "./shown.js";

const form = document.getElementById("table");
const undo = form.querySelector(".undo");
const post = () => document.getElementById("post");
const field = (name) => post().querySelector(`[name=${name}]`);

// --- tapping ---------------------------------------------------------------------------------------------------

form.addEventListener("click", (event) => {
  const button = event.target.closest("button, .put-down");
  if (!button || button.type === "button") return;
  const taps = [
    [".key", tapKey], [".put-down", putDown], ["[name=back]", takeBack], ["[name=add], [name=less]", changeItems],
    [".claim", makeClaim], [".undo", takeLastBack], [".redo, [data-can=redo]", giveBack],
  ];
  const [, tap] = taps.find(([selector]) => button.matches(selector)) ?? [];
  // What is tapped for later does not wait for an answer to what is sent; a direct post may change the table.
  if (state.busy && !(tap && state.sending)) event.preventDefault();
  else if (tap) tap(button, event);
  else if (outbox.waiting.length && !isHeld(outbox.waiting[0])) {
    event.preventDefault();
    tell("The trick before is not saved yet.");
  }
});

function tapKey({ value: code }, event) {
  event.preventDefault();
  const four = draft.down();
  const unsent = unsentWith(code);
  tell("");
  if (next()?.what !== "trick") return;
  if (state.failed) {
    tell(`Try again or delete first: ${state.failed.words}.`);
  } else if (four.includes(code)) {
    tell(`The ${nameOf[code]} is in this trick already.`);
  } else if (isGone(code)) {
    // A double tap on the fourth card is not an error. Once a post has failed, a tap asks where the card went.
    const isDouble = !state.cutOff && state.sending?.content.includes(code);
    const link = unsent ? null : correctionLink(post().dataset.mend, code);
    if (!isDouble) tell(goneWords(code, unsent?.turn.split(".")[2]), link);
  } else if (count(four) > 3) {
    tell("Four cards are down: tap the wrong one to take it back.");
  } else {
    draft.put(code);
    forgetUndone();
    tick();
    if (count(draft.down()) === 4) {
      enter(draft.down());
      draft.setCards([]);
    }
    show();
  }
}

// The notice of the last undo is shown until the next tap.
function forgetUndone() {
  const told = form.querySelectorAll(".result .undone");
  for (const each of told) each.remove();
  if (told.length) fit();
}

function takeBack(button, event) {
  event.preventDefault();
  const code = draft.takeBack(Number(button.value));
  tell("");
  show();
  keys.find((key) => key.value === code).focus({ preventScroll: true });
}

// Put the cards of an undone trick into the draft, to correct them.
function putDown(link, event) {
  event.preventDefault();
  draft.forgetTaken();
  draft.setCards(draft.codes(new URL(link.href).searchParams.get("cards")));
  forgetUndone();
  tell("Tap the wrong card, then the right one.", null, "notice");
  show();
  holdFocus();
}

// Whether an item is the claim that the referee waits for.
const isOpenClaim = ({ turn, what }) => what === "claim" && due()?.what === what && due().turn === turn;

function makeClaim(button, event) {
  event.preventDefault();
  draft.forgetTaken();
  for (const refused of outbox.parked.filter(isOpenClaim)) outbox.remove(refused.key);
  enter(draft.takeItems());
  draft.setCards([]);
  show();
}

function changeItems(button, event) {
  event.preventDefault();
  draft.changeItems(() => draft.tapItem(button));
  tick();
  tell("");
}

// --- Undo and Redo: first what was tapped here, then what the referee does not have yet, then the log ----------------

let undoesNext = false; // Undo was tapped for the entry that is being sent.

function takeLastBack(button, event) {
  const never = form.querySelector(".never-mind"); // The button that cancels a call.
  const tap = draft.undoTap();
  if (!tap && !never && !outbox.waiting.length) return;
  event.preventDefault();
  settle(undo);
  if (!tap && never) return form.requestSubmit(never);
  undoesNext = !tap && outbox.waiting.at(-1).key === state.sending?.key;
  if (undoesNext) return tell("Taken back as soon as the referee answers.", null, "notice");
  const { card, item, entry } = tap ?? { entry: dropLast() };
  show();
  tellTaken(item ? "an item" : entry?.what === "claim" ? "the claim" : faces(card ? [card] : entry.content));
}

function dropLast() {
  const last = outbox.waiting.at(-1);
  drop();
  draft.setCards([]);
  draft.noteTaken(last);
  return last;
}

const faces = (cards) => cards.map((code) => face(code).textContent).join(" ");

function tellTaken(what) {
  const redo = document.createElement("button");
  redo.className = "redo";
  redo.textContent = "Redo";
  tell(`Taken back: ${what}.`, redo, "notice");
}

function giveBack(button, event) {
  const canBe = draft.hasTaken();
  if (!canBe && !outbox.waiting.length) return;
  event.preventDefault();
  if (!canBe) return tell("The trick before is not saved yet.");
  settle(button);
  const { entry } = draft.redoTap();
  if (entry) {
    enter(entry.content, { key: entry.key });
    draft.setCards([]); // They were for the next turn.
  }
  tell("");
  show();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.target.matches("body, #pad, #pad .key")) return;
  if (/^[0-9atjqkdhsc♦♥♠♣]$/i.test(event.key)) form.elements.typed.focus();
});

// --- answers and news ------------------------------------------------------------------------------------------

onAnswer((status, item) => {
  const { dataset } = post();
  const isFine = "fine" in dataset;
  if (item && status === 200) outbox.remove(item.key);
  else if (item && status === 422 && item.key === state.fresh && !count(draft.down())) {
    outbox.remove(item.key); // The trick is in the draft again, with the fault, to correct it.
    draft.setCards(draft.codes(field("cards").value));
  } else if (item && status === 422 && isOpenClaim(item)) {
    outbox.remove(item.key); // It is claimed anew, with the fault and the trick in sight.
  } else if (item && status === 409 && isHeld(item)) {
    refresh(0); // An earlier entry was undone meanwhile: wait for it.
  } else if (item && [409, 422].includes(status)) {
    field("items").value = "";
    outbox.change(item.key, { parked: dataset.refused, stands: "stands" in dataset });
    if (status === 409) refresh(0); // The bar shows the item; the table shows the current state.
  } else if (!item && dataset.phase === "play" && field("cards").value) { // Cards were typed.
    draft.setCards(draft.codes(field("cards").value));
  }
  if (status === 200) tick(20);
  if (status === 404) lose();
  brought();
  if (!item) settle(form);
  if (isFine && status === 200) form.elements.typed.value = "";
  const undoes = undoesNext && (status === 200 || state.cutOff);
  undoesNext = false;
  if (undoes) undo.click();
  catchUp();
});

// After fragments are swapped in: keep the draft if its turn has not passed.
function brought() {
  // The draft in the query string is no longer current.
  if (location.search) history.replaceState(null, "", location.pathname);
  if (draft.moveOn()) settle(form);
  show();
  fit();
  holdFocus();
  announce(post().dataset);
  keepPage();
}

async function refresh(version = field("version").value) {
  const down = { version, turn: draft.draftedFor(), cards: field("cards").value, items: field("items").value };
  const isNew = await fetchNews(down);
  if (isNew === null) lose();
  if (!isNew) return;
  brought();
  send();
}

// If the focused button disappears, move the focus to its replacement.
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

onPutDown((cards) => {
  draft.setCards(cards);
  show();
}, holdFocus);
draft.restore();
settle(form);
form.dataset.ready = "";
show();
fit();
announce(post().dataset);
follow(form.dataset.line, () => field("version").value, () => refresh());
askAgain();
send().finally(show);
