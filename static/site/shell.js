// The page that runs the app without a server: it starts the worker with Python, and shows the app's pages in a frame, so
// that the worker goes on from page to page. Of several tabs one runs the app, and the others show their pages from it.

import { EDITION, ROOT, another, fetchEdition, filesOf, forgetOthers, isWhole, lastPage, offered, take } from "./editions.js";

const [frame, start, said, progress, retry, told] = ["page", "start", "said", "progress", "retry", "told"].map((id) =>
  document.getElementById(id));
const BROWSERS = "It needs Chrome or Edge 113, Firefox 114 or Safari 16.4, or a later one, and no private window.";
const TAKING_OVER = 5_000; // Milliseconds for a new service worker to take over its first page.
const HOUR = 3_600_000;

// --- starting ---------------------------------------------------------------------------------------------------------

function lacking() {
  if (!isSecureContext) return "This address is not secure: the referee on a phone needs https.";
  const has = [navigator.serviceWorker, navigator.storage?.getDirectory, navigator.locks, self.DecompressionStream, self.Worker];
  return has.every(Boolean) ? "" : `This browser cannot run the referee by itself. ${BROWSERS}`;
}

async function begin() {
  const lack = lacking();
  if (lack) return say(lack);
  retry.hidden = true;
  try {
    await controlled();
    if (!(await isWhole(EDITION))) await load();
    await navigator.storage.getDirectory();
  } catch (error) {
    return fail(navigator.onLine ? `The referee could not be loaded. ${error.message}` : "The first visit needs a signal.");
  }
  say("Starting…");
  navigator.locks.request("referee", run);
  await show();
}

// Once the service worker gives this page its files.
async function controlled() {
  await navigator.serviceWorker.register(new URL("sw.js", ROOT), { scope: ROOT.pathname });
  if (navigator.serviceWorker.controller) return;
  const controls = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  const tooLong = new Promise((resolve) => setTimeout(resolve, TAKING_OVER));
  await Promise.race([controls, tooLong]);
  if (!navigator.serviceWorker.controller) location.reload(); // This page was loaded past a worker that is there.
}

async function load() {
  progress.hidden = false;
  await fetchEdition(EDITION, (done, all) => {
    Object.assign(progress, { max: all, value: done });
    say(`Loading the referee onto this phone: ${megabytes(done)} of ${megabytes(all)} MB. It then needs no signal.`);
  });
  progress.hidden = true;
  await take(EDITION);
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

let worker = null; // Of the tab that runs the app.
let isReady = false;

// Run the app until this page is gone, which holds the lock so long.
async function run() {
  const { core } = await filesOf(EDITION);
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => (data.ready ? ready() : stopped(data.failed)));
  worker.addEventListener("error", ({ message }) => stopped(message));
  worker.postMessage({ start: { home: ROOT.href, core: new URL(core, ROOT).href, edition: EDITION } });
  await new Promise(() => {});
}

async function ready() {
  isReady = true;
  tellRunning();
  await forgetOthers(EDITION);
  navigator.storage.persist?.();
  lookForEdition();
}

function tellRunning() {
  if (isReady) navigator.serviceWorker.controller?.postMessage({ running: true });
}

// The app cannot start, or has stopped. What was acknowledged is on the disk.
async function stopped(why) {
  worker.terminate();
  const before = isReady ? undefined : await another(EDITION);
  if (!before) return fail(`The referee has stopped. What was entered is kept. (${why})`);
  localStorage.setItem("refused-edition", EDITION);
  await take(before);
  location.reload();
}

navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (data.isRunning) tellRunning();
  if (data.request) worker?.postMessage(data, ports);
});

// --- showing its pages ------------------------------------------------------------------------------------------------

async function show() {
  const isHome = location.pathname === ROOT.pathname && !location.search;
  frame.src = (isHome && (await lastPage())) || location.href;
}

// The address, title and colours of this page are those of the one in the frame.
function follow() {
  const { contentDocument: page, contentWindow } = frame;
  if (!page || page.URL === "about:blank") return;
  start.hidden = true;
  frame.hidden = false;
  history.replaceState(null, "", contentWindow.location.href);
  document.title = page.title;
  for (const name of ["theme-color", "color-scheme"]) {
    const given = page.querySelector(`meta[name=${name}]`);
    if (given) document.querySelector(`meta[name=${name}]`).content = given.content;
  }
}

frame.addEventListener("load", () => {
  follow();
  frame.contentWindow.addEventListener("hashchange", follow);
  frame.contentWindow.addEventListener("keydown", printPage);
  frame.contentWindow.navigation?.addEventListener("currententrychange", follow);
  new MutationObserver(follow).observe(frame.contentDocument.head, { subtree: true, childList: true, attributes: true });
  frame.contentWindow.focus();
  offer();
});

// The keys for printing print the page in the frame; the browser's menu prints this one, with all of the frame.
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

let waitingEdition = "";

async function lookForEdition() {
  const edition = await offered();
  const isNew = edition && edition !== EDITION && edition !== localStorage.getItem("refused-edition");
  if (isNew) await fetchEdition(edition).then(() => (waitingEdition = edition), () => {});
  offer();
  setTimeout(lookForEdition, HOUR);
}

// It is offered between matches, never in the middle of one.
async function offer() {
  told.hidden = true;
  if (!waitingEdition || (await isPlaying())) return;
  told.querySelector("span").textContent = "There is a new edition of the referee.";
  told.querySelector("button").textContent = "Take it";
  told.hidden = false;
}

async function isPlaying() {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ isPlaying: true }, [port2]);
  return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
}

told.querySelector("button").addEventListener("click", async () => {
  if (await isPlaying()) return offer();
  await take(waitingEdition);
  location.reload();
});

begin();
