// The service worker, where the browser allows one (https, or this machine itself): opens the app offline with the board
// that this phone has seen last. Static files never change under their address and come from the cache; pages come from
// the server if it responds in time.

const FILES = "files";
const PAGES = "pages";
const MOST_PAGES = 30;
const IN_TIME = 5_000;
const OURS = "Referee-Book"; // The header of every answer of the server; the sign-in page of a hotspot has none.
// The pages that may be cached: boards, sheets, rules. Pages with forms are not.
const MAY_BE_KEPT = /^\/(([a-z-]+\/)?matches\/\d+\/(watch|board|sheet)?|([a-z-]+\/)?rules)?$/;
const IS_BOARD = /^\/([a-z-]+\/)?matches\/\d+\/(watch|board)?$/;
const OF_MATCH = /^\/(?:[a-z-]+\/)?matches\/(\d+)\//;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(getFile(request));
  else if (request.mode === "navigate") event.respondWith(getPage(request, url.pathname));
});

// A page tells which static files it had loaded before this worker was active, what it now looks like, or that its match is
// no longer shared with this phone.
self.addEventListener("message", (event) => {
  const { files = [], path, text, revoked } = event.data;
  for (const address of files) event.waitUntil(getFile(new Request(address)));
  if (text) event.waitUntil(inOrder(() => keepText(path, text)));
  if (revoked) event.waitUntil(inOrder(() => forget(revoked)));
});

// What is done one after another, so that nothing that is forgotten is written again.
let written = Promise.resolve();
function inOrder(work) {
  return (written = written.then(work).catch(() => {}));
}

async function getFile(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.has(OURS)) await keepFile(cache, request, answer.clone()).catch(() => {}); // The storage may be full.
  return answer;
}

async function keepFile(cache, request, answer) {
  await cache.put(request, answer);
  const [edition] = request.url.match(/\/static\/[^/]+\//);
  for (const old of await cache.keys()) if (!old.url.includes(edition)) await cache.delete(old);
}

async function getPage(request, path) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(request);
  try {
    const answer = await Promise.race([fetch(request), ...(kept && IS_BOARD.test(path) ? [tooLate()] : [])]);
    if (answer.type === "basic" && !answer.headers.has(OURS)) throw new Error("That was not the server.");
    if (answer.ok && MAY_BE_KEPT.test(path)) await keepPage(cache, request, answer.clone()).catch(() => {});
    else if (answer.status === 404) await inOrder(() => forget(path));
    return answer;
  } catch {
    return kept ?? (await cache.match(request, { ignoreSearch: true })) ?? (await lastBoard(cache, path)) ?? nothing();
  }
}

function tooLate() {
  return new Promise((_, reject) => setTimeout(reject, IN_TIME));
}

async function keepPage(cache, request, answer) {
  await cache.put(request, answer);
  for (const old of (await cache.keys()).slice(0, -MOST_PAGES)) await cache.delete(old);
}

// Offline with no page cached, or with a full storage, the page that was cached before stays.
async function keepText(path, text) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(path);
  const model = kept ?? (await fetch(path, { method: "HEAD" }));
  if (!model.ok || !model.headers.has(OURS)) return;
  const headers = new Headers(model.headers);
  headers.set("Last-Modified", new Date().toUTCString());
  for (const about of ["Content-Encoding", "Content-Length"]) headers.delete(about);
  await cache.put(path, new Response(text, { headers }));
}

// The match of an address is no longer shared with this phone: delete all its pages, and the list that names it.
async function forget(path) {
  const cache = await caches.open(PAGES);
  const number = OF_MATCH.exec(path)?.[1];
  for (const kept of await cache.keys()) {
    const { pathname } = new URL(kept.url);
    const isOfIt = number ? pathname === "/" || OF_MATCH.exec(pathname)?.[1] === number : pathname.startsWith(path);
    if (isOfIt) await cache.delete(kept);
  }
}

// When the app is opened from the home screen, continue at the last board.
async function lastBoard(cache, path) {
  if (path !== "/" && !path.startsWith("/books/")) return null;
  const boards = (await cache.keys()).map(({ url }) => new URL(url)).filter(({ pathname }) => IS_BOARD.test(pathname));
  return boards.length ? Response.redirect(boards.at(-1).pathname) : null;
}

function nothing() {
  const text = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    + "<meta name=color-scheme content='dark'><title>No signal · Referee</title><style>body{display:grid;gap:1rem;"
    + "place-content:center;justify-items:center;min-height:90vh;margin:0;padding:1rem;background:#123a2c;color:#f4efe2;"
    + "font:1.1rem/1.4 system-ui,sans-serif;text-align:center}h1,p{margin:0}a{padding:.8em 1.6em;border-radius:8px;"
    + "background:#ffd15c;color:#1d1a16;font-weight:700;text-decoration:none}</style><h1>No signal</h1>"
    + "<p>You are offline. Go back to the table: entries wait on this phone.</p><p><a href='/'>To the matches</a></p>";
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
