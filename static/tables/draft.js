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

// What is kept: the drafts of this turn by their kinds, and what undo took back, the latest last.
function kept() {
  try {
    const { turn: of, drafts, taken, ...before } = JSON.parse(localStorage.getItem(store)) ?? {};
    return { drafts: of === turn() ? (drafts ?? earlier(before)) : {}, taken: drafts && taken ? taken : [] };
  } catch {
    return { drafts: {}, taken: [] }; // A private window stores nothing.
  }
}

// The drafts as earlier releases kept them.
function earlier({ kind, written, cards, items, ...more }) {
  if (written) return { [kind]: { ...more, written } };
  return { ...(cards && { tricks: { written: cards } }), ...(items && { claim: { written: items } }) };
}

function keepHere({ drafts, taken }) {
  try {
    if (!taken.length && !Object.keys(drafts).length) localStorage.removeItem(store);
    else localStorage.setItem(store, JSON.stringify({ turn: turn(), drafts, taken }));
  } catch {
    // As above.
  }
}

// What is tapped for the entry that is due. A tap ends what can be given back, unless it `restores` that.
export function set(draft, restores = false) {
  const { way, kind } = next();
  const written = draft.join(".").replace(/[.-]+$/, "");
  field().value = written;
  const { drafts: { [kind]: _, ...drafts }, taken } = kept();
  if (written) drafts[kind] = { way, leader: leader()?.value ?? "", written };
  keepHere({ drafts, taken: restores ? taken : [] });
}

// What was tapped for this turn before a reload, or before something else was entered; undefined if nothing.
export const stored = (kind = next().kind) => kept().drafts[kind];
export const anyStored = () => Object.values(kept().drafts)[0];

export function recall() {
  const before = stored();
  if (!before || field().value) return;
  field().value = before.written;
  if (before.leader) leader().value = before.leader;
}

// --- undo and redo of taps --------------------------------------------------------------------------------------

// Note what undo took back: the last value, or an entry that had not been sent.
export function noteTaken(what) {
  const { drafts, taken } = kept();
  keepHere({ drafts, taken: [...taken, { turn: turn(), kind: next().kind, ...what }] });
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
  const { drafts, taken } = kept();
  const { value, item } = taken.pop();
  keepHere({ drafts, taken });
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

export const given = (draft) => draft.filter((value) => value !== HOLE);

// What is left of a count.
export const left = (draft, total) => given(draft).reduce((rest, value) => rest - Number(value), total);

// Whether every place has a value. Of a count the last number follows by itself, and all once nothing is left.
export function isComplete(draft, kind, places, total) {
  const missing = places - given(draft).length;
  if (kind !== "count") return missing === 0;
  return given(draft).length > 0 && (missing <= 1 || left(draft, total) === 0);
}

// --- while fragments are swapped in -----------------------------------------------------------------------------

// What becomes of a draft when the table changes: it is of the next entry after one that is saved now, unless another phone
// has gone on; it outlasts news of others' entries only if it is still its turn; another way to enter begins anew. What the
// server gives back of a refused entry is dropped, if that entry is parked.
export const [KEPT, KEPT_IF_SAME, NEW_WAY, OVERTAKEN, PARKED] = ["kept", "kept if same", "new way", "overtaken", "parked"];

// Call it before; the function returned gives the fragments what is tapped, if it is still to be kept.
export function keep() {
  const [before, by, place] = [field().value, leader()?.value, placeOfDraft()];
  return (how) => {
    const isSame = placeOfDraft() === place;
    if (how === PARKED) field().value = "";
    const isKept = next().turn || how !== KEPT ? isSame && how !== NEW_WAY && how !== OVERTAKEN : true;
    if (!field().value && isKept) {
      field().value = before;
      if (by) leader().value = by;
    } else recall();
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
