// The table of Havilering.

import { choose, chosen } from "../core/choices.js";
import { form } from "../tables/game.js";
import { run } from "../tables/page.js";
import { nameOf } from "../core/cards.js";
import * as shown from "./shown.js";

// Explain the table's symbols until the explanation is tapped, then never again on this phone.
form.classList.toggle("signs-known", chosen("signs") === "known");
form.addEventListener("click", (event) => {
  if (!event.target.closest(".first-run")) return;
  event.preventDefault();
  choose("signs", "known");
  form.classList.add("signs-known");
});

const full = "Four cards are down. Tap the wrong one to remove it.";

run({ ...shown, full, twice: (code) => `The ${nameOf[code]} is in this trick already.` });
