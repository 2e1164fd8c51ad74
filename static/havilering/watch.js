// Watching: the fragments of the page come with the event of every entry.

import { announce } from "../core/aloud.js";
import { keepPage } from "../core/install.js";
import { follow, lose } from "../core/events.js";
import { noteWhereTheyStand } from "../core/pegs.js";

const watch = () => document.getElementById("watch");

document.body.addEventListener("htmx:afterSwap", () => {
  announce(watch().dataset);
  keepPage();
});
document.body.addEventListener("htmx:responseError", (event) => event.detail.xhr.status === 404 && lose());
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
