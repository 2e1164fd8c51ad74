// What the signs of the table mean: shown until it is tapped, then never again on this phone.

import { choose, chosen } from "../core/choices.js";
import { fit } from "./result.js";

const form = document.getElementById("table");

form.classList.toggle("signs-known", chosen("signs") === "known");
form.addEventListener("click", (event) => {
  if (!event.target.closest(".first-run")) return;
  choose("signs", "known");
  form.classList.add("signs-known");
  fit();
});
