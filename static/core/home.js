// The card of the match on the table follows the match: it is fetched again when something was entered.

import { follow } from "./notice.js";

const card = () => document.getElementById("continue");

async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  card().replaceWith(page.getElementById("continue") ?? "");
}

let line = null;
function listen() {
  line?.close();
  line = null;
  if (document.hidden || !card()) return;
  line = new EventSource(card().dataset.line);
  follow(line);
  line.onmessage = (event) => card() && event.data !== card().dataset.version && refresh();
}
document.addEventListener("visibilitychange", listen);
addEventListener("pageshow", listen);
