// Taps not entered yet: numbers, cards or items by place, with gaps. They survive a reload, and entries made in other ways.
// Undo removes the last tap first, and redo restores it.

import { HOLE, holeIn } from "../core/cards.js";
import { choose, chosen } from "../core/choices.js";
import { data, form, game, table } from "./game.js";

const store = `draft-${form.dataset.match}`;
const field = (name = "draft") => table().querySelector(`[name=${name}]`);

export const values = () => field().value.split(".").filter(Boolean);
const turn = () => game.next().turn ?? data().turn; // In some games the state includes the turn.
const leader = () => form.elements.leader;

// The copy on this phone: a turn's draft, and the taps that undo removed, latest last.
function copy() {
  const { turn: of, draft, taken = [] } = JSON.parse(chosen(store) ?? "{}");
  return { draft: of === turn() ? draft : undefined, taken };
}

function keepHere({ draft, taken }) {
  choose(store, taken.length || draft ? JSON.stringify({ turn: turn(), draft, taken }) : null);
}

// Save what the page shows.
function save(taken = copy().taken) {
  const { way = "", kind } = game.next();
  const [written, led = ""] = [field().value, form.elements.led?.value];
  keepHere({ draft: written || led ? { way, kind, written, led, leader: leader()?.value ?? "" } : undefined, taken });
}

// Set the taps for the entry that is due. A new tap clears the taps to be redone, unless it `restores` one.
export function set(draft, restores = false) {
  field().value = draft.join(".").replace(/[.-]+$/, "");
  save(restores ? undefined : []);
}

// This turn's taps before a reload; undefined if there are none.
export const stored = () => copy().draft;

export function recall() {
  const before = stored();
  if (!before || before.kind !== game.next().kind || field().value) return;
  field().value = before.written;
  if (before.leader) leader().value = before.leader;
  if (before.led) form.elements.led.value = before.led;
}

// --- undo and redo of taps --------------------------------------------------------------------------------------

// Remember the last value, or the unsent entry, that undo removed.
export function noteTaken(what) {
  const { draft, taken } = copy();
  keepHere({ draft, taken: [...taken, { turn: turn(), kind: game.next().kind, ...what }] });
}

export function takeLast() {
  const draft = values();
  const value = draft.findLast((each) => each !== HOLE);
  set(draft.slice(0, draft.lastIndexOf(value)), true);
  noteTaken({ value });
  return value;
}

// The tap that redo would restore here; undefined if there is none.
export function lastTaken() {
  const last = copy().taken.at(-1);
  return last?.turn === turn() && last.kind === game.next().kind ? last : undefined;
}

// Redo a tap or an entry; an entry is returned, to be sent.
export function giveBack() {
  const { draft, taken } = copy();
  const { value, item } = taken.pop();
  keepHere({ draft, taken });
  if (value) set(putting(values(), value), true);
  return item;
}

// --- a draft's values -------------------------------------------------------------------------------------------

// The draft with a value in its first gap.
export function putting(draft, value) {
  const longer = [...draft];
  longer[holeIn(draft)] = value;
  return longer;
}

// The draft without the value in a place.
export const without = (draft, place) => draft.map((value, at) => (at === place ? HOLE : value));

export const valuesIn = (draft) => draft.filter((value) => value !== HOLE);

// The remainder of a count.
export const left = (draft, total) => valuesIn(draft).reduce((rest, value) => rest - Number(value), total);

// True if every place has a value. In a count the last number is implied, and so are all once nothing is left.
export function isComplete(draft, kind, places, total) {
  const missing = places - valuesIn(draft).length;
  if (kind !== "count") return missing === 0;
  return valuesIn(draft).length > 0 && (missing <= 1 || left(draft, total) === 0);
}

// --- while fragments are swapped in -----------------------------------------------------------------------------

// The fate of a draft when the table changes. After this phone's entry, it belongs to the next one, unless another phone has moved
// on. After other phones' entries, it is kept if its turn is still due. The answer to a form has its own draft, unless taps
// were made meanwhile. After a parked entry it is dropped.
export const [KEPT, KEPT_IF_SAME, ANSWERED, AMENDED, OVERTAKEN, PARKED] = [1, 2, 3, 4, 5, 6];

// Call this before the swap; the function it returns puts the taps into the new fragments if they are kept.
export function keep() {
  const [before, by, place, { kind }] = [field().value, leader()?.value, placeOfDraft(), game.next()];
  return (how) => {
    const isAgain = how === AMENDED && kind === game.next().kind;
    if (how === PARKED || isAgain) field().value = "";
    const isFor = isAgain || (game.next().turn ? stored()?.kind === game.next().kind : how === KEPT);
    const isDue = ![ANSWERED, OVERTAKEN, PARKED].includes(how) && (isFor || placeOfDraft() === place);
    if (!field().value && isDue) {
      field().value = before;
      if (by) leader().value = by;
    }
    save();
  };
}

// The place of a draft: a turn and, for a count, the order of the players.
function placeOfDraft() {
  const { order } = data();
  const { kind } = game.next();
  return [turn(), kind, kind === "count" && order].join();
}
