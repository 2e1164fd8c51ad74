// What is told above the keys, until the next tap.

import { tick } from "../core/aloud.js";

const form = document.getElementById("form");
let ofCard = null;

// Tell the person something, as a text or nodes, and return its line; an empty text takes it away.
export function tell(text, link, kind = "fault") {
  const told = form.querySelector(".told");
  const line = document.createElement("p");
  line.className = kind;
  line.append(...[text].flat(), ...(link ? [" ", link] : []));
  // What can be done about what was told before stays beside a fault.
  const acts = [...told.children].filter((each) => !each.matches("p") && !(link?.matches(".redo") && each.matches(".redo")));
  told.replaceChildren(...(line.textContent ? [line, ...acts] : []));
  if (line.textContent && kind === "fault") tick([30, 40, 30]);
  ofCard = null;
  return line;
}

// Tell of a refused card: that outlasts the answer to what was entered before, and other taps.
export function tellOfCard(...told) {
  ofCard = tell(...told);
}

export const isOfCard = () => Boolean(ofCard);

// Call it before the table is swapped; the function returned tells it again, or forgets it.
export function keepTold() {
  const line = ofCard;
  return (isKept) => {
    ofCard = isKept ? ofCard : null;
    if (isKept && line) form.querySelector(".told").replaceChildren(line);
  };
}

export function tellTaken(what) {
  const redo = document.createElement("button");
  Object.assign(redo, { className: "redo", name: "do", value: "redo", textContent: "Redo" });
  tell(["Taken back:", ...(Array.isArray(what) ? what : [` ${what}`]), "."], redo, "notice");
}
