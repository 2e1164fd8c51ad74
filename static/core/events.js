// The event stream: brings news of the match, and shows a notice when the page may be stale.

import { forgetPages } from "./install.js";
import { follow as followNotice } from "./notice.js";

const SILENCE = 25_000; // The server sends a heartbeat every ten seconds.
const PATIENCE = 3_000; // The browser reconnects a broken line; the notice is shown after this time.

const stale = document.getElementById("stale");
let heard = Date.parse(document.lastModified); // A page from the phone's cache is older than now.
let broken = navigator.onLine ? 0 : Date.now() - PATIENCE;
let lost = false;
let latest = "";

// Refresh, if there was news during a request.
export let catchUp = () => {};

// Watch a match: `version()` is the version that this page shows, `refresh()` updates it, and `show()` takes the page that
// comes with the news, if it does. When a rematch is opened while this page is open, the page moves to it.
export function follow(address, version, refresh, show) {
  let line = null;
  // Where those at the match went on when the page was loaded: who looks back stays, until they go on to something else.
  let left = document.querySelector("[data-rematch]")?.dataset.rematch;
  catchUp = () => Number(latest) > Number(version()) && refresh();

  function open() {
    line?.close();
    line = null;
    if (document.hidden || lost) return;
    line = new EventSource(address);
    followNotice(line);
    line.onmessage = (event) => {
      hear();
      latest = event.data;
      catchUp();
    };
    line.addEventListener("page", (event) => {
      hear();
      show(event.data);
      document.dispatchEvent(new Event("news")); // A phone that keeps the referee has a copy of the match.
    });
    line.addEventListener("rematch", (event) => {
      if (event.data !== left) location.assign(event.data);
      left = event.data;
    });
    line.addEventListener("opened", (event) => document.querySelector(".follows") && location.assign(event.data));
    line.onerror = () => {
      broken ||= Date.now();
      // Refused, not only broken: either the link was revoked, or the server has an error.
      if (line?.readyState === EventSource.CLOSED) {
        refresh();
        // At a random time, so that not all phones reconnect to a failing server at once.
        setTimeout(open, PATIENCE * (1 + Math.random()));
      }
    };
  }

  window.addEventListener("offline", () => {
    broken ||= Date.now() - PATIENCE;
    tell();
  });
  // Also when offline: the old line proves nothing then, and a server on this device can still be reached.
  for (const moment of ["visibilitychange", "pageshow", "online", "offline"]) {
    (moment === "visibilitychange" ? document : window).addEventListener(moment, open);
  }
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
