// Looking on: the page brings itself up to date whenever the referee has news.

import { announce } from "../core/aloud.js";
import { keepPage } from "../core/install.js";
import { follow, lose } from "../core/events.js";
import "../core/pegs.js";

const watch = () => document.getElementById("watch");

document.body.addEventListener("htmx:afterSwap", () => {
  announce(watch().dataset);
  keepPage();
});
document.body.addEventListener("htmx:responseError", (event) => event.detail.xhr.status === 404 && lose());
announce(watch().dataset);
follow(watch().dataset.line, () => watch().dataset.version, () => window.htmx.trigger(watch(), "news"));
