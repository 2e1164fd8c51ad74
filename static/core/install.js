const IS_BOARD = /^\/matches\/\d+\/(watch|board)?$/;

// Where the browser allows it (https, or this machine itself), the app stays on the phone and opens without network.

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").then(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    active.postMessage({ files: loaded.filter((name) => name.includes("/static/")) });
    await keepPage();
  }).catch(() => {}); // Without it everything works, but with the network alone.
}

// Keep this page as it stands now: the board that is shown when there is no network.
export async function keepPage() {
  if (!("caches" in window) || !navigator.serviceWorker?.controller || !IS_BOARD.test(location.pathname)) return;
  if (!document.querySelector("[data-line]")) return; // An error page stands where the board was.
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
    // No signal, or no room on the phone: then the page that was kept before stays.
  }
}
