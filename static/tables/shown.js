// What the tables of all games show of the local state, beside what a game shows itself.

import { settle } from "../core/overlays.js";
import { outbox, state } from "./sending.js";
import { showUnsaved } from "./unsaved.js";

const form = document.getElementById("form");
let shownPanel = "";

// What waits in the outbox, from the state that the server has told.
export const afterWaiting = (told, after) => outbox.waiting.map(({ fields }) => fields).reduce(after, told);

// Show the keys of a panel, or none; `kind` is what is tapped with them. `isTyped` tells whether that can be typed too.
export function showPanel(panel, kind, isTyped) {
  for (const each of form.querySelectorAll(".panel")) each.hidden = each.dataset.for !== panel;
  form.querySelector(".typed-cards").hidden = !isTyped;
  Object.assign(form.querySelector(".entry").dataset, { panel, kind });
  const view = [panel, kind].join();
  if (shownPanel && view !== shownPanel) settle(form);
  shownPanel = view;
}

// Show what is asked for: `words`, or what the server has told; and what is not saved, see `showUnsaved`. Without a connection
// it tells to go on, unless nothing can be entered before the server has answered: then `isStuck`.
export function showWaits(words, unsaved, isStuck = false) {
  const waits = form.querySelector(".waits");
  waits.dataset.told ??= waits.textContent;
  const isCutOff = outbox.waiting.length && state.cutOff && !isStuck;
  waits.textContent = isCutOff ? "No signal: go on. It is saved on this phone." : (words ?? waits.dataset.told);
  showUnsaved(unsaved);
}

// The name of a player, by the seat.
export const nameAt = (seat) => seat && form.querySelector(`.player[data-seat="${seat}"] .name`)?.textContent;

// Show at a player's cell what is tapped for it; `place` is its place in the order asked.
export function showCell(player, place, isNext, tapped) {
  const cell = player.querySelector(".cell");
  player.classList.toggle("next", isNext);
  cell.value = String(Math.max(place, 0));
  cell.disabled = !tapped;
  player.querySelector(".tapped").replaceChildren(tapped);
}

// --- the last result: of its lines as many as fit; a key shows all of them ----------------------------------------

const more = () => form.querySelector(".result .more");

export function fit() {
  const lines = form.querySelector(".result .lines");
  if (more() && !lines.closest("[data-open]")) more().hidden = lines.scrollHeight <= lines.clientHeight + 1;
}

addEventListener("resize", fit);
