
// --- the app on this phone: its edition's files, and the page that runs it; a server, if there is one, is asked first -------

const MOST_PAGES = 1; // The app itself shows all others.
const [STARTING, AGAIN] = [60_000, 5_000]; // Milliseconds to wait for the app to start, and between reminders to its pages.
const ANSWERING = 30_000; // Milliseconds to wait for an answer. A post may take longer while the page that runs the app exists.
const SOON = 200; // Milliseconds after which a kept page is shown if the app is not running yet.
// Milliseconds until an event stream is reopened: a service worker may be stopped, or the server may be back.
const STREAM = location.pathname.endsWith("/engine-sw.js") ? 5_000 : 20_000;
const CURRENT = `${SCOPE}current`; // Same as in editions.js.
const EDITION = `${SCOPE}edition-`;
const HAS_SERVER = location.pathname.endsWith("/engine-sw.js");
const ONLY_SERVER = "Referee-Server"; // Marks a request that the app on the phone must not answer.
const isStream = ({ headers }) => headers.get("Accept") === "text/event-stream";
const OF_SERVER = /^(edition\.json|(engine-)?sw\.js|engine$|kept\/)/;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  const path = url.pathname.slice(SCOPE.length);
  if (OF_SERVER.test(path) || request.headers.has(ONLY_SERVER)) return;
  if (path.startsWith("site/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && request.destination === "document") event.respondWith(shell(request));
  else if (path.startsWith("static/")) event.respondWith(staticFile(request));
  else if (isStream(request)) event.respondWith(stream(request));
  else event.respondWith(page(request, url));
});

self.addEventListener("message", (event) => {
  const { running: runs, isStarting, stopped, unsent, call: asked } = event.data;
  if (isStarting) heardUntil = Date.now() + STARTING;
  if (unsent) event.waitUntil(inOrder(() => noteUnsent(unsent)).then(() => [awayUntil = 0, posted.tell()]));
  if (runs) {
    [host, worker] = [event.source.id, event.ports[0]];
    event.waitUntil(Promise.resolve(HAS_SERVER && keepWaiting()).finally(() => started.tell()));
  }
  if (stopped && host === event.source.id) host = "";
  if (asked) event.waitUntil(running(STARTING).then((isSo) => isSo && worker.postMessage({ call: asked }, event.ports)));
});

// --- files -----------------------------------------------------------------------------------------------------------

async function file(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

// The page that runs the app, for any address, from the edition in use if that is complete.
async function shell(request) {
  const state = await caches.open(CURRENT);
  const edition = await (await state.match(`${SCOPE}current`))?.text();
  const isWhole = edition && (await (await caches.open(EDITION + edition)).match(`${SCOPE}site/${edition}/files.json`));
  const kept = isWhole && (await state.match(`${SCOPE}index.html`));
  if (!kept && HAS_SERVER) return fetch(request); // The edition was removed from this phone, or is not complete yet.
  const text = await (kept || (await fetch(SCOPE))).text();
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(text.replace("<head>", `<head>\n  <base href="${SCOPE}">`), { headers });
}

async function fileFrom(request) {
  const answer = HAS_SERVER && (await fetch(request).catch(() => null));
  return answer && answer.headers.has(OURS) ? answer : ask(request);
}

// --- the page whose worker runs the app ------------------------------------------------------------------------------

let host = ""; // The client id of the page that runs the app,
let worker = null; // and a port to its worker.

// A recurring event: `next` resolves when it next happens.
function event() {
  const found = {};
  const again = () => (found.next = new Promise((resolve) => (found.tell = () => [resolve(true), again()])));
  again();
  return found;
}

const [started, posted] = [event(), event()];
let heardUntil = 0; // A page is starting the app, which takes minutes on a slow phone.
const within = (milliseconds, promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, milliseconds))]);

// True if the app runs, or starts in time. This service worker may have been stopped meanwhile and have forgotten its page.
async function running(milliseconds) {
  if (await isThere()) return true;
  const until = Date.now() + milliseconds;
  const isLate = () => Date.now() > until && (milliseconds < STARTING || Date.now() > heardUntil);
  do for (const each of await clients.matchAll({ type: "window" })) each.postMessage({ isRunning: true });
  while (!(await within(Math.min(AGAIN, milliseconds), started.next)) && !isLate());
  return isThere();
}

const isThere = async () => Boolean(host && (await clients.get(host)));

// Call a method of the app and return its result, or an empty text if the app is not running.
async function call(...args) {
  if (!(await isThere())) return "";
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data.found)));
  worker.postMessage({ call: args }, [port2]);
  return within(ANSWERING, answered);
}

async function ask(request) {
  if (!(await running(STARTING))) return failed(request, ...NO_ANSWER);
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
  if (!answer || answer.failed) return failed(request, ...NO_ANSWER);
  const sent = new Headers(answer.headers);
  if (sent.has("Location")) return Response.redirect(new URL(sent.get("Location"), request.url), answer.status);
  const isEmpty = [204, 304].includes(answer.status);
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: sent });
}

// Answer with a page that explains the failure. To a script it looks like a lost signal, so that it tries again.
function failed({ mode }, ...why) {
  return mode === "navigate" ? told(...why) : Response.error();
}

const NO_ANSWER = ["The referee does not answer", "If it is open in another tab, that tab may be asleep: close it. "
  + "Your entries are saved.", "", "Try again"];
const NO_SIGNAL = ["No signal", "You are offline, and this page is not on this phone. Try again when you are back online.",
  SCOPE, "To the matches"];

// --- pages -----------------------------------------------------------------------------------------------------------

let opened = ""; // The path of the last page opened,
let heads = null; // and the headers of its answer.

async function page(request, url) {
  const reply = HAS_SERVER && (await fromServer(request, url));
  if (reply) return reply;
  if (request.method === "POST") {
    // The app on the phone needs no token, so check the origin. A copy without entries that the page has shown is useless.
    if (HAS_SERVER && (!isOwn(request.referrer) || (await isBehind(request, numberOf(url))))) return Response.error();
    if (HAS_SERVER && (await isUnsent(0), numberOf(url))) await inOrder(() => noteUnsent([...unsentNow, numberOf(url)]));
    const answer = await ask(request);
    posted.tell();
    if (HAS_SERVER) await tellEntered();
    const isServers = answer.status === 404 && HAS_SERVER && request.mode === "navigate"; // Only the server could answer.
    return isServers ? notSent() : answer;
  }
  if (request.mode === "navigate" && !(await running(SOON))) {
    const kept = await (await caches.open(PAGES)).match(url.pathname);
    if (kept) return kept; // Taps on it wait until the app runs.
  }
  const answer = await ask(request);
  if (answer.status === 404 && HAS_SERVER) {
    const late = request.mode === "navigate" && (await fromServer(request, url, PATIENCE)); // The server may only be slow.
    return late || failed(request, ...NO_SIGNAL);
  }
  if (answer.status === 404) await inOrder(() => forget(url.pathname));
  if (answer.ok && request.mode === "navigate") [opened, heads] = [url.pathname, answer.headers];
  return answer;
}

async function isBehind(request, number) {
  const posted = Number(new URLSearchParams(await request.clone().text()).get("version"));
  const [length] = ((number && posted && (await call("head", number))) || `${posted}`).split(" ");
  return posted > Number(length);
}

const isOwn = (referrer) => `${referrer}/`.startsWith(`${location.origin}/`);

async function headersOf(path) {
  if (path === opened) return heads;
  const { ok, headers } = await ask(new Request(path, { method: "HEAD" }));
  return ok && headers;
}

// Stream a match's events from the app: now, and after each post.
async function stream(request) {
  const reply = HAS_SERVER && (await fromServer(request, new URL(request.url)));
  if (reply) return reply;
  const first = await ask(request);
  if (!first.ok) return first;
  const until = Date.now() + STREAM;
  let isOpen = true;
  const body = new ReadableStream({
    async start(controller) {
      for (let answer = first; isOpen && answer.ok; answer = await ask(request)) {
        const { next } = posted;
        controller.enqueue(new TextEncoder().encode(`retry: ${SOON}\n${await answer.text()}`));
        if (!(await within(until - Date.now(), next)) || (HAS_SERVER && !awayUntil)) break; // The server is back.
      }
      if (isOpen) controller.close();
    },
    cancel() {
      isOpen = false;
    },
  });
  return new Response(body, { headers: first.headers });
}
