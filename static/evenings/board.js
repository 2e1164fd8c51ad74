// Keeps a page of an evening up to date, and counts the minutes down.

import { tell } from "../core/clock.js";
import { show } from "../core/notice.js";

const AGAIN = 5_000;
const board = () => document.getElementById("board");

async function refresh() {
  if (document.hidden || !board()) return;
  const address = new URL(location.href);
  address.searchParams.set("since", board().dataset.state);
  const answer = await fetch(address, { headers: { Notice: "wanted" } }).catch(() => null);
  if (answer?.headers.has("Notice")) show(JSON.parse(decodeURIComponent(answer.headers.get("Notice"))));
  if (!answer?.ok || answer.status === 204) return;
  if (answer.redirected) return location.assign(answer.url); // The next seat.
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("board");
  if (found && found.dataset.round !== board().dataset.round) return location.reload(); // With the faces, by now.
  if (found) board().replaceWith(document.adoptNode(found));
  tell();
}

document.getElementById("picture")?.addEventListener("click", async (event) => {
  event.preventDefault();
  (await import("../core/picture.js")).share(event.currentTarget ?? event.target.closest("a"));
});
const print = document.getElementById("print");
print?.setAttribute("data-ready", "");
print?.addEventListener("click", () => window.print());
if (board()) setInterval(refresh, AGAIN);
addEventListener("pageshow", refresh);
document.addEventListener("visibilitychange", refresh);
