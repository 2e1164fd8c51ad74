// The service worker of the app without a server. It gives the files of the edition that this phone has, and the page that
// runs the app; every other request it hands to that page's worker.

const SCOPE = new URL(registration.scope).pathname;
const STARTING = 60_000; // Milliseconds for the app to start.
const ANSWERING = 30_000;
const SOON = 200; // If the app is not running by then, a page that was kept comes first.
const LINE = 20_000; // A line of events is opened again after that, since a service worker may be stopped.
const KEPT = "kept-pages";
const CURRENT = "current"; // The cache with the page that runs the app, of the edition in use.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  const path = url.pathname.slice(SCOPE.length);
  if (["edition.json", "sw.js"].includes(path)) return;
  if (path.startsWith("site/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && request.destination === "document") event.respondWith(shell());
  else if (path.startsWith("static/")) event.respondWith(staticFile(request));
  else if (request.headers.get("Accept") === "text/event-stream") event.respondWith(line(request));
  else event.respondWith(page(request, url));
});

// --- files -----------------------------------------------------------------------------------------------------------

async function file(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

// The page that runs the app, whatever page of the app the address is of.
async function shell() {
  const kept = await (await caches.open(CURRENT)).match(`${SCOPE}index.html`);
  const text = await (kept ?? (await fetch(SCOPE))).text();
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(text.replace("<head>", `<head>\n  <base href="${SCOPE}">`), { headers });
}

// Static files never change under their address.
async function staticFile(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await ask(request);
  if (answer.ok) {
    const cache = await caches.open(KEPT);
    await cache.put(request.url, answer.clone()).catch(() => {});
  }
  return answer;
}

// --- the page whose worker runs the app ------------------------------------------------------------------------------

let host = ""; // The id of its client.
let waiting = []; // Called once it is known.

self.addEventListener("message", ({ data, source }) => {
  if (data.running) {
    host = source.id;
    for (const go of waiting.splice(0)) go();
  }
  if (data.text) keepPage(data);
});

function within(milliseconds, promise) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

// The client that runs the app; undefined if it does not within some time. This worker may have been stopped and know none.
async function running(milliseconds) {
  const known = host && (await clients.get(host));
  if (known) return known;
  const told = new Promise((resolve) => waiting.push(resolve));
  for (const each of await clients.matchAll({ type: "window" })) each.postMessage({ isRunning: true });
  await within(milliseconds, told);
  return host ? clients.get(host) : undefined;
}

async function ask(request) {
  const client = await running(STARTING);
  if (!client) return asleep();
  const { pathname, search } = new URL(request.url);
  const body = request.method === "GET" ? null : await request.arrayBuffer();
  const headers = [...request.headers, ["Referer", request.referrer]];
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  client.postMessage({ request: { method: request.method, target: pathname + search, headers, body } }, [port2]);
  const answer = await within(ANSWERING, answered);
  port1.close();
  if (!answer || answer.failed) return Response.error();
  const sent = new Headers(answer.headers);
  if (sent.has("Location")) return Response.redirect(new URL(sent.get("Location"), request.url), answer.status);
  const isEmpty = [204, 304].includes(answer.status);
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: sent });
}

// --- pages -----------------------------------------------------------------------------------------------------------

let changed = []; // Called when something was posted.

async function page(request, url) {
  if (request.method === "POST") {
    const answer = await ask(request);
    for (const go of changed.splice(0)) go();
    return answer;
  }
  if (request.mode === "navigate" && !(await running(SOON))) {
    const kept = await (await caches.open(KEPT)).match(url.pathname);
    if (kept) return kept; // What is tapped on it waits until the app runs.
  }
  return ask(request);
}

// A page tells what it looks like now, for the next start.
async function keepPage({ path, text }) {
  const cache = await caches.open(KEPT);
  const { headers } = await ask(new Request(path, { method: "HEAD" }));
  const more = { "Last-Modified": new Date().toUTCString() };
  await cache.put(path, new Response(text, { headers: { ...Object.fromEntries(headers), ...more } }));
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (!pathname.includes("/static/") && pathname !== path) await cache.delete(url);
  }
}

// The events of a match: what the app tells, and again after each post.
async function line(request) {
  const first = await ask(request);
  if (!first.ok) return first;
  const until = Date.now() + LINE;
  let isOpen = true;
  const body = new ReadableStream({
    async start(controller) {
      for (let answer = first; isOpen && answer.ok; answer = await ask(request)) {
        controller.enqueue(new Uint8Array(await answer.arrayBuffer()));
        const news = new Promise((resolve) => changed.push(() => resolve(true)));
        if (!(await within(until - Date.now(), news))) break;
      }
      if (isOpen) controller.close();
    },
    cancel() {
      isOpen = false;
    },
  });
  return new Response(body, { headers: first.headers });
}

function asleep() {
  const text = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    + "<title>Referee</title><h1>The referee is open in another tab</h1>"
    + "<p>That tab does not answer: it may be asleep. Close it, then load this page again.</p>";
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
