// The last result: as many lines as fit, the most important first; a tap shows the others.

import { tick } from "../core/aloud.js";

const form = document.getElementById("table");
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
