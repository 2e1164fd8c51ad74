// With a server: brings it what was entered on this phone while there was no signal, and tells how much that is.

import { ROOT } from "./editions.js";

const AGAIN = 4_000; // Milliseconds until it is tried again.
const LONGEST = 15_000; // A request that got no answer when the signal went would keep all others waiting.
const SELDOM = 60_000; // Or if the table has to do something first.
const [ONLY_SERVER, OURS] = ["Referee-Server", "Referee-Book"]; // As in the service worker.
let worker;
let frame;
let runsNow; // Called once the app runs.
const running = new Promise((resolve) => (runsNow = resolve));
let isBusy = false;
let isDue = false; // Something was entered meanwhile.
let timer = 0;
const stuck = new Map(); // By match what the table has to know.
const anew = new Map(); // The book of each match that the table wishes to begin again on the server.
const NO_SIGNAL = [408, 429, 502, 503, 504]; // Nobody has looked at what was brought.

// A match that was not taken, and why. It waits until somebody wishes to send it again, or something is entered.
class Refused extends Error {}

export function begin(runs, shows) {
  [worker, frame] = [runs, shows];
  localStorage.setItem("keeps-referee", "yes");
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.entered && deliver());
  window.addEventListener("online", deliver);
  runsNow();
  frame.addEventListener("load", () => [look(), last.length && deliver()]);
  deliver();
  look();
}

// A page is shown: it tells what waits, and there is a copy of its match.
function look() {
  frame.contentDocument?.addEventListener("news", step);
  tell();
  step();
}

// A method of the app, and what it gives.
async function call(...given) {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  worker.postMessage({ call: given }, [port2]);
  const { found, failed } = await answered;
  if (failed) throw new Refused("It could not be sent.");
  return found;
}

const numberOf = (address) => Number(/\/matches\/(\d+)\//.exec(address)?.[1] ?? 0);

// Have a copy of the match that is shown: what it lacks comes with the answer.
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

// All that waits, as far as the server can be reached: whether it could be.
async function bringAll() {
  isDue = false;
  let waiting = JSON.parse(await call("unsent"));
  tell(waiting);
  let isReached = await attempt(bringPosts);
  for (const each of waiting) {
    const [number, , own, isInDoubt] = each;
    const book = own || anew.get(number);
    if (stuck.get(number)?.at === `${each}`) continue;
    isReached &&= await attempt(() => (book ? bring(number, book) : merge(number, isInDoubt)), number, `${each}`);
  }
  waiting = JSON.parse(await call("unsent"));
  if (isReached) navigator.serviceWorker.controller?.postMessage({ unsent: waiting.map(([number]) => number) });
  tell(waiting);
  return isReached;
}

// Whether the server could be reached. A match that it refuses is not sent again while it is `at` the same entry.
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
  // What is too long is refused before it comes to the app.
  const isOurs = answer.headers.has(OURS) || answer.status === 413;
  if (!isOurs || NO_SIGNAL.includes(answer.status)) throw new Error("That was not the server.");
  return answer;
}

const isOpen = async (address) => (await ask(address, { method: "HEAD", headers: { [ONLY_SERVER]: "yes" } })).ok;

async function refusal(answer) {
  if (answer.status === 413) return "It is too long for the server.";
  const { refused } = await answer.json().catch(() => ({}));
  return refused?.join(" ") ?? `The server could not take it (error ${answer.status}).`;
}

async function post(address, fields) {
  const given = await ask("kept/token");
  if (given.status === 404) return given; // All links of this phone have ended.
  const body = new URLSearchParams(fields);
  body.set("csrf_token", (await given.json()).token);
  return ask(address, { method: "POST", body, headers: { [ONLY_SERVER]: "yes" } });
}

// Of a match in doubt the server had entries that it may lack now.
async function merge(number, isInDoubt) {
  const [log, start] = [await call("log", number), await call("start", number)];
  const fields = { log, start, ...(isInDoubt && { was_here: "yes" }) };
  const answer = await post(`kept/matches/${number}/log`, fields);
  if (answer.ok) {
    stuck.delete(number);
    const text = await answer.text();
    const given = JSON.parse(text);
    if (given.renamed) await follow(number, JSON.parse(log).length);
    else await call("replace", number, text, JSON.parse(log).length);
    showAgain(number, given);
  } else if (answer.status === 409) stuck.set(number, { fields });
  else if (answer.status === 410) await setFree(number);
  else if (answer.status === 404 || (answer.status === 413 && !(await isOpen(`kept/matches/${number}`)))) await lose(number, log);
  else throw new Refused(await refusal(answer));
}

// The match is not shared with this phone any more, or it is the owner's, and a restored server has no such match.
async function lose(number, log) {
  const book = await call("book", number);
  if (log === "[]") await call("replace", number, JSON.stringify({ after: 0, rows: [] }), 0);
  else if (!(await isOpen(`books/${book}/`))) stuck.set(number, { told: "The link to this match no longer works." });
  else stuck.set(number, { told: "The server no longer has this match.", again: () => anew.set(number, book) });
}

// The server has forgotten a name that is in this copy: have its own.
async function follow(number, length) {
  const copy = await (await ask(`kept/matches/${number}`)).text();
  await call("follow", number, copy, length);
}

// The server has another match under that number: this one gets a number of its own, and is brought like a new one.
async function setFree(number) {
  stuck.delete(number);
  const own = await call("set_free", number);
  isDue = true;
  const { location } = frame.contentWindow;
  if (numberOf(location.pathname) === number) location.replace(location.href.replace(`/${number}/`, `/${own}/`));
}

// A page never goes back to fewer entries by itself, as after the same was entered on two phones, and undone on one.
function showAgain(number, { after, rows }) {
  const { contentDocument: page, contentWindow } = frame;
  const shown = Number(page.querySelector("[name=version]")?.value ?? 0);
  if (numberOf(contentWindow.location.pathname) === number && shown > after + rows.length) contentWindow.location.reload();
}

// Settings and house rules that were changed here.
async function bringPosts() {
  for (const [path, body] of JSON.parse(await call("later"))) {
    if ((await post(path.slice(1), body)).status >= 500) return;
    await call("done", 1);
  }
}

// A match that was begun here, or that the server has no more, gets its number from the server. If another phone brought it
// before, and it continued differently there, it becomes that one, and is merged with it.
async function bring(own, book) {
  const match = await call("begun", own);
  const answer = await post(`kept/books/${book}/matches`, { match });
  if (answer.status === 404 || (answer.status === 413 && !(await isOpen(`books/${book}/`)))) {
    return stuck.set(own, { told: "The link to this book no longer works." });
  }
  if (!answer.ok && answer.status !== 409) throw new Refused(await refusal(answer));
  const { number } = await answer.json();
  const copy = await (await ask(`kept/matches/${number}`)).text();
  const isSame = answer.ok
    ? await call("renumber", own, copy, JSON.parse(match).entries.length)
    : number === own || (await call("join", own, copy));
  isDue ||= isSame && !answer.ok;
  for (const noted of [stuck, anew]) noted.delete(own);
  if (!isSame && !answer.ok) stuck.set(own, { told: "Another phone entered something different." });
  if (isSame && number !== own && numberOf(frame.contentWindow.location.pathname) === own) {
    frame.contentWindow.location.replace(frame.contentWindow.location.href.replace(`/${own}/`, `/${number}/`));
  }
}

// Remove the app from this phone, unless there is something that only it has.
window.addEventListener("message", async ({ data, origin }) => {
  if (data !== "give-up" || origin !== location.origin) return;
  await running;
  await deliver();
  if (last.length) return;
  worker.terminate();
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  const files = await navigator.storage.getDirectory();
  for await (const name of files.keys()) {
    for (let tries = 0; tries < 50 && !(await isGone(files, name)); tries++) await new Promise((go) => setTimeout(go, 100));
  }
  localStorage.removeItem("keeps-referee");
  location.replace(new URL("settings", ROOT));
});

// A worker that was ended lets go of its files a moment later.
function isGone(files, name) {
  return files.removeEntry(name, { recursive: true }).then(() => true, () => false);
}

// --- telling ----------------------------------------------------------------------------------------------------------

let last = [];

function tell(waiting = last) {
  last = waiting;
  const { contentDocument: page } = frame;
  const line = page?.getElementById("not-sent");
  if (!line) return;
  const number = numberOf(frame.contentWindow.location.pathname);
  const count = waiting.reduce((sum, [, each]) => sum + each, 0);
  const { told = "", fields, again } = stuck.get(number) ?? {};
  line.hidden = !count;
  const differs = fields ? "Another phone entered something different." : told;
  const words = page.createElement("span");
  words.textContent = count ? `On this phone, not yet sent: ${count}. ${differs}` : "";
  if (count && fields?.was_here) words.textContent = "The server was restored and is missing entries from this phone.";
  const choices = [
    fields && button("Compare", () => compare(number, fields)),
    again && button("Send it again", async () => [await again(), deliver()]),
    told && button("Save it", () => save(number)),
  ];
  line.replaceChildren(words, ...(count ? choices.filter(Boolean) : []));
}

function button(textContent, act) {
  const made = Object.assign(frame.contentDocument.createElement("button"), { type: "button", textContent });
  made.addEventListener("click", act);
  return made;
}

// Both logs beside each other, on a page of the server.
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

// The match with its log as a file, which whoever has the book can bring in. An app on the home screen shares it, as a
// download opens there with no way back.
async function save(number) {
  const file = new File([await call("file", number)], `match-${number}.json`, { type: "text/plain" });
  const isInstalled = navigator.standalone || matchMedia("(display-mode: standalone)").matches;
  if (isInstalled && navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
