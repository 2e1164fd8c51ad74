// The replay: one step back or on, or by itself; the slider is where all of it comes together.

import "./pegs.js";

const STEP = 1600;
const slider = document.getElementById("at");
const run = document.getElementById("run");
let running = 0;

function go(to) {
  slider.value = to;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

function stop() {
  clearInterval(running);
  running = 0;
  run.setAttribute("aria-pressed", "false");
}

document.getElementById("go").hidden = true;
run.dataset.ready = "";
run.addEventListener("click", () => {
  if (running) return stop();
  if (slider.value === slider.max) go(0);
  run.setAttribute("aria-pressed", "true");
  running = setInterval(() => (slider.value === slider.max ? stop() : go(Number(slider.value) + 1)), STEP);
});
for (const link of document.querySelectorAll("[data-by]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    stop();
    go(Number(slider.value) + Number(link.dataset.by));
  });
}
slider.addEventListener("input", () => {
  slider.form.querySelector("output").value = slider.value;
});
document.body.addEventListener("htmx:afterSwap", () => {
  slider.setAttribute("aria-valuetext", document.getElementById("watch").dataset.told);
});
