// The host's notice: appears while a page is open, and is dismissed without reloading the page.

import { make } from "./make.js";

const region = document.getElementById("host-notice");
let dismissed = "";

// Show notices from an event stream. A stream that starts without one clears the previous notice.
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

// Show a notice, or clear it.
export function show({ id, text } = {}) {
  const form = region.querySelector("form");
  if (id === dismissed || (form?.elements.id?.value ?? "") === (text ? id : "")) return;
  if (!text) return region.replaceChildren();
  const field = make("input", { type: "hidden", name: "id", value: id });
  const key = make("button", {}, "Dismiss", make("span", { className: "unseen", textContent: " this notice" }));
  region.replaceChildren(make("form", { className: "host-notice" }, make("p", { textContent: text }), field, key));
}

// Set the same cookie as the server would. Without a request, a page opened at once does not show the notice again.
region.addEventListener("submit", (event) => {
  event.preventDefault();
  dismissed = event.target.elements.id.value;
  document.cookie = `dismissed=${dismissed}; path=/; max-age=31536000; samesite=lax`;
  region.replaceChildren();
});
