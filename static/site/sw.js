// The service worker of the app without a server. It gives the files of the edition that this phone has, and the page that
// runs the app; every other request it hands to that page's worker.

const SCOPE = new URL(registration.scope).pathname;
const STARTING = 60_000; // Milliseconds for the app to start.
const ANSWERING = 30_000; // And for a page. What is posted may take as long as it does, if the page that runs the app is there.
const SOON = 200; // If the app is not running by then, a page that was kept comes first.
const LINE = 20_000; // A line of events is opened again after that, since a service worker may be stopped.
const KEPT = `${SCOPE}kept-pages`;
const CURRENT = `${SCOPE}current`; // As in editions.js.
const EDITION = `${SCOPE}edition-`;
const OF_MATCH = /\/matches\/(\d+)\//;

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

self.addEventListener("message", (event) => {
  const { running, stopped, path, text, revoked } = event.data;
  if (running) {
    [host, worker] = [event.source.id, event.ports[0]];
    started.tell();
  }
  if (stopped && host === event.source.id) host = "";
  if (text) event.waitUntil(inOrder(() => keepPage(path, text)));
  if (revoked) event.waitUntil(inOrder(() => forget(revoked)));
});

// --- files -----------------------------------------------------------------------------------------------------------

async function file(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

// The page that runs the app, whatever page of the app the address is of: that of the edition in use, if it is whole.
async function shell() {
  const state = await caches.open(CURRENT);
  const edition = await (await state.match(`${SCOPE}current`))?.text();
  const isWhole = edition && (await (await caches.open(EDITION + edition)).match(`${SCOPE}site/${edition}/files.json`));
  const kept = isWhole && (await state.match(`${SCOPE}index.html`));
  const text = await (kept || (await fetch(SCOPE))).text();
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(text.replace("<head>", `<head>\n  <base href="${SCOPE}">`), { headers });
}

// Static files never change under their address.
async function staticFile(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await ask(request);
  if (answer.ok) await (await caches.open(KEPT)).put(request.url, answer.clone()).catch(() => {});
  return answer;
}

// --- the page whose worker runs the app ------------------------------------------------------------------------------

let host = ""; // The id of its client,
let worker = null; // and a port of its worker.

// Something that happens again and again: `next` is resolved when it is told the next time.
function event() {
  const found = {};
  const again = () => (found.next = new Promise((resolve) => (found.tell = () => [resolve(true), again()])));
  again();
  return found;
}

const started = event();
const posted = event();
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const within = (milliseconds, promise) => Promise.race([promise, sleep(milliseconds)]);

// Whether the app runs, at the latest after some time. This service worker may have been stopped meanwhile, and not know.
async function running(milliseconds) {
  if (await isThere()) return true;
  const { next } = started;
  for (const each of await clients.matchAll({ type: "window" })) each.postMessage({ isRunning: true });
  await within(milliseconds, next);
  return isThere();
}

const isThere = async () => Boolean(host && (await clients.get(host)));

async function ask(request) {
  if (!(await running(STARTING))) return noAnswer(request);
  const { pathname, search } = new URL(request.url);
  const body = request.method === "POST" ? await request.arrayBuffer() : null;
  const headers = [...request.headers, ["Referer", request.referrer]];
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  worker.postMessage({ request: { method: request.method, target: pathname + search, headers, body } }, [port2]);
  const [asked, until] = [host, Date.now() + ANSWERING];
  let answer;
  do answer = await within(5_000, answered);
  while (!answer && (body || Date.now() < until) && asked === host && (await isThere()));
  port1.close();
  if (!answer || answer.failed) return noAnswer(request);
  const sent = new Headers(answer.headers);
  if (sent.has("Location")) return Response.redirect(new URL(sent.get("Location"), request.url), answer.status);
  const isEmpty = [204, 304].includes(answer.status);
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: sent });
}

// For a script that is as without a signal: it tries again.
function noAnswer({ mode }) {
  if (mode !== "navigate") return Response.error();
  const text = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    + "<meta name=color-scheme content='light dark'><title>No answer · Referee</title><h1>The referee does not answer</h1>"
    + "<p>If it is open in another tab, that tab may be asleep: close it. What was entered is kept.</p>"
    + "<p><a href=''>Try again</a></p>";
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

// --- pages -----------------------------------------------------------------------------------------------------------

let opened = ""; // The path of the page that was opened last,
let heads = null; // and the headers of the answer.

async function page(request, url) {
  if (request.method === "POST") {
    const answer = await ask(request);
    posted.tell();
    return answer;
  }
  if (request.mode === "navigate" && !(await running(SOON))) {
    const kept = await (await caches.open(KEPT)).match(url.pathname);
    if (kept) return kept; // What is tapped on it waits until the app runs.
  }
  const answer = await ask(request);
  if (answer.status === 404) await inOrder(() => forget(url.pathname));
  if (answer.ok && request.mode === "navigate") [opened, heads] = [url.pathname, answer.headers];
  return answer;
}

// What is done one after another, so that nothing that is forgotten is written again.
let written = Promise.resolve();
function inOrder(work) {
  return (written = written.then(work).catch(() => {}));
}

// A page tells what it looks like now, for the next start.
async function keepPage(path, text) {
  const model = path === opened ? { ok: true, headers: heads } : await ask(new Request(path, { method: "HEAD" }));
  if (!model.ok) return;
  const headers = { ...Object.fromEntries(model.headers), "Last-Modified": new Date().toUTCString() };
  const cache = await caches.open(KEPT);
  await cache.put(path, new Response(text, { headers }));
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (!pathname.includes("/static/") && pathname !== path) await cache.delete(url);
  }
}

// The match of an address is not there any more.
async function forget(path) {
  const number = OF_MATCH.exec(path)?.[1];
  const cache = await caches.open(KEPT);
  for (const { url } of await cache.keys()) if (number && OF_MATCH.exec(url)?.[1] === number) await cache.delete(url);
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
        const { next } = posted;
        controller.enqueue(new Uint8Array(await answer.arrayBuffer()));
        if (!(await within(until - Date.now(), next))) break;
      }
      if (isOpen) controller.close();
    },
    cancel() {
      isOpen = false;
    },
  });
  return new Response(body, { headers: first.headers });
}
