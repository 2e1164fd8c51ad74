// What is tapped and not entered yet: numbers, cards or items by place, with gaps. It survives a reload, and what is entered
// meanwhile in another way. Undo takes back the last tap first, and redo restores it.

import { HOLE, holeIn } from "../core/cards.js";

const form = document.getElementById("form");
const store = `draft-${form.dataset.match}`;
const table = () => document.getElementById("table");
const field = (name = "draft") => table().querySelector(`[name=${name}]`);
let next = () => ({}); // The state of the page: a game's may know the turn.

export const values = () => field().value.split(".").filter(Boolean);
const turn = () => next().turn ?? table().dataset.turn;
const leader = () => form.elements.leader;

// What is kept on this phone: the draft of a turn, and what undo took back, the latest last.
function kept() {
  try {
    const { turn: of, draft, taken } = JSON.parse(localStorage.getItem(store)) ?? {};
    return { draft: of === turn() ? draft : undefined, taken: taken ?? [] };
  } catch {
    return { taken: [] }; // A private window stores nothing.
  }
}

function keepHere({ draft, taken }) {
  try {
    if (!taken.length && !draft) localStorage.removeItem(store);
    else localStorage.setItem(store, JSON.stringify({ turn: turn(), draft, taken }));
  } catch {
    // As above.
  }
}

// Keep what the page shows.
function save(taken = kept().taken) {
  const { way = "", kind } = next();
  const [written, led = ""] = [field().value, form.elements.led?.value];
  keepHere({ draft: written || led ? { way, kind, written, led, leader: leader()?.value ?? "" } : undefined, taken });
}

// What is tapped for the entry that is due. A tap ends what can be given back, unless it `restores` that.
export function set(draft, restores = false) {
  field().value = draft.join(".").replace(/[.-]+$/, "");
  save(restores ? undefined : []);
}

// What was tapped for this turn before a reload; undefined if nothing.
export const stored = () => kept().draft;

export function recall() {
  const before = stored();
  if (!before || before.kind !== next().kind || field().value) return;
  field().value = before.written;
  if (before.leader) leader().value = before.leader;
}

// --- undo and redo of taps --------------------------------------------------------------------------------------

// Note what undo took back: the last value, or an entry that had not been sent.
export function noteTaken(what) {
  const { draft, taken } = kept();
  keepHere({ draft, taken: [...taken, { turn: turn(), kind: next().kind, ...what }] });
}

export function takeLast() {
  const draft = values();
  const value = draft.findLast((each) => each !== HOLE);
  set(draft.slice(0, draft.lastIndexOf(value)), true);
  noteTaken({ value });
  return value;
}

// What can be given back now: only where it was taken; undefined if nothing.
export function lastTaken() {
  const last = kept().taken.at(-1);
  return last?.turn === turn() && last.kind === next().kind ? last : undefined;
}

// Give it back; an entry is returned, to be sent.
export function giveBack() {
  const { draft, taken } = kept();
  const { value, item } = taken.pop();
  keepHere({ draft, taken });
  if (value) set(putting(values(), value), true);
  return item;
}

// --- a draft's values -------------------------------------------------------------------------------------------

// The draft with a value at its first gap.
export function putting(draft, value) {
  const longer = [...draft];
  longer[holeIn(draft)] = value;
  return longer;
}

// The draft without the value at a place.
export const without = (draft, place) => draft.map((value, at) => (at === place ? HOLE : value));

export const valuesIn = (draft) => draft.filter((value) => value !== HOLE);

// What is left of a count.
export const left = (draft, total) => valuesIn(draft).reduce((rest, value) => rest - Number(value), total);

// Whether every place has a value. Of a count the last number follows by itself, and all once nothing is left.
export function isComplete(draft, kind, places, total) {
  const missing = places - valuesIn(draft).length;
  if (kind !== "count") return missing === 0;
  return valuesIn(draft).length > 0 && (missing <= 1 || left(draft, total) === 0);
}

// --- while fragments are swapped in -----------------------------------------------------------------------------

// What becomes of a draft when the table changes: it is of the next entry after one that is saved now, unless another phone
// has gone on; it outlasts news of others' entries only if it is still its turn. The answer to a form, or to another way to
// enter, says itself what is left of it. What the server gives back of a refused entry is dropped, if that entry is parked.
export const [KEPT, KEPT_IF_SAME, ANSWERED, OVERTAKEN, PARKED] = ["kept", "kept if same", "answered", "overtaken", "parked"];

// Call it before; the function returned gives the fragments what is tapped, if it is still to be kept.
export function keep() {
  const [before, by, place] = [field().value, leader()?.value, placeOfDraft()];
  return (how) => {
    if (how === PARKED) field().value = "";
    const isFor = next().turn ? stored()?.kind === next().kind : how === KEPT;
    const isDue = how !== ANSWERED && how !== OVERTAKEN && (isFor || placeOfDraft() === place);
    if (!field().value && isDue) {
      field().value = before;
      if (by) leader().value = by;
    }
    save();
  };
}

// What a draft is for: a turn, and of a count the players who are asked.
function placeOfDraft() {
  const { order } = table().dataset;
  const { kind } = next();
  return [turn(), kind, kind === "count" && order].join();
}

export const follow = (state) => {
  next = state;
};
