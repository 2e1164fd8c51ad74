// Clocks: minutes left until a time, or minutes since one. The end of a time is announced.

import { say } from "./say.js";

let running = null;

export function tell() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Date.parse(clock.dataset.until) - Date.now();
    const minutes = Math.ceil(left / 60_000);
    const unit = clock.matches(".clock") ? "min" : minutes === 1 ? "minute left" : "minutes left";
    clock.classList.toggle("is-up", minutes <= 0);
    clock.textContent = minutes > 0 ? `${minutes} ${unit}` : "Time is up";
    if (left > 0) running = clock.dataset.until;
    else if (running === clock.dataset.until) end(clock.matches(".clock") && !("enters" in document.documentElement.dataset));
  }
  for (const clock of document.querySelectorAll("[data-since]")) {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(clock.dataset.since)) / 60_000));
    clock.textContent = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  }
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
