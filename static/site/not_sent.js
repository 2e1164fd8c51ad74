// Show on the page what waits on this phone for the server, what is wrong with it, and what can be done about it.

import { ROOT } from "./editions.js";
import { ask } from "./requests.js";

const frame = document.getElementById("page");
let heard = ""; // The text that was announced last, without the number of entries.

export const numberOf = (address) => Number(/\/matches\/(\d+)\//.exec(address)?.[1] ?? 0);

// `waiting` has each match's number and that of its entries, `stuck` the problems by match; settings and notes may have been
// refused. A match that is `saved`, with as many entries as wait, can be dropped. `act` lets the tab that sends do something,
// `call` calls a method of the app.
export function showUnsent(waiting, { stuck, saved, isRefused, act, call }) {
  const { contentDocument: page } = frame;
  const number = numberOf(frame.contentWindow.location.pathname);
  const other = !stuck.has(number) && waiting.find(([each]) => stuck.has(each))?.[0]; // Only that match's table can resolve it.
  const line = page?.getElementById("not-sent") ?? ((other || isRefused) && newLine(page));
  if (!line) return;
  const count = waiting.reduce((sum, [, each]) => sum + each, 0);
  const { told = "", fields, is_restored: isRestored, canRepeat } = stuck.get(number) ?? {};
  const own = waiting.find(([each]) => each === number)?.[1];
  const isSaved = saved.has(number) && saved.get(number) === own;
  line.hidden = !count && !isRefused;
  const differs = fields ? "Another phone entered something different." : told;
  const words = page.createElement("span");
  words.textContent = count ? `On this phone, not yet sent: ${count}. ${differs}` : "";
  if (count && isRestored) words.textContent = "The server was restored and is missing entries from this phone.";
  if (other) words.append(number ? "Another match needs your decision." : "A match needs your decision.");
  if (isRefused) words.append(" The server refused a note or a setting from this phone.");
  const choices = count ? [
    fields && button("Compare", () => compare(number, fields)),
    canRepeat && button("Send it again", () => act("again", number)),
    told && (isSaved ? button("Drop it", () => drop(number, { act, call })) : button("Save it", async () => {
      if (await save(number, await call("file", number))) act("saved", number, own);
    })),
    other && button("Go to it", () => frame.contentWindow.location.assign(new URL(`matches/${other}/`, ROOT))),
  ] : [];
  choices.push(isRefused && button("Drop it", () => act("dropRefused")));
  line.replaceChildren(words, ...choices.filter(Boolean).flatMap((each) => [" ", each]));
  announce(page, words.textContent);
}

// Pages other than tables have no line for it.
function newLine(page) {
  const line = Object.assign(page.createElement("p"), { id: "not-sent", className: "stale notice" });
  page.querySelector("main")?.prepend(line);
  return line;
}

function button(textContent, act) {
  const made = Object.assign(frame.contentDocument.createElement("button"), { type: "button", textContent });
  made.addEventListener("click", act);
  return made;
}

// Announce that something waits, what is wrong with it, or that all of it is sent; not each entry.
function announce(page, text) {
  const region = page.getElementById("sent") ?? page.body.appendChild(page.createElement("p"));
  Object.assign(region, { id: "sent", className: "unseen" });
  region.setAttribute("role", "status"); // It is there before its text.
  const kind = text.replace(/\d+/, "");
  if (kind !== heard) setTimeout(() => (region.textContent = text || "Everything is sent."));
  heard = kind;
}

// Show both logs side by side, on a page from the server.
async function compare(number, fields) {
  const { contentDocument: page } = frame;
  const { token } = await (await ask("kept/token")).json();
  const form = page.createElement("form");
  Object.assign(form, { method: "post", action: new URL(`kept/matches/${number}/log`, ROOT).href });
  for (const [name, value] of Object.entries({ csrf_token: token, ...fields, shown: "1" })) {
    form.append(Object.assign(page.createElement("input"), { type: "hidden", name, value }));
  }
  page.body.append(form);
  form.submit();
}

// Drop a match that is saved as a file, so that it waits no longer.
async function drop(number, { act, call }) {
  await call("drop", number);
  await act("dropped", number);
  frame.contentWindow.location.assign(ROOT);
}

// Save the match with its log as a file, which the owner of the book can import. An app on the home screen shares the file,
// because a download opens there with no way back. Returns true unless that was cancelled.
async function save(number, text) {
  const file = new File([text], `match-${number}.json`, { type: "text/plain" });
  const isInstalled = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
  if (isInstalled && navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).then(() => true, () => false);
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return true;
}
