// Renders the local state of the table: the server's fragments, with the draft and the outbox.

import { HOLE, PLAYED, count, face, holeIn, keys, markLed, nameOf } from "../core/cards.js";
import { tellUnsaved } from "./bars.js";
import { down as drafted, hasTaken, turn } from "./draft.js";
import { hasGone } from "../core/played.js";
import { showItems } from "./items.js";
import { fit } from "./result.js";
import { due, next, outbox, state } from "./sending.js";
import { settle } from "../core/settle.js";

const form = document.getElementById("table");
const post = () => document.getElementById("post");
let shownView = "";

export function show() {
  const at = next();
  const underWay = state.sending?.what === "trick" && !state.cutOff ? state.sending : null;
  showTrick(at, underWay);
  showKeys();
  for (const entry of form.querySelectorAll("[data-can]")) entry.hidden = !can(entry.dataset.can);
  if (!underWay) showPanel(at);
  tellUnsaved();
  settleIfNew();
}

const can = (name) => post().dataset.can.split(" ").includes(name) || (name === "redo" && hasTaken());

// The controls are new when the phase or the hand has changed.
function settleIfNew() {
  const { phase, calling } = post().dataset;
  const panel = document.getElementById("panel");
  const view = [phase, turn().replace(/[^.]+$/, ""), calling, "open" in panel.dataset].join();
  if (shownView && view !== shownView) settle(form);
  shownView = view;
}

function showTrick(at, underWay) {
  // Keep showing the trick that is being sent, or that can be claimed before it is sent.
  const claimed = at?.what === "claim" && outbox.waiting.find((item) => item.turn === at.turn);
  const fixed = underWay ?? claimed;
  // During a call show the called trick.
  const down = "calling" in post().dataset ? [] : fixed ? fixed.content : drafted();
  // The leader is unknown until the trick before it is saved.
  const adrift = Boolean(at) && !underWay && at.turn !== due().turn;
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
  const isDrafting = down.length > 0;
  const isOther = slots.classList.contains("drafting") !== isDrafting;
  slots.classList.toggle("drafting", isDrafting);
  slots.classList.toggle("adrift", adrift);
  markLed(down[0]);
  const muggins = form.querySelector(".acts .muggins");
  if (muggins) muggins.hidden = !count(down) || outbox.waiting.length > 0;
  if (isOther) fit(); // Fewer lines are shown while cards are tapped.
}

function showKeys() {
  const shown = "showPlayed" in post().dataset;
  for (const key of keys) {
    const played = shown && isGone(key.value);
    key.classList.toggle("gone", played);
    key.querySelector(".unseen").textContent = nameOf[key.value] + (played ? PLAYED : "");
  }
}

// Show the panel for what is due; a claim also for an unsent trick.
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

// The unsent trick of this hand that a card is in.
export function unsentWith(code) {
  const deal = turn().replace(/[^.]+$/, "");
  return outbox.waiting.find((item) => item.turn.startsWith(deal) && item.content.includes(code));
}

// Whether a card has been played in this hand, including unsent tricks.
export function isGone(code) {
  const deal = turn().replace(/[^.]+$/, "");
  if (unsentWith(code)) return true;
  return post().dataset.turn.startsWith(deal) && hasGone(post().dataset.gone, code);
}
