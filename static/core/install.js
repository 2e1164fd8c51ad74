const IS_BOARD = /\/matches\/\d+\/(watch|board)?$/;

// Register the service worker where the browser allows it (https, or this machine itself), so that the app opens offline.

let installed = null; // Its worker also serves pages that it does not control, such as those loaded before it was active.

if ("serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  const isFramed = window.top !== window; // The page around this one runs the app, and has its own worker.
  (isFramed ? serviceWorker.ready : serviceWorker.register(new URL("../../../sw.js", import.meta.url))).then(async () => {
    installed = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    installed.active.postMessage({ files: loaded.filter((name) => name.includes("/static/")) });
    keepPage();
  }).catch(() => {}); // Everything works without the worker, but only online.
}

let isRevoked = false;

// A match is no longer shared with this phone: ask the worker to delete its pages, and never cache this one again.
export function forgetPages(path = location.pathname) {
  isRevoked ||= path === location.pathname;
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ revoked: path }));
}

// Cache this page as it looks now: the board to show offline. The worker does the writing because it carries on after this page
// is closed; an interrupted write would lose the old board as well as the new one.
export function keepPage() {
  if (!installed || isRevoked || !IS_BOARD.test(location.pathname)) return;
  if (!document.querySelector("[data-stream]")) return; // This is an error page.
  const page = document.documentElement.cloneNode(true);
  for (const name of ["style", "aria-busy", "data-settling", "data-ready", "data-on"]) {
    for (const each of page.querySelectorAll(`[${name}]`)) each.removeAttribute(name);
  }
  installed.active.postMessage({ path: location.pathname, text: `<!doctype html>${page.outerHTML}` });
}
