// What the signs of the table mean: shown until it is tapped, then never again on this phone.

import { fit } from "./result.js";

const form = document.getElementById("table");

function isKnown() {
  try {
    return localStorage.getItem("signs") === "known";
  } catch {
    return false; // The browser lets nothing be stored: it goes with the first trick.
  }
}

form.classList.toggle("signs-known", isKnown());
form.addEventListener("click", (event) => {
  if (!event.target.closest(".first-run")) return;
  try {
    localStorage.setItem("signs", "known");
  } finally {
    form.classList.add("signs-known");
    fit();
  }
});
