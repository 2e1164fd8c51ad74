// Speech output of the score, the screen wake lock, and vibration.

const voice = window.speechSynthesis;
const button = document.getElementById("speak");
let before = null;

// Vibrate briefly, if the phone can: for a card, a result or a fault.
export const tick = (pattern = 8) => navigator.vibrate?.(pattern);

const isOn = () => {
  try {
    return localStorage.getItem("speak") === "on";
  } catch {
    return false;
  }
};

function say(text) {
  voice.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = "en-GB";
  voice.speak(words);
}

// Speak what is new: for a new trick its call and the totals, for a correction only the totals.
export function announce({ told, call, ns, ew }) {
  const now = { told, call, ns, ew };
  const totals = before ? ["ns", "ew"].filter((side) => before[side] !== now[side]).map((side) => now[side]) : [];
  const isNew = before && told > before.told;
  const changed = before && (isNew || totals.length > 0);
  before = now;
  if (!changed || !voice || !isOn()) return;
  const points = isNew ? [call.replace(/\.$/, "") || "No points"] : [];
  say([...points, ...totals].join(". ") + ".");
}

function press(on) {
  button.setAttribute("aria-pressed", String(on));
}

if (voice && button) {
  button.dataset.ready = "";
  press(isOn());
  button.addEventListener("click", () => {
    const on = !isOn();
    try {
      localStorage.setItem("speak", on ? "on" : "off");
    } catch {
      // A private window cannot store the setting.
    }
    press(on);
    if (on && before) say(`${[before.ns, before.ew].filter(Boolean).join(". ")}.`);
    else voice.cancel();
  });
}

async function stayAwake() {
  const told = document.getElementById("awake");
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
    delete told.dataset.ready;
  } catch {
    told.dataset.ready = "";
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
