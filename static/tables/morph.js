// Bring the fragments of an answer into the page by changing only what differs, so that a slow phone repaints little.

const ALWAYS_NEW = ".told"; // Replaced even if unchanged, so that it is announced again.

// Make one element like another. The focused element is replaced, since its meaning may have changed.
export function morph(before, after) {
  if (!isLike(before, after) || before === document.activeElement) return before.replaceWith(after);
  if (before.nodeType !== Node.ELEMENT_NODE) {
    if (before.data !== after.data) before.data = after.data;
    return;
  }
  if (before.matches(ALWAYS_NEW)) return before.replaceWith(after);
  attributes(before, after);
  // A value set by a script overrides the attribute.
  if (before.matches("input, select")) before.value = after.value;
  // Morph the children one by one, matching each with the next of its kind and removing any before that.
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

// The first sibling of the same kind as a node, and the siblings before it; nothing if there is none.
function nextLike(first, node) {
  const gone = [];
  for (let each = first; each; each = each.nextSibling) {
    if (isLike(each, node)) return [each, gone];
    if (node.nodeType !== Node.ELEMENT_NODE) break; // A text matches only if it comes next.
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
