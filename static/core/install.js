const IS_BOARD = /^\/matches\/\d+\/(watch|board)?$/;

// Registers the service worker, where the browser allows it (https, or this machine itself), so that the app opens offline.

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").then(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    active.postMessage({ files: loaded.filter((name) => name.includes("/static/")) });
    await keepPage();
  }).catch(() => {}); // Everything works without it, but only online.
}

// Cache this page in its current state: the board that is shown when offline.
export async function keepPage() {
  if (!("caches" in window) || !navigator.serviceWorker?.controller || !IS_BOARD.test(location.pathname)) return;
  if (!document.querySelector("[data-line]")) return; // This is an error page.
  try {
    const cache = await caches.open("pages");
    const kept = await cache.match(location.pathname);
    const headers = new Headers(kept?.headers ?? (await fetch(location.pathname, { method: "HEAD" })).headers);
    headers.set("Last-Modified", new Date().toUTCString());
    for (const about of ["Content-Encoding", "Content-Length"]) headers.delete(about);
    const page = document.documentElement.cloneNode(true);
    for (const name of ["style", "aria-busy", "data-settling", "data-ready"]) {
      for (const each of page.querySelectorAll(`[${name}]`)) each.removeAttribute(name);
    }
    const text = `<!doctype html>${page.outerHTML}`;
    await cache.put(location.pathname, new Response(text, { headers }));
  } catch {
    // Offline, or the storage is full: the page that was cached before stays.
  }
}
