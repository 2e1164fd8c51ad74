// Keep an evening's page up to date, and count the minutes down.

import { choose, chosen } from "../core/choices.js";
import { tell } from "../core/clock.js";
import { renew } from "../core/morph.js";
import { show } from "../core/notice.js";
import "../core/picture.js";
import { reach } from "../core/reach.js";
import { say } from "../core/say.js";

const [AGAIN, SILENCE] = [5_000, 15_000]; // Milliseconds until the next look, and until the page says that it is out of date.
let heard = Date.now();
const stale = document.getElementById("stale"); // The secretary's page has none.
const board = () => document.getElementById("board");

async function refresh() {
  if (document.hidden || !board()) return;
  const address = new URL(location.href);
  address.searchParams.set("since", board().dataset.state);
  const answer = await reach(address, { headers: { Notice: "wanted" } });
  if (answer?.ok) heard = Date.now();
  showAge(answer?.status === 404);
  if (answer?.headers.has("Notice")) show(JSON.parse(decodeURIComponent(answer.headers.get("Notice"))));
  if (!answer?.ok || answer.status === 204) return;
  if (answer.redirected) return location.assign(answer.url); // The player's next seat.
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("board");
  if (found && found.dataset.round !== board().dataset.round) return location.reload(); // By now with the fonts.
  if (found) replace(found);
  tell();
}

function showAge(isLost) {
  if (!stale) return;
  const time = new Date(heard).toLocaleTimeString([], { timeStyle: "short" });
  const words = isLost ? "This evening is no longer shared with this phone." : `Not up to date since ${time}.`;
  stale.hidden = !isLost && Date.now() - heard < SILENCE;
  const text = stale.hidden ? "" : words;
  if (stale.textContent !== text) stale.textContent = text; // Announced once.
}

function replace(found) {
  const before = JSON.parse(board().dataset.told);
  const results = JSON.parse(found.dataset.told).filter((result) => !before.includes(result));
  renew(board(), found);
  if (results.length) say(results.join(" "));
}

// Announce a round that began while this page was open: the page that shows it has been reloaded.
function tellRound() {
  const { round } = board().dataset;
  const store = `round-of-${location.pathname}`;
  const before = chosen(store, "sessionStorage");
  if (before !== null && before !== round && !document.querySelector(".prizes")) setTimeout(() => say(`Round ${round} begins.`), 100);
  choose(store, round, "sessionStorage");
}

if (board()) {
  setInterval(refresh, AGAIN);
  tellRound();
}
addEventListener("pageshow", refresh);
document.addEventListener("visibilitychange", refresh);
