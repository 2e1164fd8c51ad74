// The event stream: receives news of the match, and shows a notice when the page may be out of date.

import { forgetPages } from "./install.js";
import { follow as followNotice } from "./notice.js";

const SILENCE = 25_000; // The server sends a heartbeat every ten seconds.
const PATIENCE = 3_000; // The browser reconnects a broken stream; the notice appears after this delay.
const LEAVING = 15_000; // The longest wait for another page.

const stale = document.getElementById("stale");
let heard = Date.parse(document.lastModified); // A page from the phone's cache is older than now.
let broken = navigator.onLine ? 0 : Date.now() - PATIENCE;
let lost = false;
let latest = "";
let epoch = ""; // Changes when a backup is restored.
let leaves = 0; // Until this time another page may be on its way: a reload would cancel it.

let refreshIfBehind = () => {};

// Refresh if news arrived during a request.
export const catchUp = () => refreshIfBehind();

// Watch a match: `version()` is the version this page shows, `refresh(least)` updates it to a later one, or at least to `least`, and
// `show()` displays a page that arrives with the news. If a rematch is opened meanwhile, the page moves to it.
export function follow(address, version, refresh, show) {
  let line = null;
  // The rematch known when the page was loaded: somebody looking back stays here until a newer rematch is opened.
  let left = document.querySelector("[data-rematch]")?.dataset.rematch;
  refreshIfBehind = () => Number(latest) > Number(version()) && refresh();

  function open() {
    line?.close();
    line = null;
    if (document.hidden || lost) return;
    line = new EventSource(address);
    followNotice(line);
    line.onmessage = (event) => {
      hear();
      const [before, now] = [epoch, event.lastEventId || epoch];
      [latest, epoch] = [event.data, now];
      // The backup may lack what this page shows.
      if (before && before !== now) setTimeout(() => location.reload(), leaves - Date.now());
      else catchUp();
    };
    line.addEventListener("page", (event) => {
      hear();
      show(event.data);
      document.dispatchEvent(new Event("news")); // A phone that keeps the referee now updates its copy of the match.
    });
    line.addEventListener("evening", ({ data }) => {
      const shown = document.getElementById("evening")?.dataset.mark; // None on a page made by this phone's own referee.
      if (shown && shown !== data && Number(latest) <= Number(version())) refresh(Number(version()));
    });
    line.addEventListener("rematch", (event) => {
      if (event.data !== left) goOn(event.data);
      left = event.data;
    });
    line.addEventListener("opened", (event) => document.querySelector(".follows") && goOn(event.data));
    line.onerror = () => {
      broken ||= Date.now();
      // Refused, not just interrupted: the link was revoked, or the server has an error.
      if (line?.readyState === EventSource.CLOSED) {
        refresh();
        // After a random delay, so that phones do not all reconnect to a failing server at once.
        setTimeout(open, PATIENCE * (1 + Math.random()));
      }
    };
  }

  // Go to the match that follows. Until that page has loaded, ignore that this one is closed to the phone.
  function goOn(address) {
    line.close();
    location.assign(address);
  }

  window.addEventListener("beforeunload", () => (leaves = Date.now() + LEAVING));
  window.addEventListener("offline", () => {
    broken ||= Date.now() - PATIENCE;
    tell();
  });
  // Reconnect when offline too: the old connection proves nothing then, and a server on this device can still be reached.
  document.addEventListener("visibilitychange", open);
  for (const moment of ["online", "offline"]) window.addEventListener(moment, open);
  window.addEventListener("pageshow", ({ persisted }) => persisted && open()); // The browser has kept the page, and cut its line.
  setInterval(tell, 1000);
  open();
}

// The match is no longer shared with this phone.
export function lose() {
  lost = true;
  tell();
  forgetPages();
}

function hear() {
  heard = Date.now();
  broken = 0;
  tell();
}

function tell() {
  const now = Date.now();
  const behind = lost || (broken && now - broken >= PATIENCE) || (!document.hidden && now - heard > SILENCE);
  if (behind === !stale.hidden && lost === "lost" in stale.dataset) return;
  const time = new Date(heard).toLocaleTimeString([], { timeStyle: "short" });
  const waits = "alone" in document.documentElement.dataset ? "The referee is starting…" : `Not up to date since ${time}.`;
  stale.textContent = lost ? "This match is no longer shared with this phone." : waits;
  stale.toggleAttribute("data-lost", lost);
  stale.hidden = !behind;
}
