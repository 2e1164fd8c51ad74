// Brings fragments of an answer into the page by changing only what differs, so that a slow phone paints the rest once.

const ALWAYS_NEW = ".told"; // Its text is announced again, even if unchanged.

// Make an element like another one. The focused element is replaced, since it may mean something else now.
export function morph(before, after) {
  if (!isLike(before, after) || before === document.activeElement) return before.replaceWith(after);
  if (before.nodeType !== Node.ELEMENT_NODE) {
    if (before.data !== after.data) before.data = after.data;
    return;
  }
  if (before.matches(ALWAYS_NEW)) return before.replaceWith(after);
  attributes(before, after);
  // A value that was set by a script hides the attribute.
  if (before.matches("input, select")) before.value = after.value;
  // Morph the children one by one: each becomes the next of its kind, and any before that one are removed.
  let next = before.firstChild;
  for (const node of [...after.childNodes]) {
    const [found, gone] = nextLike(next, node);
    for (const each of gone) each.remove();
    next = found ? found.nextSibling : next;
    if (found) morph(found, node);
    else before.insertBefore(node, next);
  }
  while (next) [next] = [next.nextSibling, next.remove()];
}

// The first of some siblings that is of the same kind as a node, and those before it; nothing if there is none.
function nextLike(first, node) {
  const gone = [];
  for (let each = first; each; each = each.nextSibling) {
    if (isLike(each, node)) return [each, gone];
    if (node.nodeType !== Node.ELEMENT_NODE) break; // Of texts only the next one.
    gone.push(each);
  }
  return [null, []];
}

const isLike = (one, other) => one.nodeName === other.nodeName && one.id === other.id && one.name === other.name &&
  one.classList?.[0] === other.classList?.[0];

function attributes(before, after) {
  for (const { name } of [...before.attributes]) if (!after.hasAttribute(name)) before.removeAttribute(name);
  for (const { name, value } of after.attributes) if (before.getAttribute(name) !== value) before.setAttribute(name, value);
}
