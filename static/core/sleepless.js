// For browsers without a wake lock, as on plain http, and those that refuse it: the silent video of NoSleep keeps the screen
// on, from the next tap on.

const ADVICE = "set a longer timeout";

// `tell(on, act)` is told whether the screen stays on, and what can be done about it.
export function playSilently(tell) {
  const script = document.createElement("script");
  script.src = new URL("../vendor/nosleep-0.12.0.min.js", import.meta.url);
  script.addEventListener("load", () => {
    delete Navigator.prototype.wakeLock; // NoSleep would ask for the lock that was refused.
    const video = new window.NoSleep();
    const play = () => video.enable().then(() => tell(true), () => tell(false, ADVICE));
    tell(false, "tap it once");
    document.addEventListener("click", () => video.isEnabled || play(), true);
    // The browser has paused it while the page was hidden.
    document.addEventListener("visibilitychange", () => !document.hidden && video.isEnabled && play());
  });
  script.addEventListener("error", () => tell(false, ADVICE));
  document.head.append(script);
}
