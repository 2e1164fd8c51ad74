// An element that has just appeared ignores taps for a moment: they were meant for what was there before.

const MOMENT = 350;
const timers = new WeakMap();

export function settle(element) {
  clearTimeout(timers.get(element));
  element.dataset.settling = "";
  timers.set(element, setTimeout(() => delete element.dataset.settling, MOMENT));
}
