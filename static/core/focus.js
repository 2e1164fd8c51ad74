// Keep the focus when the element that had it disappears.

// Older browsers need a layout to answer this.
export const isSeen = (each) => each.checkVisibility?.() ?? each.getClientRects().length > 0;

// Call this before a change, and the function it returns afterwards. If the focus was lost, that function moves it to an
// element with the same text in the same part of `root` (but never to a key, whose meaning may have changed), or else to the
// result of `instead`.
export function holding(root, instead) {
  const had = document.activeElement;
  const { tagName, textContent } = had;
  return () => {
    if (had === document.body || (had === document.activeElement && isSeen(had) && !had.disabled)) return;
    const alike = [...root().querySelectorAll(tagName)].filter((each) => isSeen(each) && each.textContent === textContent);
    focusOn(alike.find((each) => !each.disabled && !each.closest(".entry")) ?? instead());
  };
}

// Focus a key, or an element that is only read.
export function focusOn(target) {
  if (!target.matches("button, a, input")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
