// The service worker, where the browser allows one (https, or this machine itself): the app opens without network, with
// the last board this phone has seen. Style and scripts never change under their address; pages come from the referee
// whenever it answers in time.

const FILES = "files";
const PAGES = "pages";
const MOST_PAGES = 30;
const IN_TIME = 5_000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(request, url.pathname.split("/")[2]));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

// What a page needs that was loaded before this worker was there.
self.addEventListener("message", (event) => {
  const files = event.data.files.map((address) => new Request(address));
  event.waitUntil(Promise.all(files.map((request) => file(request, new URL(request.url).pathname.split("/")[2]))));
});

async function file(request, edition) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    for (const old of await cache.keys()) if (!old.url.includes(`/static/${edition}/`)) await cache.delete(old);
  }
  return answer;
}

async function page(request) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(request);
  try {
    const answer = await Promise.race([fetch(request), ...(kept ? [tooLate()] : [])]);
    if (answer.ok) await keep(cache, request, answer.clone());
    else if (answer.status === 404) await cache.delete(request); // It is not shared with this phone any more.
    return answer;
  } catch {
    return kept ?? (await cache.match(request, { ignoreSearch: true })) ?? nothing();
  }
}

function tooLate() {
  return new Promise((_, reject) => setTimeout(reject, IN_TIME));
}

async function keep(cache, request, answer) {
  await cache.delete(request); // So that the one used last is the last in the list.
  await cache.put(request, answer);
  const kept = await cache.keys();
  for (const old of kept.slice(0, -MOST_PAGES)) await cache.delete(old);
}

function nothing() {
  const text = "<!doctype html><meta name=viewport content='width=device-width'><title>No signal · Referee</title>"
    + "<h1>No signal</h1><p>This page was never opened on this phone. Try again when the signal is back.</p><p><a href='/'>Matches</a></p>";
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
