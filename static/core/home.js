// Keep the card of the current match up to date: fetch it again after each entry.

import { renew } from "./morph.js";
import { follow } from "./notice.js";
import { reach } from "./reach.js";

const card = () => document.getElementById("continue");

async function refresh() {
  const answer = await reach(location.href);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("continue");
  if (found) renew(card(), found);
  else card().remove();
}

let stream = null;
function listen() {
  stream?.close();
  stream = null;
  if (document.hidden || !card()) return;
  stream = new EventSource(card().dataset.stream);
  follow(stream);
  stream.onmessage = (event) => card() && event.data !== card().dataset.version && refresh();
}
document.addEventListener("visibilitychange", listen);
addEventListener("pageshow", listen);
