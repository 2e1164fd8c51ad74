// Watching a match: every entry's event brings the new fragments of the page.

import { announce } from "./aloud.js";
import { keepPage } from "./install.js";
import { follow, lose } from "./events.js";
import { ask } from "./asking.js";
import { holding } from "./focus.js";
import { renew } from "./morph.js";
import { places, travel } from "./pegs.js";
import "./picture.js";
import { say } from "./say.js";

const watch = () => document.getElementById("watch");

// Bring in the new fragments of the page.
function show(page) {
  const [parts, stood, { version }] = [new DOMParser().parseFromString(page, "text/html"), places(), watch().dataset];
  const hold = holding(watch, watch);
  renew(watch(), parts.getElementById("watch"));
  hold();
  // News from before the page was loaded, or of other names, has been announced.
  if (watch().dataset.version !== version) say(parts.getElementById("status").textContent);
  travel(stood);
  announce(watch().dataset);
  document.title = watch().dataset.title ?? document.title;
  if (lacksFaces) takeFaces();
  keepPage();
}

async function refresh() {
  const { status, text } = await ask(watch().dataset.news);
  if (text) show(text);
  else if (status === 404) lose();
}

// A first visit shows the system's fonts (`font-display: optional`), so that nothing shifts. This page stays open all evening,
// so it switches to its own fonts when its text next changes. The browser requests them when the page is first drawn, and gives
// up after 100 ms.
let lacksFaces = false;
requestAnimationFrame(() => setTimeout(() => {
  lacksFaces = [...document.fonts].some(({ status }) => status === "loading");
}, 150));
function takeFaces() {
  lacksFaces = false;
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (rule instanceof CSSFontFaceRule) rule.style.setProperty("font-display", "swap");
    }
  }
}

const full = document.getElementById("full");
if (document.fullscreenEnabled) full.dataset.ready = "";
full.addEventListener("click", (event) => {
  event.stopPropagation();
  document.documentElement.requestFullscreen().catch(() => {}); // If refused, the page stays as it is.
});
document.addEventListener("click", () => document.fullscreenElement && document.exitFullscreen());

announce(watch().dataset);
follow(watch().dataset.stream, () => watch().dataset.version, refresh, show);
