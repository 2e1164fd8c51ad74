// For browsers without a wake lock, on plain http: the silent video of NoSleep keeps the screen on, from the first tap on.

// `tell(on, act)` is told whether the screen stays on, and what can be done about it.
export function playSilently(tell) {
  const script = document.createElement("script");
  script.src = new URL("../vendor/nosleep-0.12.0.min.js", import.meta.url);
  script.addEventListener("load", () => {
    const video = new window.NoSleep();
    const play = () => video.enable().then(() => tell(true), () => tell(false, "tap it once"));
    tell(false, "tap it once");
    document.addEventListener("click", () => video.isEnabled || play(), true);
    // The browser has paused it while the page was hidden.
    document.addEventListener("visibilitychange", () => !document.hidden && video.isEnabled && play());
  });
  document.head.append(script);
}
