// The page that runs the app without a server: it starts the worker with Python, and shows the app's pages in a frame, so that
// the worker survives from page to page. If there are several tabs, one runs the app for all of them.

import { EDITION, ROOT, before, current, fetchEdition, filesOf, isWhole, lastPage, offered, settle, take } from "./editions.js";

const [frame, start, said, amount, heard, progress, retry, told] = ["page", "start", "said", "amount", "heard", "progress", "retry", "told"]
  .map((id) => document.getElementById(id));
const BROWSERS = "It needs Chrome or Edge 113, Firefox 121, Safari 16.4 or later, and no private window.";
const TAKING_OVER = 10_000; // Milliseconds for a new service worker to take over its first page.
const HOUR = 3_600_000;
const STILL = 5_000; // Milliseconds between announcements of progress.
const HAS_SERVER = "server" in document.documentElement.dataset; // This app replaces the server while there is no signal.
const REFUSED = `${ROOT.pathname}refused-edition`; // An edition that could not open the book.

// --- starting ---------------------------------------------------------------------------------------------------------

function lacking() {
  if (!isSecureContext) return "This address is not secure: the referee on a phone needs https.";
  const has = [navigator.serviceWorker, navigator.storage?.getDirectory, navigator.locks, self.DecompressionStream, self.Worker];
  return has.every(Boolean) ? "" : `This browser cannot run the referee. ${BROWSERS}`;
}

// A private window keeps no files.
async function closed() {
  const isClosed = await navigator.storage.getDirectory().then(() => false, () => true);
  return isClosed ? "This is a private window, or the browser stores no files. The score book could not be saved." : "";
}

async function begin() {
  // Make the links absolute: the address of this page will follow the page in the frame.
  for (const link of document.querySelectorAll("link")) link.href = String(link.href);
  const lack = lacking() || (await closed());
  if (lack) return fail(lack);
  try {
    await controlled();
    if (!(await isWhole(EDITION))) await load();
    if (!(await isWhole(await current()))) await take(EDITION);
  } catch (error) {
    return fail(`The referee could not be loaded${navigator.onLine ? "" : " without a signal"}. ${error.message}`);
  }
  if (HAS_SERVER) import("./sending.js"); // Import it now: it also listens to pages that are shown before the app runs.
  tellStarting();
  navigator.locks.request(`${ROOT.pathname}referee`, run);
  await show();
}

// Wait until the service worker provides this page's files.
async function controlled() {
  const { serviceWorker } = navigator;
  const { href } = new URL(HAS_SERVER ? "engine-sw.js" : "sw.js", ROOT);
  const isControlled = () => serviceWorker.controller?.scriptURL === href; // Not the worker for pages from a server.
  const controls = new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", () => isControlled() && resolve());
  });
  await serviceWorker.register(href, { scope: ROOT.pathname });
  if (isControlled()) return;
  await Promise.race([controls, new Promise((resolve) => setTimeout(resolve, TAKING_OVER))]);
  if (isControlled()) return;
  location.reload(); // This page was loaded without the worker that is there.
  await new Promise(() => {}); // The reload replaces this page.
}

async function load() {
  say("Downloading the referee. After that this phone needs no signal.");
  const began = Date.now();
  let [last, from] = [began, 0]; // The time of the last announcement; the bytes already there at the start.
  await fetchEdition(EDITION, (done, all) => {
    from ||= done;
    Object.assign(progress, { max: all, value: done });
    amount.textContent = `${megabytes(done)} of ${megabytes(all)} MB${timeLeft((Date.now() - began) / 1000, done - from, all - done)}`;
    if (Date.now() - last < STILL) return;
    last = Date.now();
    heard.textContent = amount.textContent;
  }, prepare);
  amount.textContent = heard.textContent = "";
}

// The seconds left at the speed so far; empty until that is known.
function timeLeft(seconds, done, rest) {
  if (seconds < 1 || !done) return "";
  const left = Math.ceil((seconds * rest) / done);
  return left > 1 ? `, about ${left} seconds left` : ", almost there";
}

// A progress bar without an end until the first page appears; screen readers hear the seconds.
function tellStarting() {
  const began = Date.now();
  progress.removeAttribute("value");
  progress.hidden = false;
  say("Starting…");
  const telling = setInterval(() => {
    if (start.hidden || progress.hidden) return clearInterval(telling);
    say(`Starting… ${Math.round((Date.now() - began) / 1000)} seconds so far.`);
  }, STILL);
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function say(text) {
  said.textContent = text;
}

function fail(text) {
  start.hidden = false;
  frame.hidden = true;
  progress.hidden = true;
  retry.hidden = false;
  say(text);
}

retry.addEventListener("click", () => location.reload());

// --- running the app --------------------------------------------------------------------------------------------------

let worker = null; // Only in the tab that runs the app.
let isReady = false;
let letGo = () => {}; // Lets another tab run the app.

const newWorker = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });
let prepared = null; // At a first visit, the worker that starts Python early.

// Start Python while the rest is still being downloaded. The worker's scripts come from the cache by now: a server's would forbid it
// WebAssembly.
function prepare(file) {
  prepared ??= newWorker();
  prepared.postMessage({ has: file });
}

// Run the app until this page is gone or the app stops, and hold the lock until then.
async function run() {
  if ((await current()) !== EDITION) return location.reload(); // Another tab has switched to a new edition.
  const { core } = await filesOf(EDITION);
  worker = prepared ?? newWorker();
  worker.addEventListener("message", ({ data }) => (data.ready ? ready() : stopped(data.failed, data.isLocked)));
  worker.addEventListener("error", ({ message }) => stopped(message || "the worker is damaged"));
  worker.postMessage({ start: { home: ROOT.href, core: new URL(core, ROOT).href, edition: EDITION, hasServer: HAS_SERVER } });
  return new Promise((resolve) => (letGo = resolve));
}

async function ready() {
  isReady = true;
  if (HAS_SERVER) (await import("./sending.js")).begin(worker);
  tellRunning();
  navigator.storage.persist?.();
  await settle();
  lookForEdition();
}

// Give the service worker its own connection to the worker, so that no request waits while this page paints.
function tellRunning() {
  if (!isReady) return;
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({}, [port1]);
  navigator.serviceWorker.controller?.postMessage({ running: true }, [port2]);
}

// The app could not start, or has stopped. Everything acknowledged is on the disk. If this edition cannot open the book, return
// to the previous one.
async function stopped(why, isLocked = false) {
  const last = isReady || isLocked ? "" : await before();
  isReady = false;
  worker.terminate();
  worker = null;
  navigator.serviceWorker.controller?.postMessage({ stopped: true });
  if (await isWhole(last)) {
    localStorage.setItem(REFUSED, EDITION);
    await take(last);
    return location.reload();
  }
  fail(`The referee has stopped. What was entered is kept. (${why})`);
  letGo();
}

navigator.serviceWorker?.addEventListener("message", ({ data, source }) => {
  if (data.isRunning && worker && !isReady) source.postMessage({ isStarting: true });
  else if (data.isRunning) tellRunning();
});

// --- showing the app's pages ------------------------------------------------------------------------------------------

async function show() {
  const isHome = location.pathname === ROOT.pathname && !location.search;
  const last = isHome && (await lastPage());
  frame.src = last || (location.pathname === `${ROOT.pathname}engine` ? ROOT : location.href);
  if (last && !(await fetch(last, { method: "HEAD" })).ok) frame.contentWindow.location.replace(ROOT); // The page was deleted.
}

// Copy the address, title and colours of the page in the frame.
function follow() {
  const { contentDocument: page, contentWindow } = frame;
  history.replaceState(null, "", contentWindow.location.href);
  document.title = frame.title = page.title;
  for (const name of ["theme-color", "color-scheme"]) {
    const given = page.querySelector(`meta[name=${name}]`);
    if (given) document.querySelector(`meta[name=${name}]`).content = given.content;
  }
}

frame.addEventListener("load", () => {
  const { contentDocument: page, contentWindow } = frame;
  if (page?.URL === "about:blank") return;
  if (!page) return fail("This page could not be shown."); // The browser's own error page.
  start.hidden = true;
  frame.hidden = false;
  follow();
  contentWindow.addEventListener("hashchange", follow);
  contentWindow.addEventListener("keydown", printPage);
  contentWindow.navigation?.addEventListener("currententrychange", follow);
  // A page being left, or a picture, has no head.
  if (page.head) new MutationObserver(follow).observe(page.head, { subtree: true, childList: true, attributes: true });
  contentWindow.focus();
  offer();
});

// Printing by keyboard prints the page in the frame; the browser's menu prints this page with the whole frame.
function printPage(event) {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "p") return;
  event.preventDefault();
  frame.contentWindow.print();
}
addEventListener("keydown", printPage);
addEventListener("beforeprint", () => {
  frame.style.height = `${frame.contentDocument.documentElement.scrollHeight}px`;
});
addEventListener("afterprint", () => (frame.style.height = ""));

// --- a new edition ----------------------------------------------------------------------------------------------------

let waiting = ""; // A complete edition that is ready to use.

async function lookForEdition() {
  const edition = await offered();
  if (edition && edition !== EDITION && edition !== localStorage.getItem(REFUSED)) {
    await fetchEdition(edition).then(() => (waiting = edition), () => {});
    await settle(waiting);
  }
  offer();
  setTimeout(lookForEdition, HOUR);
}

// Offer it between matches, never during one.
async function offer() {
  told.hidden = true;
  if (!waiting || (await isPlaying())) return;
  told.querySelector("span").textContent = "A new version of the referee is ready.";
  told.querySelector("button").textContent = "Update";
  told.hidden = false;
}

async function isPlaying() {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ isPlaying: true }, [port2]);
  return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
}

told.querySelector("button").addEventListener("click", async () => {
  if (await isPlaying()) return offer();
  await take(waiting, EDITION);
  location.reload();
});

begin();
