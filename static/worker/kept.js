// The first part of both service workers: the files and pages they keep. The second part provides `fileFrom` and `headersOf`,
// which fetch a file or a page, and MOST_PAGES.

const SCOPE = new URL(registration.scope).pathname;
const FILES = `${SCOPE}files`; // A host may have several apps, each with its own path.
const PAGES = `${SCOPE}pages`;
const OF_MATCH = /\/matches\/(\d+)\//;
const OURS = "Referee-Book"; // Every answer from the server or the app has this header; a hotspot's sign-in page does not.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// Messages from pages: the static files a page had loaded before this worker was active, its current content, or the news that
// its match is no longer shared with this phone.
self.addEventListener("message", (event) => {
  const { files = [], path, text, revoked } = event.data;
  for (const address of files) event.waitUntil(staticFile(new Request(address)));
  if (text) event.waitUntil(inOrder(() => keepText(path, text)));
  if (revoked) event.waitUntil(inOrder(() => forget(revoked)));
});

// Run tasks one after another, so that nothing deleted is written again.
let written = Promise.resolve();
function inOrder(work) {
  return (written = written.then(work).catch(() => {}));
}

// A static file never changes at its address. When a new edition's file is stored, those of other editions are deleted.
async function staticFile(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fileFrom(request);
  if (answer.ok && answer.headers.has(OURS)) await keepFile(cache, request, answer.clone()).catch(() => {}); // The storage may be full.
  return answer;
}

async function keepFile(cache, { url }, answer) {
  await cache.put(url, answer);
  const [edition] = url.match(/\/static\/[^/]+\//);
  for (const old of await cache.keys()) if (!old.url.includes(edition)) await cache.delete(old);
}

async function keepPage(request, answer) {
  const cache = await caches.open(PAGES);
  await cache.put(request, answer);
  for (const old of (await cache.keys()).slice(0, -MOST_PAGES)) await cache.delete(old);
}

// If the storage is full, the page kept earlier stays.
async function keepText(path, text) {
  const found = await headersOf(path);
  if (!found?.has(OURS)) return;
  const headers = new Headers(found);
  headers.set("Last-Modified", new Date().toUTCString());
  for (const about of ["Content-Encoding", "Content-Length"]) headers.delete(about);
  await keepPage(path, new Response(text, { headers }));
}

// A match no longer exists or is no longer shared: delete its pages, and the list that names it.
async function forget(path) {
  const cache = await caches.open(PAGES);
  const number = OF_MATCH.exec(path)?.[1];
  for (const kept of await cache.keys()) {
    const { pathname } = new URL(kept.url);
    const isOfIt = number ? pathname === SCOPE || OF_MATCH.exec(pathname)?.[1] === number : pathname.startsWith(path);
    if (isOfIt) await cache.delete(kept);
  }
}

// The answer to a form that could not be sent: reloading it sends the form again.
const notSent = () => told("No signal", "No answer came. Try again when you are online: what you entered is not lost.",
  "javascript:location.reload()", "Try again");

// A page that explains why the requested one is missing.
function told(title, text, address, link) {
  const page = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    + `<meta name=color-scheme content='dark'><title>${title} · Referee</title><style>body{display:grid;gap:1rem;`
    + "place-content:center;justify-items:center;min-height:90vh;margin:0;padding:1rem;background:#123a2c;color:#f4efe2;"
    + "font:1.1rem/1.4 system-ui,sans-serif;text-align:center}h1,p{margin:0;max-width:30rem}a{padding:.8em 1.6em;"
    + "border-radius:8px;background:#ffd15c;color:#1d1a16;font-weight:700;text-decoration:none}</style>"
    + `<h1>${title}</h1><p>${text}</p><p><a href='${address}'>${link}</a></p>`;
  return new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
