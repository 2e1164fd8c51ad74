// Looking on: the page brings itself up to date whenever the referee has news.

import { announce } from "./aloud.js";
import { follow } from "./line.js";

const watch = () => document.getElementById("watch");

document.body.addEventListener("htmx:afterSwap", () => announce(watch().dataset));
announce(watch().dataset);
follow(watch().dataset.line, () => watch().dataset.version, () => window.htmx.trigger(watch(), "news"));
