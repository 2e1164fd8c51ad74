// Overlays (the menu and the full result) close when something in them is activated, when the focus leaves, and on a tap
// outside. That tap does nothing else, unless it hits a visible key of the table.

import { SETTLING, choose, chosen } from "./choices.js";
import "./picture.js";

const TAB = "sessionStorage";
const turn = document.getElementById("turn");
const menu = document.querySelector(".menu");
const form = menu.closest("form");
let isMeantToClose = false;

const openResult = () => form.querySelector(".result[data-open]");
const isOpen = () => menu.open || Boolean(openResult());
const isWithin = (target) => menu.contains(target) || Boolean(openResult()?.contains(target));

function showWhole(result, whole) {
  const more = result.querySelector(".more");
  result.toggleAttribute("data-open", whole);
  const why = result.querySelector("details.why");
  more.setAttribute("aria-expanded", String(whole));
  if (whole) more.dataset.opens = more.textContent;
  more.textContent = whole ? "Less" : more.dataset.opens;
  if (why) why.open = whole;
  const lines = result.querySelector(".lines");
  lines.removeAttribute("data-tall");
  lines.toggleAttribute("data-tall", whole && lines.scrollHeight > lines.clientHeight + 1);
}

function closeResult() {
  if (openResult()) showWhole(openResult(), false);
}

function close() {
  const isLost = menu.open && menu.querySelector("nav").contains(document.activeElement);
  menu.open = false;
  if (isLost) menu.querySelector("summary").focus();
  closeResult();
  settle(form);
}

document.addEventListener("pointerdown", (event) => {
  if (!menu.open && event.target.closest(".entry")) return closeResult();
  isMeantToClose = isOpen() && !isWithin(event.target);
  if (isMeantToClose) close();
}, true);
document.addEventListener("click", (event) => {
  if (!isMeantToClose || !event.detail) return; // From the keyboard.
  isMeantToClose = false;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("focusin", (event) => isOpen() && !isWithin(event.target) && close());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isOpen()) return;
  const back = menu.open ? menu.querySelector("summary") : openResult().querySelector(".more");
  close();
  back.focus();
});

// Turn the page towards the player opposite, in this tab, while the phone stays in this position.
function showTurn(isTurned) {
  document.body.classList.toggle("turned", isTurned);
  turn.setAttribute("aria-pressed", String(isTurned));
}

showTurn(chosen("turned", TAB) === "on");
turn.addEventListener("click", (event) => {
  event.preventDefault();
  const isTurned = !document.body.matches(".turned");
  choose("turned", isTurned ? "on" : "off", TAB);
  showTurn(isTurned);
  close();
});
form.addEventListener("click", (event) => {
  const more = event.target.closest(".more");
  if (more) showWhole(more.closest(".result"), more.getAttribute("aria-expanded") === "false");
  if (event.target.closest(".menu nav button:not([type=button])")) close();
});

// --- an element that has just appeared ignores taps briefly: they were meant for its predecessor ---------------------

const timers = new WeakMap();

export function settle(element) {
  clearTimeout(timers.get(element));
  element.dataset.settling = "";
  timers.set(element, setTimeout(() => delete element.dataset.settling, SETTLING));
}
