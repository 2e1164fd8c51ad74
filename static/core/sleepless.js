// For browsers that have no wake lock (as over http) or refuse it: the silent video of NoSleep keeps the screen on from the
// next tap.

const ADVICE = "set a longer timeout";

// `tell(on, act)` reports whether the screen stays on, and what the player can do if not.
export function playSilently(tell) {
  const script = document.createElement("script");
  script.src = new URL("../vendor/nosleep-0.12.0.min.js", import.meta.url);
  script.addEventListener("load", () => {
    delete Navigator.prototype.wakeLock; // NoSleep would ask for the lock that was refused.
    const video = new window.NoSleep();
    const play = () => video.enable().then(() => tell(true), () => tell(false, ADVICE));
    tell(false, "tap it once");
    document.addEventListener("click", () => video.isEnabled || play(), true);
    // The browser paused the video while the page was hidden.
    document.addEventListener("visibilitychange", () => !document.hidden && video.isEnabled && play());
  });
  script.addEventListener("error", () => tell(false, ADVICE));
  document.head.append(script);
}
