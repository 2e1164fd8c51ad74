// The parts of the local state that tables of all games show.

import { make } from "../core/make.js";
import { data, form, table } from "./game.js";
import { ahead, outbox, state } from "./sending.js";
import { showUnsaved } from "./unsaved.js";

// The state after the waiting entries, starting from the server's state.
export const afterWaiting = (told, after) => ahead().map(({ fields }) => fields).reduce(after, told);

// Show a panel's keys, or none; `kind` is what they enter, and `isTyped` is true if it can be typed too.
export function showPanel(panel, kind, isTyped) {
  for (const each of form.querySelectorAll(".panel")) each.hidden = each.dataset.for !== panel;
  form.querySelector(".typed-cards").hidden = !isTyped;
  form.dataset.panel = panel;
  Object.assign(form.querySelector(".entry").dataset, { panel, kind });
}

// Set an element's text if it differs; otherwise nothing is laid out or announced.
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Without a server there is no signal to wait for.
const CUT_OFF = "alone" in document.documentElement.dataset ? "The referee is starting" : "No signal";

let asked = ""; // The question after the waiting entries, as far as this phone can know.
export const askedHere = () => asked;

// Show the question (`words`, or the server's) and the unsaved entries (see `showUnsaved`). Offline, tell the player to carry
// on, unless nothing can be entered before the server answers (`isStuck`).
export function showWaits(words, unsaved, isStuck = false) {
  const waits = form.querySelector(".waits");
  waits.dataset.told ??= waits.textContent;
  const question = words ?? waits.dataset.told;
  asked = words ?? (outbox.waiting.length ? "" : question);
  const isCutOff = outbox.waiting.length && state.cutOff && !isStuck;
  write(waits, isCutOff ? `${CUT_OFF}: carry on. Your entries are saved on this phone.` : question);
  const inBar = isCutOff ? unsaved.then : "";
  showUnsaved({ ...unsaved, then: inBar });
  showComing(inBar ? "" : unsaved.then);
}

// The outcome of unsaved entries replaces the last result until the referee answers.
function showComing(text) {
  const lines = form.querySelector(".result .lines");
  const shown = lines?.querySelector(".coming");
  if (!text || !lines) return shown?.remove();
  const line = shown ?? make("p", { className: "headline coming unsaved" });
  write(line, `${text} Not saved yet.`);
  if (!shown) lines.prepend(line);
}

// Show the server's heading, with this phone's next trick and deal.
export function showHeading({ trick = 0, deals = 0 }) {
  const told = data().heading;
  const counted = told.replace(/(Deal )(\d+)/, (_, word, number) => word + (Number(number) + deals));
  const next = !trick ? counted.replace(/ · Trick \d+/, "")
    : /Trick \d+/.test(counted) ? counted.replace(/Trick \d+/, `Trick ${trick}`) : `${counted} · Trick ${trick}`;
  write(form.querySelector("h1"), outbox.waiting.length ? next : counted);
}

// The name of the player in a seat.
export const nameAt = (seat) => seat && form.querySelector(`.player[data-seat="${seat}"] .who`)?.textContent;

// --- the last result: as many lines as fit, and a key to show all of them -----------------------------------------

const more = () => form.querySelector(".result .more");
// The room for them changes with the window, and with the content below.
const sizes = new ResizeObserver(() => fit());
let fitted = null;
let told = ""; // The text that was fitted.

// When a phone is turned, WebKit may keep the portrait layout until a container is styled again.
matchMedia("(orientation: landscape)").addEventListener("change", () => requestAnimationFrame(() => {
  table().style.containerType = "normal";
  void table().offsetHeight;
  table().style.containerType = "";
}));

// Fit the lines again only if they or the keys beside them have changed, because it costs a layout. An expected outcome is
// short, and soon replaced.
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
  more().hidden = !why; // When this key is shown, other keys may make room.
  const isWhole = lines.scrollHeight <= lines.clientHeight + 1;
  more().hidden = isWhole && !why;
  write(more(), isWhole && why ? "Why?" : "More");
  form.style.setProperty("--room", `${lines.clientHeight}px`);
  const { top, bottom } = lines.getBoundingClientRect();
  const outside = Math.max(0, bottom - innerHeight, -top); // Above the window if the page is turned round.
  const below = parseFloat(getComputedStyle(lines).paddingBottom); // A bar of demands covers that.
  const room = (isWhole ? lines.scrollHeight : lines.clientHeight) - below - outside;
  for (const line of lines.querySelectorAll(":scope > :not(.acts)")) cut(line, room - (line.offsetTop - lines.offsetTop));
}

// Show as many whole lines of a text as fit.
function cut(line, room) {
  const height = parseFloat(getComputedStyle(line).lineHeight);
  const whole = Math.floor((room + 1) / height) * height; // All values except the height are rounded.
  line.classList.toggle("beyond", whole <= 0);
  line.classList.toggle("cut", whole > 0 && whole < line.offsetHeight - 1);
  line.style.setProperty("--cut", `${line.offsetHeight - whole}px`);
}
