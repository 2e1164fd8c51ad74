// Renders the local state of the table: the server's fragments, with the draft and the outbox. Of the last result as many
// lines as fit, the most important first; a tap shows the others.

import { tick } from "../core/aloud.js";
import { HOLE, PLAYED, count, face, hasGone, holeIn, keys, markLed, nameOf } from "../core/cards.js";
import { choose, chosen } from "../core/choices.js";
import { tellUnsaved } from "./bars.js";
import { down as drafted, hasTaken, showItems, turn } from "./draft.js";
import { due, next, outbox, state } from "./sending.js";
import { settle } from "../core/overlays.js";

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

// --- the last result --------------------------------------------------------------------------------------------

const status = document.getElementById("status");
const result = () => form.querySelector(".result");

const LEAST_BESIDE = 140; // Minimum width in pixels of a line beside the buttons.

// The room may change after the lines have come: the panel of a won match grows when its picture is there.
const resized = new ResizeObserver(() => "open" in result().dataset || cutAll());
let watched;

export function fit() {
  if (watched !== result()) {
    resized.disconnect();
    resized.observe(watched = result());
  }
  cutAll();
}

function cutAll() {
  const lines = result().querySelector(".lines");
  const more = result().querySelector(".more");
  more.hidden = true;
  if (!cut(lines, more.parentElement)) return;
  more.hidden = false; // It takes space itself.
  cut(lines, more.parentElement);
}

// Where an element is on the page as it is read, also when the page is turned to the player opposite.
function placed(element) {
  const { top, bottom, width } = element.getBoundingClientRect();
  return document.body.matches(".turned") ? { top: -bottom, bottom: -top, width } : { top, bottom, width };
}

// Cut the lines that do not fit; those level with the buttons are narrower. Returns whether anything was cut.
function cut(lines, buttons) {
  const { top: edge, width } = placed(buttons);
  const { bottom, width: room } = placed(lines);
  lines.style.setProperty("--beside", `${width + 8}px`);
  let isFull = false;
  for (const line of lines.children) {
    line.classList.remove("beyond", "beside");
    line.style.removeProperty("--clamp");
    if (!line.getClientRects().length) continue;
    if (width && placed(line).bottom > edge) line.classList.add("beside");
    const isFirst = line === lines.firstElementChild;
    const { top, bottom: end } = placed(line);
    const isNarrow = line.matches(".beside") && room - width < LEAST_BESIDE;
    if (isNarrow) line.classList.remove("beside");
    if (!isFirst && isFull) line.classList.add("beyond");
    else if (isNarrow) shorten(line, edge - top, isFirst); // The part above the buttons.
    else if (end > bottom + 0.5) shorten(line, bottom - top, isFirst);
    isFull ||= end > bottom + 0.5 || isNarrow;
  }
  const isShortened = (line) => line.scrollHeight > line.clientHeight + 1 || line.matches(".ruling ~ .headline");
  return isFull || [...lines.children].some(isShortened);
}

// Clamp a line to the rows that fit; the first line keeps at least one.
function shorten(line, room, isFirst) {
  const many = Math.floor((room + 1) / parseFloat(getComputedStyle(line).lineHeight));
  if (many > 0 && !(line.matches(".headline") || line.querySelector("a"))) line.style.setProperty("--clamp", many);
  else line.classList.toggle("beyond", !isFirst);
}

// Show a local message, such as a fault or an undone tap; `act` is a link or button for it.
export function tell(text, act = null, kind = "fault") {
  for (const old of result().querySelectorAll(".told, .leads-on")) old.remove();
  if (text) {
    const told = document.createElement("p");
    told.className = `${kind} told`;
    told.textContent = text;
    result().querySelector(".lines").prepend(told);
    act?.classList.add("leads-on");
    result().querySelector(".acts").prepend(act ?? "");
    document.querySelector(".first-run")?.remove();
    status.textContent = text;
    if (kind === "fault") tick([30, 40, 30]);
  }
  fit();
}

addEventListener("resize", fit);
// The bar of unsaved entries covers the foot of the result, so its lines must end above it.
new ResizeObserver(([{ target }]) => {
  form.style.setProperty("--under", `${target.offsetHeight}px`);
  fit();
}).observe(form.querySelector(".bars"));

// What the signs of the table mean is shown until it is tapped, then never again on this phone.
form.classList.toggle("signs-known", chosen("signs") === "known");
form.addEventListener("click", (event) => {
  if (!event.target.closest(".first-run")) return;
  choose("signs", "known");
  form.classList.add("signs-known");
  fit();
});
