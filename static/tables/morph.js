// Brings fragments of an answer into the page by changing only what differs, so that a slow phone paints the rest once.

const ALWAYS_NEW = ".told"; // What it tells is announced again, also in the same words.

// Make an element like another one. What has the focus is replaced, since the same element may mean something else now.
export function morph(before, after) {
  const isOther = before.nodeName !== after.nodeName || before.id !== after.id || before.classList?.[0] !== after.classList?.[0];
  if (isOther || before === document.activeElement) return before.replaceWith(after);
  if (before.nodeType !== Node.ELEMENT_NODE) {
    if (before.data !== after.data) before.data = after.data;
    return;
  }
  if (before.matches(ALWAYS_NEW)) return before.replaceWith(after);
  attributes(before, after);
  // A value that was set by a script hides the attribute.
  if (before.matches("input, select")) before.value = after.value;
  // What an element holds, one by one from the first on.
  const [old, fresh] = [[...before.childNodes], [...after.childNodes]];
  for (const node of old.slice(fresh.length)) node.remove();
  fresh.forEach((node, place) => (place < old.length ? morph(old[place], node) : before.append(node)));
}

function attributes(before, after) {
  for (const { name } of [...before.attributes]) if (!after.hasAttribute(name)) before.removeAttribute(name);
  for (const { name, value } of after.attributes) if (before.getAttribute(name) !== value) before.setAttribute(name, value);
}
