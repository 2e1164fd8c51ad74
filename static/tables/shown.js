// The local state as the tables of all games show it, beside a game's own.

import { HOLE, count, face, holeIn, nameOf } from "../core/cards.js";
import { ahead, outbox, state } from "./sending.js";
import { showUnsaved } from "./unsaved.js";

const form = document.getElementById("form");

// The waiting entries of the outbox, from the server's state on.
export const afterWaiting = (told, after) => ahead().map(({ fields }) => fields).reduce(after, told);

// Show the keys of a panel, or none; `kind` is what is tapped with them. `isTyped` tells whether that can be typed too.
export function showPanel(panel, kind, isTyped) {
  for (const each of form.querySelectorAll(".panel")) each.hidden = each.dataset.for !== panel;
  form.querySelector(".typed-cards").hidden = !isTyped;
  form.dataset.panel = panel;
  Object.assign(form.querySelector(".entry").dataset, { panel, kind });
}

// Give an element another text; the same one costs no layout, and is not heard.
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Without a server there is no signal to wait for.
const CUT_OFF = "alone" in document.documentElement.dataset ? "The referee is starting" : "No signal";

// Show what is asked for: `words`, or what the server has told; and what is not saved, see `showUnsaved`. Without a connection
// it tells to go on, unless nothing can be entered before the server has answered: then `isStuck`.
export function showWaits(words, unsaved, isStuck = false) {
  const waits = form.querySelector(".waits");
  waits.dataset.told ??= waits.textContent;
  const isCutOff = outbox.waiting.length && state.cutOff && !isStuck;
  write(waits, isCutOff ? `${CUT_OFF}: carry on. Your entries are saved on this phone.` : (words ?? waits.dataset.told));
  const inBar = isCutOff ? unsaved.then : "";
  showUnsaved({ ...unsaved, then: inBar });
  showComing(inBar ? "" : unsaved.then);
}

// The result of unsaved entries is shown in the place of the last result, until the referee answers.
function showComing(text) {
  const lines = form.querySelector(".result .lines");
  const shown = lines?.querySelector(".coming");
  if (!text || !lines) return shown?.remove();
  const line = shown ?? document.createElement("p");
  line.className = "headline coming unsaved";
  write(line, `${text} Not saved yet.`);
  if (!shown) lines.prepend(line);
}

// The server's heading, with the trick and the deal that come next on this phone.
export function showHeading({ trick = 0, deals = 0 }) {
  const told = document.getElementById("table").dataset.heading;
  const counted = told.replace(/(Deal )(\d+)/, (_, word, number) => word + (Number(number) + deals));
  const next = !trick ? counted.replace(/ · Trick \d+/, "")
    : /Trick \d+/.test(counted) ? counted.replace(/Trick \d+/, `Trick ${trick}`) : `${counted} · Trick ${trick}`;
  write(form.querySelector("h1"), outbox.waiting.length ? next : counted);
}

// The name of a player, by the seat.
export const nameAt = (seat) => seat && form.querySelector(`.player[data-seat="${seat}"] .who`)?.textContent;

// The seats in the order in which the server says that they are asked.
export function seatsTold() {
  const players = [...form.querySelectorAll(".player")].map(({ dataset }) => [Number(dataset.place), dataset.seat]);
  return players.sort(([one], [other]) => one - other).map(([, seat]) => seat);
}

// Show the taps at the players' places, in the order of the seats. While it is not known who leads, the seats are
// empty, and the cards lie in the middle. What is `fixed` cannot be taken back. After what waits in the outbox another may
// lead or deal than the server has told, and the cards of a trick are `down` that its `taker` has taken.
export function showPlayers(draft, seats, { isAsked = true, isFixed = false, leader = "", dealer = "", taker = "", down } = {}) {
  const felt = form.querySelector(".player").closest(".felt");
  const isKnown = !seats.includes("");
  const isTapped = count(draft) > 0;
  const isAhead = outbox.waiting.length > 0;
  const [taken, takenBy] = isAhead && down ? [down, taker] : [];
  for (const player of felt.querySelectorAll(".player")) {
    const place = isKnown ? seats.indexOf(player.dataset.seat) : -1;
    const value = draft[place] && draft[place] !== HOLE ? draft[place] : "";
    const tapped = player.querySelector(".tapped");
    const past = !isTapped && isKnown && (taken ? taken[player.dataset.seat] : tapped.dataset.past);
    const plate = player.querySelector(".plate");
    plate.value = String(Math.max(place, 0));
    plate.disabled = !value || isFixed;
    fill(tapped, value || past);
    player.classList.toggle("filled", Boolean(value));
    player.classList.toggle("took", taken ? player.dataset.seat === takenBy : "took" in player.dataset);
    player.classList.toggle("next", isAsked && place >= 0 && place === holeIn(draft));
  }
  mark(felt, "leading", "leads", isAhead && leader);
  mark(felt, "dealing", "deals", isAhead && dealer);
  felt.classList.toggle("drafting", isTapped);
  felt.classList.toggle("unsaved", isAhead);
  felt.classList.toggle("adrift", !isKnown);
  felt.querySelector(".ahead").replaceChildren(...(isKnown ? [] : draft.map(takeBack)));
}

// Put a value into its place, unless it is there.
function fill(tapped, value) {
  const made = document.createElement("span");
  made.append(...[value].filter(Boolean).map(drawn));
  if (tapped.innerHTML.trim() !== made.innerHTML) tapped.replaceChildren(...made.childNodes);
}

// Move a mark from the server's seat to another; without one, move it back.
function mark(felt, name, words, seat) {
  const marks = seat && felt.querySelector(`.player[data-seat="${seat}"] .marks`);
  for (const each of felt.querySelectorAll(`.${name}`)) {
    if (!each.matches(".moved")) each.hidden = Boolean(seat);
    else if (each.parentElement !== marks) each.remove();
  }
  if (!marks || marks.querySelector(`.${name}.moved`)) return;
  const moved = Object.assign(document.createElement("small"), { className: `mark ${name} moved`, textContent: words });
  marks.append(moved);
}

function takeBack(value, place) {
  const button = document.createElement("button");
  const words = document.createElement("span");
  Object.assign(words, { className: "take-back", textContent: "Take back " });
  Object.assign(button, { name: "untap", value: place, disabled: value === HOLE });
  button.append(words, drawn(value));
  return button;
}

const drawn = (value) => (nameOf[value] ? face(value) : value === HOLE ? "?" : value);

// --- the last result: as many of its lines as fit; a key shows all of them ----------------------------------------

const more = () => form.querySelector(".result .more");
// Their room changes with the window, and with the content below them.
const sizes = new ResizeObserver(() => fit());
let fitted = null;
let told = ""; // The text that was fitted.

// When a phone is turned, WebKit may keep the portrait layout until a container is styled again.
matchMedia("(orientation: landscape)").addEventListener("change", () => requestAnimationFrame(() => {
  const table = document.getElementById("table");
  table.style.containerType = "normal";
  void table.offsetHeight;
  table.style.containerType = "";
}));

// Fit the lines if they or the keys beside them are others than before, as it takes a layout. What is coming is short, and
// not there for long.
export function fitIfOther() {
  const keys = form.querySelectorAll(".result .acts > :not([hidden], .more)").length;
  const text = `${keys} ${form.querySelector(".result .lines")?.textContent}`;
  if (text === told || form.querySelector(".coming")) return;
  told = text;
  fit();
}

function fit() {
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
  write(more(), isWhole && why ? "Why?" : "More");
  lines.style.setProperty("--room", `${lines.clientHeight}px`);
  const { top, bottom } = lines.getBoundingClientRect();
  const outside = Math.max(0, bottom - innerHeight, -top); // Above the window where the page is turned.
  const room = (isWhole ? lines.scrollHeight : lines.clientHeight) - outside;
  for (const line of lines.querySelectorAll(":scope > :not(.acts)")) cut(line, room - (line.offsetTop - lines.offsetTop));
}

// Show as many whole lines of a text as there is room for.
function cut(line, room) {
  const height = parseFloat(getComputedStyle(line).lineHeight);
  const whole = Math.floor((room + 1) / height) * height; // All but the height is rounded.
  line.classList.toggle("beyond", whole <= 0);
  line.classList.toggle("cut", whole > 0 && whole < line.offsetHeight - 1);
  line.style.setProperty("--cut", `${line.offsetHeight - whole}px`);
}
