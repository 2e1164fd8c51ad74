// Announcements for those who hear the page: in a region that stays while everything else changes.

const region = document.getElementById("status") ?? added();

function added() {
  const made = Object.assign(document.createElement("p"), { id: "status", className: "unseen" });
  made.setAttribute("role", "status");
  document.body.append(made);
  return made;
}

// The same text once more is announced too.
export function say(text) {
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

// Say a text unless it ends what was said last.
export function sayIfNew(text) {
  if (!region.textContent.trimEnd().endsWith(text)) say(text);
}
