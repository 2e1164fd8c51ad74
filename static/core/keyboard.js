// Keyboard access to pads: each pad is one tab stop, and arrow keys move from key to key.

import { isSeen } from "./focus.js";

const PADS = ".pad, .numbers, .items, .tops";
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const allOf = (pad) => [...pad.querySelectorAll("button, a")].filter((key) => !key.closest(".go"));
const keysOf = (pad) => allOf(pad).filter((key) => !key.disabled && isSeen(key));

// Tab reaches one key of each pad: the last one that had the focus, while it exists.
export function rove() {
  for (const pad of document.querySelectorAll(PADS)) {
    const keys = keysOf(pad);
    const focused = keys.find((key) => key === document.activeElement);
    choose(pad, focused ?? keys.find((key) => key.tabIndex === 0) ?? keys[0]);
  }
}

function choose(pad, chosen) {
  for (const key of allOf(pad)) {
    const index = key === chosen ? 0 : -1;
    if (key.tabIndex !== index) key.tabIndex = index;
  }
}

rove();
document.addEventListener("focusin", ({ target }) => {
  const pad = target.closest(PADS);
  if (pad && allOf(pad).includes(target)) choose(pad, target);
});

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const pad = target.closest?.(PADS);
  if (!pad || ctrlKey || metaKey || altKey || !(key in STEPS || key === "Home" || key === "End")) return;
  const keys = keysOf(pad);
  event.preventDefault();
  if (target === pad) return keys.find((each) => each.tabIndex === 0)?.focus();
  (key in STEPS ? beside(keys, target, STEPS[key]) : keys.at(key === "Home" ? 0 : -1))?.focus();
});

// The next key to the left or right; vertically, the nearest key of the next row.
function beside(keys, from, [across, down]) {
  if (across) return keys[keys.indexOf(from) + across];
  const middle = (key) => {
    const { left, right, top, bottom } = key.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  };
  const { x, y } = middle(from);
  const places = keys.map((key) => ({ key, away: (middle(key).y - y) * down, aside: Math.abs(middle(key).x - x) }));
  const further = places.filter(({ away }) => away > 4);
  return further.sort((one, other) => 3 * (one.away - other.away) + one.aside - other.aside)[0]?.key;
}
