// With a server: send it the entries made offline on this phone, and show how many are left to send.

import { ROOT } from "./editions.js";
import { numberOf, showUnsent } from "./not_sent.js";
import { removeWhenAsked } from "./removing.js";
import { isClosed, isOpen, post, refusal } from "./requests.js";

const AGAIN = 4_000; // Milliseconds until the next attempt.
const SELDOM = 60_000; // The same, when only the table can resolve what is left.
const FIRST_OWN = 1e9; // Matches begun on this phone have higher numbers until the server gives them one.
const frame = document.getElementById("page");
const tabs = new BroadcastChannel(`${ROOT.pathname}unsent`); // The tab that sends tells the others what waits; these say what to do.
let [worker, timer] = [null, 0];
let last = []; // What waited when it was shown last: each match's number, and the number of its entries.
let isBusy = false;
let isDue = false; // Something was entered in the meantime.
const stuck = new Map(); // By match: the problem the table must know about.
const anew = new Map(); // By match: the book in which the table wants the server to begin it again.
const saved = new Map(); // By match that cannot be sent: how many of its entries waited when it was saved as a file.
const numbered = new Map(); // The server's numbers of matches begun here, by the numbers that they had.
let refused = []; // Settings, house rules and notes that the server has refused.

// A match that the server refused, with the reason. It waits until somebody sends it again or enters something.
class Refused extends Error {}

tabs.addEventListener("message", ({ data }) => (worker ? data.act && act(data.act, ...data.given) : data.waiting && hear(data)));
frame.addEventListener("load", () => [worker && look(), act("shown")]);

export function begin(runs) {
  worker = runs;
  localStorage.setItem("keeps-referee", "yes");
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.entered && deliver());
  window.addEventListener("online", deliver);
  deliver();
  look();
}

// In a tab that does not run the app: hear what waits, what is wrong with it, and which matches have numbers from the server.
function hear({ waiting, known, isRefused }) {
  [stuck, saved, numbered].forEach((each, at) => [each.clear(), known[at].forEach((value, key) => each.set(key, value))]);
  goToNumbered();
  tell(waiting, isRefused);
}

// What the buttons and pages of any tab let the tab that sends do.
const acts = {
  shown: () => tell(),
  again(number) {
    const { book } = stuck.get(number) ?? {};
    if (book) anew.set(number, book);
    else stuck.delete(number);
  },
  saved: (number, length) => saved.set(number, length),
  dropped: (number) => [stuck, saved].forEach((noted) => noted.delete(number)),
  async dropRefused() {
    for (const each of refused.splice(0)) await call("done", JSON.stringify(each));
    tell();
  },
  stop: () => worker.terminate(),
};

async function act(name, ...given) {
  if (!worker) return tabs.postMessage({ act: name, given });
  await acts[name](...given);
  if (name !== "shown" || last.length) await deliver();
}

// After each page load: fetch a copy of the page's match.
function look() {
  goToNumbered();
  frame.contentDocument?.addEventListener("news", step);
  step();
}

// Call a method of the app, and return its result. The service worker knows the app of another tab.
async function call(...given) {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  (worker ?? navigator.serviceWorker.controller).postMessage({ call: given }, [port2]);
  const { found, failed } = await answered;
  if (failed) throw new Refused("It could not be sent.");
  return found;
}

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
    if (number) stuck.set(number, { told: error.message, at, canRepeat: true });
  }
  return true;
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

// The match is no longer shared with this phone; or this is the owner's phone, and the restored server lacks the match.
async function lose(number, isEmpty) {
  if (await call("let_go", number)) return;
  const book = await call("book", number);
  if (isEmpty) await call("add", number, btoa("[]"));
  else if (!(await isOpen(`books/${book}/`))) stuck.set(number, { told: "The link to this match no longer works." });
  else stuck.set(number, { told: "The server no longer has this match.", canRepeat: true, book });
}

// The server has another match with that number: give this one its own number, and send it as a new match.
async function setFree(number) {
  stuck.delete(number);
  const own = await call("set_free", number);
  isDue = true;
  renumber(number, Number(own));
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
  if (!isSame || number === own) return;
  if (own > FIRST_OWN) numbered.set(own, number); // A number of the server's may be another match's.
  renumber(own, number);
}

// If the server has numbered the page's match by now, go to that number, even if the page was still loading.
function goToNumbered() {
  const own = numberOf(frame.contentWindow.location.pathname);
  if (numbered.has(own)) renumber(own, numbered.get(own));
}

// A match has a new number: go there from its page, and move the taps and entries stored on this phone under its old number.
function renumber(own, number) {
  moveKept(own, number);
  const { contentWindow } = frame;
  const { location } = contentWindow;
  if (numberOf(location.pathname) !== own) return;
  contentWindow.addEventListener("pagehide", () => moveKept(own, number)); // What is tapped until then.
  location.replace(location.href.replace(`/${own}/`, `/${number}/`));
}

function moveKept(own, number) {
  const [there, items] = [number, own].map((each) => JSON.parse(localStorage.getItem(`outbox-${each}`) ?? "[]"));
  for (const { fields } of items) delete fields.opened; // If another phone sent the match first, it was opened then.
  // Entries waiting under that number may be for an earlier match, which had it before a backup was restored.
  const outbox = [...there, ...items];
  const moved = [[`outbox-${number}`, outbox.length ? JSON.stringify(outbox) : null]];
  for (const name of ["draft", "away"]) moved.push([`${name}-${number}`, localStorage.getItem(`${name}-${own}`)]);
  for (const [store, text] of moved) if (text) localStorage.setItem(store, text);
  for (const name of ["outbox", "draft", "away"]) localStorage.removeItem(`${name}-${own}`);
}

removeWhenAsked({
  async unsent() {
    await call("later"); // Until the app runs, in this tab or another.
    if (worker) await deliver();
    const [waiting, posts] = [JSON.parse(await call("unsent")), JSON.parse(await call("later"))];
    return waiting.reduce((sum, [, each]) => sum + each, posts.length);
  },
  stop: () => act("stop"),
});

function tell(waiting = last, isRefused = refused.length > 0) {
  last = waiting;
  if (worker) tabs.postMessage({ waiting: last, known: [stuck, saved, numbered], isRefused });
  showUnsent(last, { stuck, saved, isRefused, act, call });
}
