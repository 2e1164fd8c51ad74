// The host's notice: comes while a page is open, and is dismissed without loading the page again.

const region = document.getElementById("host-notice");
let dismissed = "";

// Show what an event stream brings. What begins without a notice clears the one that was shown.
export function follow(line) {
  let isTold = false;
  line.addEventListener("message", () => {
    if (!isTold) show();
    isTold = true;
  });
  line.addEventListener("notice", ({ data }) => {
    isTold = true;
    show(JSON.parse(data));
  });
}

// Show a notice, or none.
export function show({ id, text } = {}) {
  const form = region.querySelector("form");
  if (id === dismissed || (form?.elements.id?.value ?? "") === (text ? id : "")) return;
  if (!text) return region.replaceChildren();
  const made = Object.assign(document.createElement("form"), { className: "host-notice" });
  const words = Object.assign(document.createElement("p"), { textContent: text });
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "id", value: id });
  const key = Object.assign(document.createElement("button"), { textContent: "Dismiss" });
  key.append(Object.assign(document.createElement("span"), { className: "unseen", textContent: " this notice" }));
  made.append(words, field, key);
  region.replaceChildren(made);
}

// The cookie is what the server would set: no request, so that a page opened at once does not show the notice again.
region.addEventListener("submit", (event) => {
  event.preventDefault();
  dismissed = event.target.elements.id.value;
  document.cookie = `dismissed=${dismissed}; path=/; max-age=31536000; samesite=lax`;
  region.replaceChildren();
});
