// Watching: the fragments of the page come with the event of every entry.

import { announce } from "./aloud.js";
import { keepPage } from "./install.js";
import { follow, lose } from "./events.js";
import { noteWhereTheyStand } from "./pegs_shown.js";
import { share } from "./picture.js";

const watch = () => document.getElementById("watch");

document.body.addEventListener("htmx:afterSwap", () => {
  announce(watch().dataset);
  document.title = watch().dataset.title ?? document.title;
  keepPage();
});
// Who comes here first sees the system's faces: `font-display: optional`, so that nothing shifts. This page stays open
// for an evening: it takes its own faces when its text changes anyway. They are asked for as the page is first drawn,
// and done without after 100 ms.
requestAnimationFrame(() => setTimeout(() => {
  if ([...document.fonts].some(({ status }) => status === "loading")) {
    document.body.addEventListener("htmx:afterSwap", takeFaces, { once: true });
  }
}, 150));
function takeFaces() {
  for (const { cssRules } of document.styleSheets) {
    for (const rule of cssRules) {
      if (rule instanceof CSSFontFaceRule) rule.style.setProperty("font-display", "swap");
    }
  }
}
document.body.addEventListener("htmx:responseError", (event) => event.detail.xhr.status === 404 && lose());
const full = document.getElementById("full");
if (document.fullscreenEnabled) full.dataset.ready = "";
full.addEventListener("click", (event) => {
  event.stopPropagation();
  document.documentElement.requestFullscreen().catch(() => {}); // The page stays as it is.
});
document.addEventListener("click", () => document.fullscreenElement && document.exitFullscreen());

document.addEventListener("click", (event) => {
  const picture = event.target.closest("#picture");
  if (!picture) return;
  event.preventDefault();
  share(picture);
});

announce(watch().dataset);
follow(
  watch().dataset.line,
  () => watch().dataset.version,
  () => window.htmx.trigger(watch(), "news"),
  (page) => {
    noteWhereTheyStand();
    window.htmx.swap(watch(), page, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20 });
  },
);
