// What is not saved, and what was refused. `entered` words an entry as nodes and texts, `show` renders the page.

import { outbox, state } from "./sending.js";

const bar = document.getElementById("unsaved");
const list = document.getElementById("parked");

export function showUnsaved(entered, show) {
  const { waiting, parked } = outbox;
  const trouble = state.hasTrouble ? " The referee cannot save at the moment." : "";
  const isLate = waiting.length > 0 && (state.cutOff || !state.sending);
  bar.hidden = !isLate;
  const text = document.getElementById("unsaved-words");
  const now = JSON.stringify([waiting, trouble]);
  if (isLate && text.dataset.now !== now) {
    text.replaceChildren("Not yet saved:", ...waiting.flatMap(entered), `.${trouble}`);
    text.dataset.now = now;
  }
  list.hidden = !parked.length;
  if (parked.length) list.replaceChildren(parkedLine(parked, entered, show));
}

// What was refused, with the reason of the first entry: those after it were meant for another table.
function parkedLine(parked, entered, show) {
  const line = document.createElement("li");
  const told = document.createElement("span");
  const drop = document.createElement("button");
  drop.type = "button";
  drop.textContent = "Delete";
  drop.addEventListener("click", () => {
    for (const { key } of parked) outbox.remove(key);
    show();
  });
  told.append("Not entered:", ...parked.flatMap(entered), `. ${parked[0].parked}`);
  line.append(told, drop);
  return line;
}
