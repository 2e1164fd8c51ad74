// Practice: the countdown, which submits the form when time is up, and typing of points.

import { chosen } from "./choices.js";
import { say } from "./say.js";

const form = document.getElementById("practice");
const next = document.getElementById("next");
const more = form?.querySelector("[name=more]");
const LATE = 1000; // Milliseconds since the page was asked for: an Enter before was meant for the answer.
let typed = "";

if (more) {
  const meter = form.querySelector("meter");
  const end = performance.now() + form.dataset.left * 1000;
  const warning = Math.min(10, form.dataset.limit / 2);
  let isWarned = form.dataset.left <= warning;
  const tick = () => {
    const left = (end - performance.now()) / 1000;
    meter.value = Math.max(0, left);
    if (left > 0) requestAnimationFrame(tick);
    else form.submit();
    if (isWarned || left > warning) return;
    isWarned = true;
    say(`${warning} seconds left. Plus gives ${form.dataset.limit} more.`);
  };
  requestAnimationFrame(tick);
}

const key = (points) => form?.querySelector(`[name="points"][value="${points}"]`);
const isTyped = () => chosen("keys") !== "off";

// Read out the question first, then its cards, then the answers.
if (form) document.querySelector("h1").focus({ preventScroll: true });
document.addEventListener("keydown", (event) => {
  const { key: sign, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  if (sign === "Enter" && target.name === "ten") event.preventDefault(); // It would tap the form's first key.
  if (sign === "Enter" && next && performance.now() < LATE) event.preventDefault();
  else if (sign === "Enter" && next && !target.closest("a, button")) next.click();
  else if (sign === "Enter" && typed && !target.closest("a, button")) key(typed)?.click();
  else if (sign === "+" && isTyped()) more?.click();
  else if (/^\d$/.test(sign) && form && isTyped()) {
    typed += sign;
    // It may be the first digit of a larger number.
    if (![...form.elements].some(({ name, value }) => name === "points" && value !== typed && value.startsWith(typed))) {
      key(typed)?.click();
      typed = "";
    }
  }
});
