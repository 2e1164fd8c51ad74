// The pegs of pages on which they are only looked at: they move whenever fragments are swapped in.

import { places, travel } from "./pegs.js";

let before = new Map();
export const noteWhereTheyStand = () => {
  before = places();
};
document.body.addEventListener("htmx:beforeSwap", noteWhereTheyStand);
document.body.addEventListener("htmx:afterSettle", () => travel(before));
