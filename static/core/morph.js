// Bring new fragments into the page by changing only what differs: a control that means the same keeps a press.

const OPENED = "details:not(.why), .result"; // Parts that a player opens.
const sent = new WeakMap(); // Those parts as the server sent them.

const note = (root) => [...root.querySelectorAll(OPENED)].map((each) => sent.set(each, each.outerHTML));
note(document);

export function renew(before, after) {
  note(after);
  morph(before, after);
}

export function refill(element, ...contents) {
  const after = element.cloneNode();
  after.append(...contents);
  morph(element, after);
}

function morph(before, after) {
  if (!isLike(before, after)) return before.replaceWith(after);
  // A message is replaced even if unchanged, to be announced again. One with Redo stays until there is another.
  if (before.matches?.(".told")) return !after.firstChild && before.querySelector(".redo") ? null : before.replaceWith(after);
  if (before.nodeType !== Node.ELEMENT_NODE) {
    if (before.data !== after.data) before.data = after.data;
    return;
  }
  const origin = sent.get(after);
  if (origin && origin === sent.get(before)) return;
  if (origin) sent.set(before, origin);
  // The focus moves on, since the meaning may have changed.
  if (before === document.activeElement && before.textContent !== after.textContent) before.blur();
  attributes(before, after);
  // A value set by a script overrides the attribute.
  if (before.matches("input, select")) before.value = after.value;
  before.onclick = after.onclick;
  // Morph each child into the next of its kind, and remove any before that. A text matches only if it comes next.
  const rest = [...before.childNodes];
  for (const node of [...after.childNodes]) {
    const among = node.nodeType === Node.ELEMENT_NODE ? rest : rest.slice(0, 1);
    const at = among.findIndex((each) => isLike(each, node));
    if (at < 0) before.insertBefore(node, rest[0] ?? null);
    else {
      for (const each of rest.splice(0, at)) each.remove();
      morph(rest.shift(), node);
    }
  }
  for (const each of rest) each.remove();
}

const isLike = (one, other) => ["nodeName", "id", "name"].every((name) => one[name] === other[name]) &&
  one.classList?.[0] === other.classList?.[0] && meaningOf(one) === meaningOf(other);

// What a link or a button does. Places of cards, and the addresses of other ways to enter, change with the taps.
const meaningOf = (each) =>
  (each.name === "untap" || each.matches?.(".way") ? "" : { A: each.href, BUTTON: each.value }[each.nodeName]);

function attributes(before, after) {
  for (const { name } of [...before.attributes]) if (!after.hasAttribute(name)) before.removeAttribute(name);
  for (const { name, value } of after.attributes) if (before.getAttribute(name) !== value) before.setAttribute(name, value);
}
