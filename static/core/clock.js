// Clocks: minutes left until a time, or minutes since one. The end of a time is announced.

import { say } from "./say.js";

let running = null;

export function tell() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Date.parse(clock.dataset.until) - Date.now();
    const minutes = Math.ceil(left / 60_000);
    const unit = clock.matches(".clock") ? "min" : minutes === 1 ? "minute left" : "minutes left";
    clock.classList.toggle("is-up", minutes <= 0);
    write(clock, minutes > 0 ? `${minutes} ${unit}` : "Time is up");
    if (left > 0) running = clock.dataset.until;
    else if (running === clock.dataset.until) end(clock.matches(".clock") && !("enters" in document.documentElement.dataset));
  }
  for (const clock of document.querySelectorAll("[data-since]")) {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(clock.dataset.since)) / 60_000));
    write(clock, `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`);
  }
}

function write(clock, text) {
  if (clock.textContent !== text) clock.textContent = text;
}

// Announce only a time that this page has seen running. At each table, only the phone that enters the score rings.
async function end(isQuiet) {
  running = null;
  say("Time is up. Finish this hand.");
  if (isQuiet) return;
  navigator.vibrate?.([200, 100, 200]);
  (await import("./sounds.js")).rung();
}

setInterval(tell, 1_000);
tell();

// A table's answer brings the time itself: write the minutes before it is painted, so that nothing beside them moves.
const atTable = document.getElementById("clock");
if (atTable) new MutationObserver(tell).observe(atTable, { childList: true, characterData: true, subtree: true });
