// Settings are saved at once: those of the pages by a post, those of sound and voice in the browser.

import { choose, chosen } from "./choices.js";
import "./phone_app.js";
import { reach } from "./reach.js";
import { pegged } from "./sounds.js";
import { say, voices } from "./speech.js";

const form = document.getElementById("settings");
const kept = document.getElementById("kept");
const voice = document.getElementById("voice");
const told = form.querySelector("[role=status]");
const SCHEMES = { auto: "(prefers-color-scheme: dark)", dark: "all", light: "not all" };
const USUAL = { vibrate: "on", keys: "on" };

let last = Promise.resolve();

// Send one after another: each post contains the whole form, so the latest choice must arrive last.
function keep() {
  told.textContent = "";
  last = last.then(post);
}

async function post() {
  const posted = new FormData(form);
  const answer = await reach(form.action, { method: "POST", body: posted, keepalive: true }); // Continues after the page is left.
  const isKept = answer?.ok;
  const fault = answer ? "this name cannot be saved." : "there is no connection. Choose again.";
  told.textContent = isKept ? "Saved." : `Not saved: ${fault}`;
  if (!isKept) return;
  const theme = posted.get("theme");
  document.querySelector("link[href*='dark.css']").media = SCHEMES[theme];
  document.querySelector("meta[name='color-scheme']").content = theme === "auto" ? "light dark" : theme;
  document.documentElement.toggleAttribute("data-four", posted.get("colours") === "four");
  document.documentElement.toggleAttribute("data-large", posted.get("type") === "large");
}

// Add the voices that are not listed yet: the list may be open, and a browser may find them one after another.
function showVoices() {
  const listed = [...voice.options].map(({ value }) => value);
  const found = voices().filter(({ voiceURI }) => !listed.includes(voiceURI));
  voice.append(...found.map((each) => new Option(`${each.name} (${each.lang})`, each.voiceURI)));
  const liked = chosen("voice");
  if (found.some(({ voiceURI }) => voiceURI === liked)) voice.value = liked;
}

form.addEventListener("change", ({ target }) => {
  if (!kept.contains(target)) return keep();
  if (target === voice) choose("voice", voice.value);
  else choose(target.dataset.kept, target.checked ? "on" : "off");
  told.textContent = "Saved.";
});
document.getElementById("try").addEventListener("click", () => {
  pegged();
  navigator.vibrate?.(20);
  if (window.speechSynthesis) say("Fifteen two, and a pair is four.");
});

for (const box of kept.querySelectorAll("[data-kept]")) {
  box.checked = (chosen(box.dataset.kept) ?? USUAL[box.dataset.kept]) === "on";
}
showVoices();
window.speechSynthesis?.addEventListener?.("voiceschanged", showVoices);
if (!navigator.vibrate) kept.querySelector("[data-kept=vibrate]").closest("label").hidden = true;
kept.dataset.ready = "";
