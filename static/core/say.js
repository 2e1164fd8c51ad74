// Announcements for screen readers, in a region that stays while everything else changes.

const region = document.getElementById("status") ?? added();

function added() {
  const made = Object.assign(document.createElement("p"), { id: "status", className: "unseen" });
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}

// The space makes a repeated text count as new.
export function say(text) {
  region.textContent = text && region.textContent === text ? `${text}\u00a0` : text;
}

export const isSaid = (text) => region.textContent.trimEnd() === text;

// Announce a text, unless the last announcement ended with it.
export function sayIfNew(text) {
  if (!region.textContent.trimEnd().endsWith(text)) say(text);
}
