// The event stream: the referee tells when there is news, and this page tells when it may be behind.

const SILENCE = 25_000; // The referee speaks every ten seconds, news or not.
const PATIENCE = 3_000; // A line that breaks is mended by the browser; longer than this is worth a word.

const stale = document.getElementById("stale");
let heard = Date.parse(document.lastModified); // A page from this phone's own memory is older than this moment.
let broken = navigator.onLine ? 0 : Date.now() - PATIENCE;
let lost = false;
let latest = "";

// Refresh, if there was news while something else was under way.
export let catchUp = () => {};

// Follow a match: `version()` is what this page shows, `refresh()` brings it up to date, and `show()` takes the page that
// comes with the news, where it does. When its players go on with a rematch while this page is open, it goes along.
export function follow(address, version, refresh, show) {
  let line = null;
  let isLeft = Boolean(document.querySelector("[data-rematch]")); // Whoever comes back to look at it stays.
  catchUp = () => Number(latest) > Number(version()) && refresh();

  function open() {
    line?.close();
    line = null;
    if (document.hidden || lost) return;
    line = new EventSource(address);
    line.onmessage = (event) => {
      hear();
      latest = event.data;
      catchUp();
    };
    line.addEventListener("page", (event) => {
      hear();
      show(event.data);
    });
    line.addEventListener("rematch", (event) => {
      if (!isLeft) location.assign(event.data);
      isLeft = true;
    });
    line.onerror = () => {
      broken ||= Date.now();
      // Refused, and not only broken: either nothing is shared here any more, or the referee is in trouble.
      if (line?.readyState === EventSource.CLOSED) {
        refresh();
        // Not all phones at the same moment: where the referee is in trouble, that would keep it there.
        setTimeout(open, PATIENCE * (1 + Math.random()));
      }
    };
  }

  window.addEventListener("offline", () => {
    broken ||= Date.now() - PATIENCE;
    tell();
  });
  // Without signal too: what still comes down the old line proves nothing, and a referee on this device is heard again.
  for (const moment of ["visibilitychange", "pageshow", "online", "offline"]) {
    (moment === "visibilitychange" ? document : window).addEventListener(moment, open);
  }
  setInterval(tell, 1000);
  open();
}

// What was followed is not shared with this phone any more.
export function lose() {
  lost = true;
  tell();
}

function hear() {
  heard = Date.now();
  broken = 0;
  tell();
}

function tell() {
  const now = Date.now();
  const behind = lost || (broken && now - broken >= PATIENCE) || (!document.hidden && now - heard > SILENCE);
  if (behind === !stale.hidden) return;
  const time = new Date(heard).toLocaleTimeString([], { timeStyle: "short" });
  stale.textContent = lost ? "This match is no longer shared with this phone." : `Not up to date since ${time}.`;
  stale.hidden = !behind;
}
