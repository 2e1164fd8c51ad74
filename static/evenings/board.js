// Keeps a page of an evening up to date, and counts the minutes down.

const AGAIN = 5_000;
const board = () => document.getElementById("board");

async function refresh() {
  if (document.hidden || !board()) return;
  const address = new URL(location.href);
  address.searchParams.set("since", board().dataset.state);
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || answer.status === 204) return;
  if (answer.redirected) return location.assign(answer.url); // The next seat.
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById("board");
  if (found && found.dataset.round !== board().dataset.round) return location.reload(); // With the faces, by now.
  if (found) board().replaceWith(document.adoptNode(found));
  tell();
}

function tell() {
  for (const left of document.querySelectorAll("[data-until]")) {
    const minutes = Math.ceil((Date.parse(left.dataset.until) - Date.now()) / 60_000);
    left.classList.toggle("is-up", minutes <= 0);
    left.textContent = minutes > 0 ? `${minutes} ${minutes === 1 ? "minute" : "minutes"} left` : "Time is up";
  }
}

if (board()) setInterval(refresh, AGAIN);
addEventListener("pageshow", refresh);
document.addEventListener("visibilitychange", refresh);
setInterval(tell, 1_000);
tell();
