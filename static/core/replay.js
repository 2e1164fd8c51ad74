// The replay: single steps, automatic play, and the slider that controls both.

import { places, travel } from "./pegs.js";

const STEP = 1600;
const watch = () => document.getElementById("watch");
const stale = document.getElementById("stale");
const slider = document.getElementById("at");
const run = document.getElementById("run");
let running = 0;
let pegs = new Map(); // Where they were before the fragments were swapped.

function go(to) {
  slider.value = to;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

function stop() {
  clearInterval(running);
  running = 0;
  run.lastElementChild.textContent = "Play";
  delete run.dataset.running;
}

document.getElementById("go").hidden = true;
run.dataset.ready = "";
run.addEventListener("click", () => {
  if (running) return stop();
  if (slider.value === slider.max) go(0);
  run.lastElementChild.textContent = "Pause";
  run.dataset.running = "";
  running = setInterval(() => (slider.value === slider.max ? stop() : go(Number(slider.value) + 1)), STEP);
});
for (const link of document.querySelectorAll("[data-by]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    stop();
    go(Number(slider.value) + Number(link.dataset.by));
  });
}
slider.addEventListener("input", showStep);
function showStep() {
  document.getElementById("step").textContent = slider.value;
}
document.body.addEventListener("htmx:beforeSwap", () => (pegs = places()));
document.body.addEventListener("htmx:afterSettle", () => travel(pegs));
document.body.addEventListener("htmx:afterSwap", () => {
  const { told } = watch().dataset;
  stale.hidden = true;
  slider.setAttribute("aria-valuetext", told);
  // A focused slider announces its own value, and would never stop during automatic play.
  if (!running && document.activeElement !== slider) document.getElementById("status").textContent = told;
});
for (const trouble of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.body.addEventListener(trouble, () => {
    stop();
    slider.value = watch().dataset.at;
    showStep();
    stale.textContent = "No signal: the replay continues when it is back.";
    stale.hidden = false;
  });
}
