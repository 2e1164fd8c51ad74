// Renders the local state of the table: the server's fragments, with what is tapped and what waits in the outbox.

import { HOLE, face, holeIn, markLed, nameOf } from "../../core/cards.js";
import { settle } from "../../core/overlays.js";
import { showDemands } from "./demands.js";
import { left, values } from "./draft.js";
import { goneIn as goneInDeal } from "./gone.js";
import { outbox, state } from "../sending.js";
import { after, panelOf, places, told } from "./state.js";
import { showUnsaved } from "../unsaved.js";

const form = document.getElementById("form");
const data = () => document.getElementById("table").dataset;
const { total, tricks, counts, hasTrumps } = form.dataset;
let shownPanel = "";

const follow = (at, fields) => after(at, fields, Number(tricks), hasTrumps !== undefined);

// What is awaited after what waits in the outbox.
export const next = () => outbox.waiting.map(({ fields }) => fields).reduce(follow, told(data()));

export const goneIn = (code) => goneInDeal(code, told, follow);

// The seats in the order in which they are asked now.
export function asked() {
  const at = next();
  const leader = form.elements.leader?.value;
  const seats = places(at);
  if (at.kind !== "tricks" || !leader || !seats.includes(leader)) return seats;
  const first = seats.indexOf(leader);
  return [...seats.slice(first), ...seats.slice(0, first)];
}

export function show() {
  const at = next();
  const panel = panelOf(at);
  for (const each of form.querySelectorAll(".panel")) each.hidden = each.dataset.for !== panel;
  form.querySelector(".typed-cards").hidden = !["numbers", "cards"].includes(panel);
  form.querySelector(".entry").dataset.panel = panel;
  form.querySelector(".entry").dataset.kind = panel === "cards" ? at.kind : "";
  form.querySelector(".leader").hidden = at.kind !== "tricks" || panel !== "cards";
  form.querySelector(".leader").classList.toggle("off", outbox.waiting.length > 0);
  form.querySelector("#claims").hidden = outbox.waiting.length > 0;
  showPlayers(at, panel);
  markLed(at.kind === "tricks" && values()[0]);
  showNumbers();
  showDemands();
  showUnsaved(entered, show);
  const view = [panel, at.kind].join();
  if (shownPanel && view !== shownPanel) settle(form);
  shownPanel = view;
}

function showPlayers(at, panel) {
  const draft = values();
  const seats = asked();
  const isTapping = panel === "numbers" || panel === "cards";
  const free = holeIn(draft);
  for (const player of form.querySelectorAll(".player")) {
    const place = seats.indexOf(player.dataset.seat);
    const value = isTapping && at.kind !== "trump" && place >= 0 ? (draft[place] ?? HOLE) : HOLE;
    const [cell, tapped] = [player.querySelector(".cell"), player.querySelector(".tapped")];
    player.classList.toggle("next", isTapping && place >= 0 && place === free && at.kind !== "trump");
    if (isTapping) {
      cell.value = String(Math.max(place, 0));
      cell.disabled = value === HOLE;
      tapped.replaceChildren(value === HOLE ? "" : nameOf[value] ? face(value) : value);
    } else if (outbox.waiting.length) {
      cell.disabled = true;
      tapped.replaceChildren();
    }
  }
  showWaits(at, panel, seats[free]);
}

function showWaits(at, panel, seat) {
  const waits = form.querySelector(".waits");
  waits.dataset.told ??= waits.textContent;
  if (outbox.waiting.length && state.cutOff) waits.textContent = "No signal: go on. It is saved on this phone.";
  else if (panel === "settle" && outbox.waiting.length) waits.textContent = "Claim any revoke first, then settle.";
  else if (at.kind === "trump" && panel === "cards") waits.textContent = "Which card is turned up?";
  else if (panel === "numbers" || panel === "cards") waits.textContent = question(at, seat);
  else waits.textContent = waits.dataset.told;
}

function question(at, seat) {
  const name = seat && form.querySelector(`.player[data-seat="${seat}"] .name`)?.textContent;
  const what = at.kind === "count" ? counts : "card";
  if (name) return `${name}’s ${what}?`;
  return seat === "" ? `Card ${holeIn(values()) + 1}?` : "Tap a name to change what it has.";
}

function showNumbers() {
  const rest = left(values().filter((value) => !nameOf[value]), Number(total));
  for (const key of form.querySelectorAll("[name=tap]")) key.disabled = Number(key.value) > rest;
}

function entered({ fields }) {
  const tapped = (fields.draft ?? "").split(".").filter(Boolean);
  if (fields.kind === "count") return [` ${tapped.join("–")}`];
  return tapped.length ? tapped.flatMap((code) => [" ", face(code)]) : [" the settling"];
}
