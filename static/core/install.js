const IS_BOARD = /\/matches\/\d+\/(watch|board)?$/;

// Registers the service worker, where the browser allows it (https, or this machine itself), so that the app opens offline.

let installed = null; // Its worker also serves a page that it does not control, as one that began before it was active.

if ("serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  const isFramed = window.top !== window; // By the page that runs the app: it has its own worker.
  (isFramed ? serviceWorker.ready : serviceWorker.register(new URL("../../../sw.js", import.meta.url))).then(async () => {
    installed = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    installed.active.postMessage({ files: loaded.filter((name) => name.includes("/static/")) });
    keepPage();
  }).catch(() => {}); // Everything works without it, but only online.
}

// The app itself can be kept on the phone, where the browser can run it.
const isAble = isSecureContext && Boolean(navigator.storage?.getDirectory && navigator.locks && self.DecompressionStream);
for (const each of document.querySelectorAll(".keeps, .has-referee")) {
  each.hidden = each.matches(".keeps") ? !isAble || window.top !== window : window.top === window;
}

let isRevoked = false;

// A match is no longer shared with this phone: the worker deletes all its pages, and this page is not cached again.
export function forgetPages(path = location.pathname) {
  isRevoked ||= path === location.pathname;
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ revoked: path }));
}

// Cache this page in its current state: the board that is shown when offline. The worker writes it, and goes on with it
// if this page is closed meanwhile; a write that a page breaks off would leave neither the old board nor the new one.
export function keepPage() {
  if (!installed || isRevoked || !IS_BOARD.test(location.pathname)) return;
  if (!document.querySelector("[data-stream]")) return; // This is an error page.
  const page = document.documentElement.cloneNode(true);
  for (const name of ["style", "aria-busy", "data-settling", "data-ready", "data-on"]) {
    for (const each of page.querySelectorAll(`[${name}]`)) each.removeAttribute(name);
  }
  installed.active.postMessage({ path: location.pathname, text: `<!doctype html>${page.outerHTML}` });
}
