// A book that has moved to another instance, where this phone has nothing stored.

import { matches } from "./outbox.js";
import { tellUnsent } from "./unsent.js";

// Go there; or, if something is not sent yet, say what. Returns what `ask` does without a response.
export function leave(address) {
  const link = document.createElement("a");
  link.href = address;
  link.textContent = "Go there";
  const why = `This book has moved to ${new URL(address).host}.`;
  if (!tellUnsent(matches(), why, link, " and enter it again.")) location.assign(address);
  return { status: 0, text: "", moved: null };
}
