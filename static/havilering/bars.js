// The bars over the pad: unsaved entries, and refused ones.

import { face } from "../core/cards.js";
import { settle } from "../core/overlays.js";
import { due, forget, isHeld, next, outbox, state } from "./sending.js";

const bar = document.getElementById("unsaved");
const words = document.getElementById("unsaved-words");
const dropIt = document.getElementById("forget");
const list = document.getElementById("parked");
const post = () => document.getElementById("post");

const trickOf = ({ turn }) => turn.split(".")[2];
const handOf = ({ turn }) => turn.split(".")[0];

function counted(items) {
  const [first, last] = [items[0], items.at(-1)];
  if (items.length === 1 && last.what === "claim") return `the claim for trick ${trickOf(last)}`;
  if (handOf(first) !== handOf(last)) return `${items.filter((item) => item.what === "trick").length} tricks`;
  return first.turn === last.turn ? `trick ${trickOf(first)}` : `tricks ${trickOf(first)} to ${trickOf(last)}`;
}

const nameOfItem = (item) =>
  document.getElementById("claiming").content.querySelector(`[name=add][value=${item}] span`).firstChild.textContent.trim();
const faces = (cards) => cards.flatMap((code) => [" ", face(code)]);

function button(text, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

let putDown = () => {};
let afterwards = () => {};
let told = "";

// `then` is called with the cards of a refused trick to edit; `finally_` after a button has removed an item.
export function onPutDown(then, finally_) {
  putDown = then;
  afterwards = finally_;
}

export function tellUnsaved() {
  const { waiting, parked } = outbox;
  const what = waiting.length ? counted(waiting) : state.failed?.words;
  const trouble = state.hasTrouble ? " The referee cannot save at the moment." : "";
  const last = waiting.findLast((item) => item.what === "trick");
  const text = `Not yet saved: ${what}.${trouble}`;
  if (words.dataset.text !== text) words.replaceChildren(text, ...(last ? faces(last.content) : []));
  words.dataset.text = text;
  const wasHidden = bar.hidden;
  bar.hidden = !(what && (state.cutOff || (waiting.length && !state.busy)));
  dropIt.hidden = waiting.length > 0;
  // Screen readers announce each change, so only update when the content differs.
  const now = JSON.stringify([parked, next()]);
  if (now !== told) list.replaceChildren(...parked.map(parkedLine));
  if (now !== told || wasHidden !== bar.hidden) settle(bar.closest(".bars")); // It covers the slots.
  told = now;
  list.hidden = !parked.length;
}

function parkedLine(item) {
  const line = document.createElement("li");
  const told = document.createElement("p");
  const isTrick = item.what === "trick";
  const content = isTrick ? faces(item.content) : [item.content.map(nameOfItem).join(", ") || "nothing"];
  const what = `${isTrick ? "Trick" : "The claim for trick"} ${trickOf(item)}`;
  told.append(`${what} not entered:`, " ", ...content, `. ${item.parked}`);
  line.append(told);
  const at = next();
  if (isTrick && item.stands) {
    const mine = document.createElement("a");
    mine.className = "button";
    const address = post().dataset.mend.replace(/[^/]+\/0$/, `${handOf(item)}/${trickOf(item)}`);
    mine.href = `${address}?cards=${item.content.join(".")}`;
    mine.textContent = "Use my cards";
    line.append(mine);
  } else if (isTrick && at?.turn === item.turn && at.what === "trick") {
    line.append(button("Change a card", () => {
      outbox.remove(item.key);
      putDown(item.content);
      afterwards();
    }));
  }
  line.append(button("Delete", () => {
    outbox.remove(item.key);
    tellUnsaved();
    afterwards();
  }));
  return line;
}

// Send refused items again whose turn has passed: the same trick may have been entered by now.
export function askAgain() {
  const asked = due();
  for (const item of outbox.parked) {
    if (item.stands && asked && asked.turn !== item.turn && !isHeld(item)) outbox.change(item.key, { parked: "" });
  }
}

dropIt.addEventListener("click", () => {
  forget();
  tellUnsaved();
  afterwards();
});
