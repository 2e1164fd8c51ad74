// The host's notice: comes while a page is open, and is dismissed without loading the page again.

const region = document.getElementById("host-notice");
const token = document.querySelector("meta[name=csrf]")?.content;
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
  if (!text || !token) return region.replaceChildren();
  const made = Object.assign(document.createElement("form"), { className: "host-notice", method: "post" });
  made.action = region.dataset.address;
  const words = Object.assign(document.createElement("p"), { textContent: text });
  const fields = Object.entries({ csrf_token: token, id }).map(([name, value]) =>
    Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  const key = Object.assign(document.createElement("button"), { textContent: "Dismiss" });
  key.append(Object.assign(document.createElement("span"), { className: "unseen", textContent: " this notice" }));
  made.append(words, ...fields, key);
  region.replaceChildren(made);
}

region.addEventListener("submit", (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  dismissed = body.get("id");
  fetch(event.target.action, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => {});
  region.replaceChildren();
});
