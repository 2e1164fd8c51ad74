// Feedback on this phone: vibration, the sound of the pegs, the spoken score, and a screen that stays on.

import { choose, chosen } from "./choices.js";
import { say } from "./speech.js";

const button = document.getElementById("speak");
const IS_OVER = /^(match-)?over$/;
const speaks = () => chosen("speak") === "on";
let before = null;

// Vibrate briefly, if the phone can: for a card, a result or a fault.
export const tick = (pattern = 8) => chosen("vibrate") !== "off" && navigator.vibrate?.(pattern);

// Announce news: for a new trick, its call and the totals it changed; for a correction, only the totals.
export function announce({ told, call, totals, phase, games, setup }) {
  const now = { told, totals: JSON.parse(totals), games, setup };
  if (before && before.setup !== setup) return location.reload(); // Names and rules appear all over the page.
  const changed = before ? now.totals.filter((total) => !before.totals.includes(total)) : [];
  const isNew = before && told > before.told;
  const isWon = IS_OVER.test(phase) || Number(games) > Number(before?.games);
  before = now;
  if (changed.length && chosen("sound") === "on") play(isWon);
  if (!speaks() || (!isNew && !changed.length)) return;
  const points = isNew ? [call.replace(/\.$/, "") || "No points"] : [];
  say([...points, ...changed].join(". ") + ".");
}

async function play(isOver) {
  const { pegged, won } = await import("./sounds.js");
  (isOver ? won : pegged)();
}

if (window.speechSynthesis && button) {
  const press = () => button.setAttribute("aria-pressed", speaks());
  button.dataset.ready = "";
  press();
  button.addEventListener("click", () => {
    choose("speak", speaks() ? "off" : "on");
    press();
    say(speaks() && before ? `${before.totals.join(". ")}.` : "");
  });
}

// --- keeping the screen on, and telling the player whether it will stay on -----------------------------------------

const stays = document.getElementById("awake");
const sign = document.getElementById("may-sleep");

// `act` is what the player can do if the screen may turn off; without it, the page keeps its own advice.
function tellAwake(on, act) {
  stays.toggleAttribute("data-on", on);
  if (act) stays.querySelector(":scope > span > span").textContent = act;
  if (sign) sign.hidden = on;
}

let isLocked = false;

// WebKit grants a wake lock only soon after a tap. If it refuses even then, NoSleep takes over.
async function stayAwake({ type } = {}) {
  if (document.hidden || isLocked) return;
  try {
    const lock = await navigator.wakeLock.request("screen");
    isLocked = true;
    lock.addEventListener("release", () => {
      isLocked = false;
      tellAwake(false);
    });
    tellAwake(true);
  } catch {
    tellAwake(false, "tap it once");
    if (type === "click") playSilently();
  }
}

function playSilently() {
  document.removeEventListener("click", stayAwake, true);
  document.removeEventListener("visibilitychange", stayAwake);
  import("./sleepless.js").then((video) => video.playSilently(tellAwake), () => tellAwake(false, "set a longer timeout"));
}

if (navigator.wakeLock) {
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("click", stayAwake, true);
  stayAwake();
} else {
  tellAwake(false);
  playSilently();
}
