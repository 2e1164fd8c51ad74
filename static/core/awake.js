// Keeps the screen on, and says whether it stays on.

const told = document.getElementById("awake");
const sign = document.getElementById("may-sleep");

function tell(on, act = "set a longer timeout on this phone") {
  told.textContent = on ? "This screen stays on." : `The screen may turn off: ${act}.`;
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
