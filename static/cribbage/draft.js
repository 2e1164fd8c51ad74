// The cards of a hand or crib that are tapped and not entered yet. They survive a reload.

import { OVERTAKEN } from "../components/sending.js";
import { places, travel } from "../core/pegs.js";

const form = document.getElementById("form");
const store = `draft-${form.dataset.match}`;
const field = () => document.querySelector("#table [name=cards]");

export const codes = () => field().value.split(".").filter(Boolean);

export function set(cards) {
  field().value = cards.join(".");
  try {
    if (cards.length) localStorage.setItem(store, JSON.stringify(cards));
    else localStorage.removeItem(store);
  } catch {
    // A private window stores nothing.
  }
}

export function stored() {
  try {
    return JSON.parse(localStorage.getItem(store) ?? "[]");
  } catch {
    return [];
  }
}

// Before fragments are swapped in; the function returned moves the pegs, and gives back cards that may have been tapped
// meanwhile for what comes next.
export function keep() {
  const [kept, before] = [codes(), places()];
  return (how) => {
    travel(before);
    if (!codes().length && how !== OVERTAKEN) set(kept);
  };
}
