// The focus outlasts what had it.

// Older browsers can tell only by a layout.
export const isSeen = (each) => each.checkVisibility?.() ?? each.getClientRects().length > 0;

// Call it before a change; the function returned moves the focus that was lost: to what says the same in the place of its
// element within `root`, unless that is a key, which may mean something else now; else to what `instead` gives.
export function holding(root, instead) {
  const had = document.activeElement;
  const { tagName, textContent } = had;
  return () => {
    if (had === document.body || (had.isConnected && isSeen(had) && !had.disabled)) return;
    const alike = [...root().querySelectorAll(tagName)].filter((each) => isSeen(each) && each.textContent === textContent);
    focusOn(alike.find((each) => !each.disabled && !each.closest(".entry")) ?? instead());
  };
}

// Focus something that is only read, or a key.
export function focusOn(target) {
  if (!target.matches("button, a, input")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
