// Animate the pegs of a replay whenever htmx swaps fragments in.

import { places, travel } from "./pegs.js";

let before = new Map();
document.body.addEventListener("htmx:beforeSwap", () => {
  before = places();
});
document.body.addEventListener("htmx:afterSettle", () => travel(before));
