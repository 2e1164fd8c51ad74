
// --- the network first: pages come from the server if it answers in time, or else as this phone last saw them -----

const MOST_PAGES = 30;
const IN_TIME = 5_000; // Milliseconds.
// The pages that may be kept: boards, sheets, rules; but no pages with forms.
const MAY_BE_KEPT = /^\/(([a-z-]+\/)?matches\/\d+\/(watch|board|sheet)?|([a-z-]+\/)?rules)?$/;
const IS_BOARD = /^\/([a-z-]+\/)?matches\/\d+\/(watch|board)?$/;

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(staticFile(request));
  else if (request.mode !== "navigate") return;
  else event.respondWith(request.method === "GET" ? page(request, url) : fromServer(request).catch(notSent));
});

const fileFrom = (request) => fetch(request);

// The server's answer; rejects without a connection, or if the answer came from elsewhere. A redirect shows no headers.
async function fromServer(request) {
  const answer = await fetch(request);
  if (answer.type === "basic" && !answer.headers.has(OURS)) throw new Error("That was not the server.");
  return answer;
}

// A page is kept by its path, so that an outdated board with another query, whose tricks may be closed by now, is never shown.
async function page(request, { pathname: path, search }) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(path);
  try {
    const answer = await Promise.race([fromServer(request), ...(kept && !search && IS_BOARD.test(path) ? [tooLate()] : [])]);
    if (answer.ok && MAY_BE_KEPT.test(path)) await keepPage(path, answer.clone()).catch(() => {});
    else if (answer.status === 404) await inOrder(() => forget(path));
    return answer;
  } catch {
    return kept ?? (await lastBoard(cache, path)) ?? noSignal();
  }
}

function tooLate() {
  return new Promise((_, reject) => setTimeout(reject, IN_TIME));
}

async function headersOf(path) {
  const kept = await (await caches.open(PAGES)).match(path);
  const { ok, headers } = kept ?? (await fetch(path, { method: "HEAD" }));
  return ok && headers;
}

// The app was opened from the home screen: continue with the last board.
async function lastBoard(cache, path) {
  if (path !== "/" && !path.startsWith("/books/")) return null;
  const boards = (await cache.keys()).map(({ url }) => new URL(url)).filter(({ pathname }) => IS_BOARD.test(pathname));
  return boards.length ? Response.redirect(boards.at(-1).pathname) : null;
}

function noSignal() {
  return told("No signal", "You are offline. Go back to the table: entries wait on this phone.", "/", "To the matches");
}
