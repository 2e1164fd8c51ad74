// The table of cribbage. Every key is a post of its own, with or without this file; with it only the table is replaced,
// other phones' entries appear, and the last entry is announced and spoken.

import { announce, tick } from "../core/aloud.js";
import { catchUp, follow, lose } from "../core/events.js";
import { keepPage } from "../core/install.js";
import "../core/pegs.js";
import { settle } from "../core/settle.js";

const form = document.getElementById("form");
const table = () => document.getElementById("table");
const address = location.pathname;
const said = document.getElementById("status");
const stale = document.getElementById("stale");

function shown() {
  const { dataset } = table();
  form.querySelector("h1").textContent = dataset.heading;
  document.title = dataset.title;
  said.textContent = dataset.call;
  announce(dataset);
  keepPage();
  catchUp();
}

const refresh = () => window.htmx.ajax("GET", address, { target: "#table", select: "#table", swap: "outerHTML" });

document.body.addEventListener("htmx:afterSwap", () => {
  if (location.search) history.replaceState(null, "", address);
  settle(table()); // What has just come under a finger ignores taps for a moment.
  shown();
});
document.body.addEventListener("htmx:responseError", (event) => event.detail.xhr.status === 404 && lose());
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.body.addEventListener(failure, () => {
    stale.textContent = "No connection: it is not entered. Tap again when the signal is back.";
    stale.hidden = false;
  });
}
form.addEventListener("click", (event) => {
  if (event.target.closest(".entry button")) tick();
  if (event.target.closest(".menu nav button")) form.querySelector(".menu").open = false;
});
announce(table().dataset);
follow(form.dataset.line, () => table().dataset.version, refresh);
