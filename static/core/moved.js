// A book that has moved to another instance, where this phone has nothing stored.

import { Outbox, matches } from "./outbox.js";

// Go there; or, if something is not sent yet, say what. Returns what `ask` does without a response.
export function leave(address) {
  const unsent = matches().flatMap((match) => new Outbox(match).items);
  if (unsent.length) tell(address, unsent);
  else location.assign(address);
  return { status: 0, text: "", moved: null };
}

function tell(address, unsent) {
  const told = document.getElementById("moved") ?? document.createElement("p");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = "Go there";
  const what = unsent.map(({ content, fields }) => [content ?? fields.card ?? fields.do ?? ""].flat().join(" "));
  told.id = "moved";
  told.className = "stale";
  told.setAttribute("role", "alert");
  told.replaceChildren(
    `This book has moved to ${new URL(address).host}. Not sent from this phone: ${what.join("; ")}. `, link,
    " and enter it again.",
  );
  (document.querySelector(".bars") ?? document.querySelector("main")).prepend(told);
}
