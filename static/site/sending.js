// With a server: send it what was entered on this phone without a signal, and show how much is left to send.

import { ROOT } from "./editions.js";
import { removeWhenAsked } from "./removing.js";

const AGAIN = 4_000; // Milliseconds until the next attempt.
const LONGEST = 15_000; // A request left without an answer when the signal went would block all others.
const SELDOM = 60_000; // The same, when only the table can resolve what is left.
const FIRST_OWN = 1e9; // Matches begun on this phone have higher numbers until the server gives them one.
const [ONLY_SERVER, OURS] = ["Referee-Server", "Referee-Book"]; // As in the service worker.
const frame = document.getElementById("page");
const tabs = new BroadcastChannel(`${ROOT.pathname}unsent`); // The tab that sends tells the others what waits.
let [worker, timer] = [null, 0];
let runsNow; // Called once the app runs.
const running = new Promise((resolve) => (runsNow = resolve));
let isBusy = false;
let isDue = false; // Something was entered in the meantime.
const stuck = new Map(); // By match: the problem the table must know about.
const anew = new Map(); // By match: the book in which the table wants the server to begin it again.
let refused = []; // Settings, house rules and notes that the server has refused.
const NO_SIGNAL = [408, 429, 502, 503, 504]; // Nothing has judged the entries yet.

// A match that the server refused, with the reason. It waits until somebody sends it again or enters something.
class Refused extends Error {}

tabs.addEventListener("message", ({ data }) => (worker ? data || tell() : data && tell(data)));
frame.addEventListener("load", () => (worker ? [look(), last.length && deliver()] : tabs.postMessage(null)));

export function begin(runs) {
  worker = runs;
  localStorage.setItem("keeps-referee", "yes");
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.entered && deliver());
  window.addEventListener("online", deliver);
  runsNow();
  deliver();
  look();
}

// After each page load: show what waits, and fetch a copy of the page's match.
function look() {
  frame.contentDocument?.addEventListener("news", step);
  tell();
  step();
}

// Call a method of the app, and return its result.
async function call(...given) {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  worker.postMessage({ call: given }, [port2]);
  const { found, failed } = await answered;
  if (failed) throw new Refused("It could not be sent.");
  return found;
}

const numberOf = (address) => Number(/\/matches\/(\d+)\//.exec(address)?.[1] ?? 0);

// Update the copy of the match on the page: the entries it lacks come with the answer.
async function step() {
  const { pathname } = frame.contentWindow.location;
  if (!numberOf(pathname)) return;
  await fetch(pathname, { method: "HEAD" }).catch(() => {});
  frame.dataset.copy = await call("head", numberOf(pathname));
}

async function deliver() {
  isDue = true;
  if (isBusy) return;
  isBusy = true;
  clearTimeout(timer);
  let isReached = false;
  try {
    do isReached = await bringAll();
    while (isDue);
  } catch {} finally {
    isBusy = false;
  }
  if (last.length || !isReached) timer = setTimeout(deliver, isReached ? SELDOM : AGAIN);
}

// Send everything that waits. Returns true if the server could be reached.
async function bringAll() {
  isDue = false;
  let waiting = JSON.parse(await call("unsent"));
  tell(waiting);
  let isReached = true;
  for (const each of waiting) {
    const [number, , own, had] = each;
    const book = own || anew.get(number);
    if (stuck.get(number)?.at === `${each}`) continue;
    isReached &&= await attempt(() => (book ? bring(number, book) : merge(number, had)), number, `${each}`);
  }
  isReached &&= await attempt(bringPosts);
  waiting = JSON.parse(await call("unsent"));
  if (isReached) navigator.serviceWorker.controller?.postMessage({ unsent: waiting.map(([number]) => number) });
  tell(waiting);
  return isReached;
}

// Returns true if the server could be reached. A refused match is not sent again until its state differs from `at`.
async function attempt(work, number, at) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) return false;
    if (number) stuck.set(number, { told: error.message, at, again: () => stuck.delete(number) });
  }
  return true;
}

async function ask(address, given) {
  const answer = await fetch(new URL(address, ROOT), { signal: AbortSignal.timeout(LONGEST), ...given });
  // A body that is too long is refused before it reaches the app.
  const isOurs = answer.headers.has(OURS) || answer.status === 413;
  if (!isOurs || NO_SIGNAL.includes(answer.status)) throw new Error("That was not the server.");
  return answer;
}

const isOpen = async (address) => (await ask(address, { method: "HEAD", headers: { [ONLY_SERVER]: "yes" } })).ok;

// True if a post was answered so because this phone may not open an address any more.
const isClosed = async ({ status }, address) => status === 404 || (status === 413 && !(await isOpen(address)));

async function refusal(answer) {
  if (answer.status === 413) return "It is too long for the server.";
  const { refused: faults } = await answer.json().catch(() => ({}));
  return faults?.join(" ") ?? `The server could not take it (error ${answer.status}).`;
}

async function post(address, fields) {
  const given = await ask("kept/token");
  if (given.status === 404) return given; // All links of this phone have ended.
  const body = new URLSearchParams(fields);
  body.set("csrf_token", (await given.json()).token);
  return ask(address, { method: "POST", body, headers: { [ONLY_SERVER]: "yes" } });
}

// For a match in doubt, tell the server how many entries it `had`, some of which it may now lack.
async function merge(number, had) {
  const { setup: start, entries } = JSON.parse(await call("match", number));
  const fields = { log: JSON.stringify(entries), start, ...(had && { was_here: had }) };
  const answer = await post(`kept/matches/${number}/log`, fields);
  if (answer.ok) {
    stuck.delete(number);
    const copy = await answer.text();
    await call("take", number, copy, entries.length);
    showAgain(number, JSON.parse(copy).match.entries.length);
  } else if (answer.status === 409) stuck.set(number, { fields, ...(await answer.json()) });
  else if (answer.status === 410) await setFree(number);
  else if (await isClosed(answer, `kept/matches/${number}`)) await lose(number, !entries.length);
  else throw new Refused(await refusal(answer));
}

// The match is no longer shared with this phone; or this is the owner's phone, and a restored server lacks the match.
async function lose(number, isEmpty) {
  if (await call("let_go", number)) return;
  const book = await call("book", number);
  if (isEmpty) await call("add", number, btoa("[]"));
  else if (!(await isOpen(`books/${book}/`))) stuck.set(number, { told: "The link to this match no longer works." });
  else stuck.set(number, { told: "The server no longer has this match.", again: () => anew.set(number, book) });
}

// The server has another match under that number: give this one a number of its own, and send it as a new one.
async function setFree(number) {
  stuck.delete(number);
  const own = await call("set_free", number);
  isDue = true;
  const { location } = frame.contentWindow;
  if (numberOf(location.pathname) === number) location.replace(location.href.replace(`/${number}/`, `/${own}/`));
}

// A page never goes back to fewer entries by itself, so reload it, as when two phones entered the same and one undid it.
function showAgain(number, length) {
  const { contentDocument: page, contentWindow } = frame;
  const shown = Number(page.querySelector("[name=version]")?.value ?? 0);
  if (numberOf(contentWindow.location.pathname) === number && shown > length) contentWindow.location.reload();
}

// Send settings, house rules and notes that were changed here. A note waits for its match.
async function bringPosts() {
  refused = [];
  for (const each of JSON.parse(await call("later"))) {
    const [path, body] = each;
    if (numberOf(path) > FIRST_OWN) continue;
    const { status } = await post(path.slice(1), body);
    if (status >= 500) return;
    if (status < 400) await call("done", JSON.stringify(each));
    else refused.push(each); // It is sent again until somebody drops it: a link may come back.
  }
}

async function dropRefused() {
  for (const each of refused.splice(0)) await call("done", JSON.stringify(each));
  tell();
}

// Send a match that was begun here, or that the server lost, and take its number from the server. If another phone sent it
// first and it continued differently there, merge the two.
async function bring(own, book) {
  const match = await call("match", own);
  const answer = await post(`kept/books/${book}/matches`, { match });
  if (await isClosed(answer, `books/${book}/`)) {
    return stuck.set(own, { told: "The link to this book no longer works." });
  }
  if (!answer.ok && answer.status !== 409) throw new Refused(await refusal(answer));
  const copy = await answer.text();
  const number = JSON.parse(copy).match.id;
  const isSame = answer.ok
    ? await call("take", own, copy, JSON.parse(match).entries.length)
    : number === own || (await call("join", own, copy));
  isDue ||= isSame && !answer.ok;
  for (const noted of [stuck, anew]) noted.delete(own);
  if (!isSame && !answer.ok) stuck.set(own, { told: "Another phone entered something different." });
  if (isSame && number !== own && numberOf(frame.contentWindow.location.pathname) === own) {
    frame.contentWindow.location.replace(frame.contentWindow.location.href.replace(`/${own}/`, `/${number}/`));
  }
}

removeWhenAsked({
  async unsent() {
    await running;
    await deliver();
    return last.reduce((sum, [, each]) => sum + each, JSON.parse(await call("later")).length);
  },
  stop: () => worker.terminate(),
});

// --- messages ---------------------------------------------------------------------------------------------------------

let last = [];
let heard = ""; // The text that was announced last, without the number of entries.

// Announce that something waits, what is wrong with it, or that all of it is sent; not each entry.
function announce(page, text) {
  const region = page.getElementById("sent") ?? page.body.appendChild(page.createElement("p"));
  Object.assign(region, { id: "sent", className: "unseen" });
  region.setAttribute("role", "status"); // It is there before its text.
  const kind = text.replace(/\d+/, "");
  if (kind !== heard) setTimeout(() => (region.textContent = text || "Everything is sent."));
  heard = kind;
}

function tell(waiting = last) {
  last = waiting;
  if (worker) tabs.postMessage(last);
  const { contentDocument: page } = frame;
  const line = page?.getElementById("not-sent");
  if (!line) return;
  const number = numberOf(frame.contentWindow.location.pathname);
  const count = waiting.reduce((sum, [, each]) => sum + each, 0);
  const { told = "", fields, is_restored: isRestored, again } = stuck.get(number) ?? {};
  const other = waiting.find(([each]) => stuck.has(each))?.[0]; // Only the table of that match can resolve it.
  line.hidden = !count && !refused.length;
  const differs = fields ? "Another phone entered something different." : told;
  const words = page.createElement("span");
  words.textContent = count ? `On this phone, not yet sent: ${count}. ${differs}` : "";
  if (count && isRestored) words.textContent = "The server was restored and is missing entries from this phone.";
  const isOther = other && !stuck.has(number);
  if (isOther) words.append("Another match waits for you.");
  if (refused.length) words.append(" The server refused a note or a setting of this phone.");
  const choices = [
    fields && button("Compare", () => compare(number, fields)),
    again && button("Send it again", async () => [await again(), deliver()]),
    told && button("Save it", () => save(number)),
    isOther && button("Go to it", () => frame.contentWindow.location.assign(new URL(`matches/${other}/`, ROOT))),
  ];
  const drop = refused.length ? [button("Drop it", dropRefused)] : [];
  line.replaceChildren(words, ...(count ? choices.filter(Boolean) : []), ...drop);
  announce(page, words.textContent);
}

function button(textContent, act) {
  const made = Object.assign(frame.contentDocument.createElement("button"), { type: "button", textContent });
  made.addEventListener("click", act);
  return made;
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

// Save the match with its log as a file, which the owner of the book can import. An app on the home screen shares the file,
// because a download opens there with no way back.
async function save(number) {
  const file = new File([await call("file", number)], `match-${number}.json`, { type: "text/plain" });
  const isInstalled = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
  if (isInstalled && navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
