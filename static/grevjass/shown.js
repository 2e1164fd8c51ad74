// Renders the local state of the table: the server's fragments, with what is tapped and what waits in the outbox.

import { HOLE, face, holeIn, markLed, nameOf } from "../core/cards.js";
import { settle } from "../core/overlays.js";
import { set, values } from "../components/sittings/draft.js";
import { goneIn as goneInDeal } from "../components/sittings/gone.js";
import { outbox, state } from "../components/sending.js";
import { showUnsaved } from "../components/unsaved.js";
import { after, panelOf, places, told } from "./state.js";

const form = document.getElementById("form");
const data = () => document.getElementById("table").dataset;
const meld = document.getElementById("meld");
let shownPanel = "";

// What is awaited after what waits in the outbox.
export function next() {
  return outbox.waiting.map(({ fields }) => fields).reduce(after, told(data()));
}

export const goneIn = (code) => goneInDeal(code, told, after);

// The seats in the order in which they are asked now.
export const asked = () => places(next());

export function show() {
  const at = next();
  const panel = panelOf(at);
  // The game ended before the trick was: what was tapped of it is of no use.
  if (at.phase !== "waiting" && at.kind !== "tricks" && values().length) set([]);
  const isFree = !outbox.waiting.length && !values().length;
  if (!isFree || !("mayMeld" in data())) meld.replaceChildren();
  const isMelding = meld.childElementCount > 0;
  for (const each of form.querySelectorAll(".panel")) each.hidden = isMelding || each.dataset.for !== panel;
  form.querySelector(".typed-cards").hidden = isMelding || panel !== "cards";
  Object.assign(form.querySelector(".entry").dataset, { panel: isMelding ? "meld" : panel, kind: at.kind });
  for (const key of form.querySelectorAll("#ways .meld")) key.hidden = !isFree || isMelding;
  for (const key of form.querySelectorAll("#ways .claim-key")) key.disabled = at.phase !== "play";
  showCells(at);
  showUnsaved(entered, show);
  const view = [panel, at.kind, isMelding].join();
  if (shownPanel && view !== shownPanel) settle(form);
  shownPanel = view;
}

function showCells(at) {
  const draft = at.kind === "tricks" ? values() : [];
  const free = holeIn(draft);
  for (const player of form.querySelectorAll(".player")) {
    const place = at.leads.indexOf(player.dataset.seat);
    const value = draft[place] ?? HOLE;
    const cell = player.querySelector(".cell");
    player.classList.toggle("next", at.kind === "tricks" && place >= 0 && place === free);
    cell.value = String(Math.max(place, 0));
    cell.disabled = value === HOLE;
    player.querySelector(".tapped").replaceChildren(value === HOLE ? "" : face(value));
  }
  markLed(draft[0]);
  showUnplaced(at, draft);
  showWaits(at, free);
}

// Cards of a trick whose leader is not known yet are shown where the trick before stands.
function showUnplaced(at, draft) {
  const line = form.querySelector(".middle");
  const isUnplaced = at.kind === "tricks" && at.leads.includes("") && draft.length > 0;
  line.classList.toggle("unplaced", isUnplaced);
  let cards = line.querySelector(".cards-ahead");
  if (!isUnplaced) return cards?.remove();
  if (!cards) {
    cards = document.createElement("span");
    cards.className = "cards-ahead";
    line.append(cards);
  }
  cards.replaceChildren(...draft.flatMap((code) => [nameOf[code] ? face(code) : "?", " "]));
}

function showWaits(at, free) {
  const waits = form.querySelector(".waits");
  waits.dataset.told ??= waits.textContent;
  if (at.phase === "waiting") waits.textContent = "Waiting for the referee.";
  else if (outbox.waiting.length && state.cutOff) waits.textContent = "No signal: go on. It is saved on this phone.";
  else if (at.kind === "trump" && outbox.waiting.length) waits.textContent = "Which card is shown?";
  else if (at.kind === "tricks") waits.textContent = question(at.leads[free], free);
  else waits.textContent = waits.dataset.told;
}

function question(seat, free) {
  const name = seat && form.querySelector(`.player[data-seat="${seat}"] .name`)?.textContent;
  return name ? `${name}’s card?` : `Card ${free + 1}?`;
}

const words = { claim: "the claim", meld: "the meld", take: "the taking", vol: "the vol", trump: "the trump" };

function entered({ fields }) {
  const tapped = (fields.draft ?? "").split(".").filter(Boolean);
  if (tapped.length) return tapped.flatMap((code) => [" ", face(code)]);
  return [` ${words[(fields.do ?? "").split(" ")[0]] ?? "an entry"}`];
}
