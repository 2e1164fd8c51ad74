// What is tapped and not entered yet: numbers or cards by place, with gaps. It survives a reload.

import { HOLE, holeIn } from "../core/cards.js";
import { KEPT, KEPT_IF_SAME } from "./sending.js";

const form = document.getElementById("form");
const store = `draft-${form.dataset.match}`;
const field = () => document.querySelector("#table [name=draft]");

export const values = () => field().value.split(".").filter(Boolean);

// What is tapped for an entry of this kind, in one of the ways; with who led, if that was chosen.
export function set(draft, { way, kind } = {}) {
  const written = draft.join(".").replace(/[.-]+$/, "");
  field().value = written;
  try {
    if (!written) return localStorage.removeItem(store);
    const { turn } = document.getElementById("table").dataset;
    localStorage.setItem(store, JSON.stringify({ turn, way, kind, leader: form.elements.leader?.value ?? "", written }));
  } catch {
    // A private window stores nothing.
  }
}

// What was tapped before a reload; null if the table has gone on since.
export function stored() {
  try {
    const kept = JSON.parse(localStorage.getItem(store));
    return kept?.turn === document.getElementById("table").dataset.turn ? kept : null;
  } catch {
    return null;
  }
}

// The draft with a value at its first gap.
export function putting(draft, value) {
  const longer = [...draft];
  longer[holeIn(draft)] = value;
  return longer;
}

// The draft without the value at a place.
export const without = (draft, place) => draft.map((value, at) => (at === place ? HOLE : value));

export const given = (draft) => draft.filter((value) => value !== HOLE);

// What is left of a count.
export const left = (draft, total) => given(draft).reduce((rest, value) => rest - Number(value), total);

// Whether every place has a value. Of a count the last number follows by itself, and all once nothing is left.
export function isComplete(draft, kind, places, total) {
  const missing = places - given(draft).length;
  if (kind !== "count") return missing === 0;
  return given(draft).length > 0 && (missing <= 1 || left(draft, total) === 0);
}

// Before fragments are swapped in; the function returned gives them what is tapped, if it is still to be kept.
export function keep() {
  const [kept, leader, before] = [field().value, form.elements.leader?.value, placeOfDraft()];
  return (how) => {
    const isKept = how === KEPT || (how === KEPT_IF_SAME && placeOfDraft() === before);
    if (field().value || !isKept) return;
    field().value = kept;
    if (leader) form.elements.leader.value = leader;
  };
}

// What a draft is for: a turn, and of a count the players who are asked.
function placeOfDraft() {
  const { turn, kind, order } = document.getElementById("table").dataset;
  return [turn, kind, kind === "count" && order].join();
}
