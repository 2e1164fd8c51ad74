// Keeps the screen on, and says whether it stays on.

const told = document.getElementById("awake");
const sign = document.getElementById("may-sleep");

// `act` is what can be done about a screen that may turn off; without one the advice of the page stays.
function tell(on, act) {
  told.toggleAttribute("data-on", on);
  if (act) told.querySelector("span span").textContent = act;
  if (sign) sign.hidden = on;
}

const lock = () => document.hidden || navigator.wakeLock.request("screen").then(() => tell(true), () => tell(false));

if (navigator.wakeLock) {
  document.addEventListener("visibilitychange", lock);
  lock();
} else {
  tell(false);
  if (!("wakeLock" in navigator)) import("./sleepless.js").then(({ playSilently }) => playSilently(tell));
}
