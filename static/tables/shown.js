// What the tables of all games show of the local state, beside what a game shows itself.

import { HOLE, count, face, holeIn, nameOf } from "../core/cards.js";
import { ahead, outbox, state } from "./sending.js";
import { showUnsaved } from "./unsaved.js";

const form = document.getElementById("form");

// What waits in the outbox, from the state that the server has told.
export const afterWaiting = (told, after) => ahead().map(({ fields }) => fields).reduce(after, told);

// Show the keys of a panel, or none; `kind` is what is tapped with them. `isTyped` tells whether that can be typed too.
export function showPanel(panel, kind, isTyped) {
  for (const each of form.querySelectorAll(".panel")) each.hidden = each.dataset.for !== panel;
  form.querySelector(".typed-cards").hidden = !isTyped;
  Object.assign(form.querySelector(".entry").dataset, { panel, kind });
}

// Without a server there is no signal to wait for.
const CUT_OFF = "alone" in document.documentElement.dataset ? "The referee is starting" : "No signal";

// Show what is asked for: `words`, or what the server has told; and what is not saved, see `showUnsaved`. Without a connection
// it tells to go on, unless nothing can be entered before the server has answered: then `isStuck`.
export function showWaits(words, unsaved, isStuck = false) {
  const waits = form.querySelector(".waits");
  waits.dataset.told ??= waits.textContent;
  const isCutOff = outbox.waiting.length && state.cutOff && !isStuck;
  waits.textContent = isCutOff ? `${CUT_OFF}: carry on. Your entries are saved on this phone.` : (words ?? waits.dataset.told);
  showUnsaved(unsaved);
}

// The heading that the server has told, with the trick and the deal that come next on this phone.
export function showHeading({ trick = 0, deals = 0 }) {
  const told = document.getElementById("table").dataset.heading;
  const counted = told.replace(/(Deal )(\d+)/, (_, word, number) => word + (Number(number) + deals));
  const isTold = / · Trick \d+/.test(counted);
  const next = outbox.waiting.length ? (trick ? ` · Trick ${trick}` : "") : / · Trick \d+|$/.exec(counted)[0];
  form.querySelector("h1").textContent = isTold ? counted.replace(/ · Trick \d+/, next) : counted + next;
}

// The name of a player, by the seat.
export const nameAt = (seat) => seat && form.querySelector(`.player[data-seat="${seat}"] .who`)?.textContent;

// The seats in the order in which the server says that they are asked.
export function seatsTold() {
  const players = [...form.querySelectorAll(".player")].map(({ dataset }) => [Number(dataset.place), dataset.seat]);
  return players.sort(([one], [other]) => one - other).map(([, seat]) => seat);
}

// Show at the players' places what is tapped, in the order of the seats. While it is not known who leads, the seats are
// empty, and the cards lie in the middle. What is `fixed` cannot be taken back. After what waits in the outbox (`at`) another
// trick is the last one, and another may lead or deal than the server has told.
export function showPlayers(draft, seats, { isAsked = true, isFixed = false, leader = "", at: { past, taker, dealer } = {} } = {}) {
  const felt = form.querySelector(".player").closest(".felt");
  const isKnown = !seats.includes("");
  const isTapped = count(draft) > 0;
  for (const player of felt.querySelectorAll(".player")) {
    const place = isKnown ? seats.indexOf(player.dataset.seat) : -1;
    const value = draft[place] && draft[place] !== HOLE ? draft[place] : "";
    const tapped = player.querySelector(".tapped");
    const last = !isTapped && isKnown && (past ? past[player.dataset.seat] : tapped.dataset.past);
    const plate = player.querySelector(".plate");
    plate.value = String(Math.max(place, 0));
    plate.disabled = !value || isFixed;
    tapped.replaceChildren(...[value || last].filter(Boolean).map(drawn));
    player.classList.toggle("filled", Boolean(value));
    player.classList.toggle("took", past ? player.dataset.seat === taker : "took" in player.dataset);
    player.classList.toggle("next", isAsked && place >= 0 && place === holeIn(draft));
  }
  const isAhead = outbox.waiting.length > 0;
  mark(felt, "leading", "leads", isAhead && leader);
  mark(felt, "dealing", "deals", isAhead && dealer);
  felt.classList.toggle("drafting", isTapped);
  felt.classList.toggle("adrift", !isKnown);
  felt.querySelector(".ahead").replaceChildren(...(isKnown ? [] : draft.map(takeBack)));
}

// Move a mark from where the server has it to a seat; without one it is back there.
function mark(felt, name, words, seat) {
  for (const each of felt.querySelectorAll(`.${name}`)) {
    if (each.matches(".moved")) each.remove();
    else each.hidden = Boolean(seat);
  }
  if (!seat) return;
  const moved = Object.assign(document.createElement("small"), { className: `mark ${name} moved`, textContent: words });
  felt.querySelector(`.player[data-seat="${seat}"] .marks`)?.append(moved);
}

function takeBack(value, place) {
  const button = document.createElement("button");
  const words = document.createElement("span");
  Object.assign(words, { className: "take-back", textContent: "Take back " });
  Object.assign(button, { name: "mend", value: place, disabled: value === HOLE });
  button.append(words, drawn(value));
  return button;
}

const drawn = (value) => (nameOf[value] ? face(value) : value === HOLE ? "?" : value);

// --- the last result: of its lines as many as fit; a key shows all of them ----------------------------------------

const more = () => form.querySelector(".result .more");
// Their room changes with the window, and with what comes below them.
const sizes = new ResizeObserver(() => fit());
let fitted = null;

// When a phone is turned, WebKit may keep the portrait layout until a container is styled again.
matchMedia("(orientation: landscape)").addEventListener("change", () => requestAnimationFrame(() => {
  const table = document.getElementById("table");
  table.style.containerType = "normal";
  void table.offsetHeight;
  table.style.containerType = "";
}));

export function fit() {
  const lines = form.querySelector(".result .lines");
  if (!more() || lines.closest("[data-open]")) return;
  if (lines !== fitted) {
    sizes.disconnect();
    sizes.observe(lines);
    fitted = lines;
  }
  const why = lines.querySelector("details.why");
  more().hidden = !why; // With it other keys may give way.
  const isWhole = lines.scrollHeight <= lines.clientHeight + 1;
  more().hidden = isWhole && !why;
  more().textContent = isWhole && why ? "Why?" : "More";
  lines.style.setProperty("--room", `${lines.clientHeight}px`);
  const { top, bottom } = lines.getBoundingClientRect();
  const outside = Math.max(0, bottom - innerHeight, -top); // Above the window where the page is turned.
  const room = (isWhole ? lines.scrollHeight : lines.clientHeight) - outside;
  for (const line of lines.querySelectorAll(":scope > :not(.acts)")) cut(line, room - (line.offsetTop - lines.offsetTop));
}

// Of a text whole lines are shown, as many as there is room for.
function cut(line, room) {
  const height = parseFloat(getComputedStyle(line).lineHeight);
  const whole = Math.floor((room + 1) / height) * height; // All but the height is rounded.
  line.classList.toggle("beyond", whole <= 0);
  line.classList.toggle("cut", whole > 0 && whole < line.offsetHeight - 1);
  line.style.setProperty("--cut", `${line.offsetHeight - whole}px`);
}
