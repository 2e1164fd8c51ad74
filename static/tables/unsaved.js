// Unsaved and refused entries. `entered` describes an entry as nodes and texts: tricks by their numbers, as earlier ones are
// closed, unless it is asked for their cards.

import { HOME } from "../core/asking.js";
import { faced } from "../core/cards.js";
import { make } from "../core/make.js";
import { refill } from "../core/morph.js";
import { set, values } from "./draft.js";
import { outbox, state } from "./sending.js";

const bar = document.getElementById("unsaved");
const list = document.getElementById("parked");
const MOMENT = 2500; // Milliseconds.
let told = "";
let inBar = "";

// The words of several entries, which are nodes and texts, with a comma between two of them.
export const listed = (entries) => entries.flatMap((words, at) => (at ? [",", ...words] : words));

// `summed` describes everything that waits, `then` its outcome; `show` renders the page, and `turn` is the turn to be entered
// next.
export function showUnsaved({ entered, show, turn, then = "", summed = (waiting) => waiting.map((item) => entered(item)) }) {
  const { waiting, parked } = outbox;
  const trouble = state.hasTrouble ? " The referee cannot save at the moment." : "";
  const isLate = waiting.length > 0 && (state.cutOff || !state.sending);
  tellSaved(!bar.hidden && !waiting.length && !parked.length);
  bar.hidden = !isLate;
  bar.closest("form").classList.toggle("late", isLate);
  const text = document.getElementById("unsaved-words");
  const now = JSON.stringify([waiting, then, trouble]);
  if (isLate && inBar !== now) {
    text.replaceChildren("Not yet saved:", ...listed(summed(waiting)), ".", then && ` ${then}`, trouble);
    inBar = now;
  }
  // Screen readers announce each change.
  const refused = JSON.stringify([parked, turn]);
  if (refused !== told) refill(list, ...linesOf(parked).map((items) => lineOf(items, entered, show, turn)));
  told = refused;
  list.hidden = !parked.length;
}

// Show briefly, without an announcement, that an uncertain entry has been saved.
function tellSaved(isSaved) {
  const line = document.getElementById("saved");
  if (!isSaved) return;
  line.textContent = "Saved.";
  setTimeout(() => (line.textContent = ""), MOMENT);
}

// Group each refused entry with those that followed it, which were meant for another table.
function linesOf(parked) {
  const lines = [];
  for (const item of parked) {
    const line = lines.find((items) => items.some(({ key }) => item.fields.after && item.fields.after === key));
    if (line) line.push(item);
    else lines.push([item]);
  }
  return lines;
}

function lineOf(items, entered, show, turn) {
  const [{ fields, parked, use }] = items;
  const isNow = fields.turn && fields.turn === turn;
  const words = make("span", {}, ...listed(items.map((item) => entered(item, isNow))));
  const line = make("li", {}, make("p", {}, "Not entered:", words, ". ", ...faced(parked)));
  const remove = () => items.forEach(({ key }) => outbox.remove(key));
  if (use) line.append(linkTo(use, fields.draft));
  else if (isNow && fields.draft && !fields.do && !values().length) {
    line.append(button("Change a card", () => {
      remove();
      set(fields.draft.split("."));
      show();
    }));
  } else if (!isNow && items.some((item) => item.fields.kind === "tricks")) {
    line.append(button("Show cards", ({ target }) => {
      words.replaceChildren(...listed(items.map((item) => entered(item, true))));
      target.remove();
    }));
  }
  line.append(button("Delete", () => {
    remove();
    show();
  }));
  return line;
}

// The page that compares a trick with the one entered on another phone. Its cards are not in this page until they are asked for.
function linkTo(page, draft) {
  const onclick = ({ target }) => (target.search = `?cards=${draft}`);
  return make("a", { className: "button", href: new URL(page, HOME).href, textContent: "Use my cards", onclick });
}

const button = (value, onclick) => make("button", { type: "button", value, textContent: value, onclick });
