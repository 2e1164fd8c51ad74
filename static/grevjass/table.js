// The table of Grevjass: the server's fragments, with what is tapped and what waits in the outbox.

import { ask } from "../core/asking.js";
import { holeIn } from "../core/cards.js";
import { focusOn } from "../core/focus.js";
import { settle } from "../core/overlays.js";
import { say } from "../core/say.js";
import { deals } from "../tables/deals.js";
import { set, values } from "../tables/draft.js";
import { data, form, game } from "../tables/game.js";
import { run } from "../tables/page.js";
import { outbox } from "../tables/sending.js";
import { nameAt } from "../tables/shown.js";
import { tell, whereToGoOn } from "../tables/told.js";
import { askIfGone } from "../tables/unsure.js";
import * as states from "./state.js";

const meld = document.getElementById("meld");

// While points are closed, the page must not show which cards have been played.
const isUnsure = (at) => at.kind === "tricks" && at.played > 0 && !data().gone;

function shows(at) {
  // The game ended before the trick did: discard what was tapped.
  if (at.phase !== "waiting" && at.kind !== "tricks" && values().length) set([]);
  const isFree = !outbox.waiting.length && !values().length;
  if (!isFree || !("mayMeld" in data())) meld.replaceChildren();
  const isMelding = meld.childElementCount > 0;
  for (const key of form.querySelectorAll("#ways .meld")) key.hidden = !isFree || isMelding;
  for (const key of form.querySelectorAll("#ways .claim-key")) key.disabled = at.phase !== "play";
  return isMelding ? "meld" : undefined;
}

function come({ taker, phase, dealer }) {
  if (!taker) return "";
  return `${nameAt(taker)} takes the trick.${phase === "trump" ? ` The deal is over: ${nameAt(dealer)} deals.` : ""}`;
}

function asks({ kind }, seat, draft) {
  if (kind === "trump" && outbox.waiting.length) return "Which card is shown?";
  if (kind !== "tricks") return undefined;
  const name = nameAt(seat);
  return name ? `${name}’s card?` : `Card ${holeIn(draft) + 1}?`;
}

const words = { claim: "the claim", meld: "the meld", take: "the strokes taken", vol: "the bid of vol", trump: "the trump" };
const wordsOf = ({ do: act = "" }, tapped) => !tapped.length && (words[act.split(" ")[0]] ?? "an entry");

const page = { ...deals(states, { asks, come, shows, wordsOf }), askIfGone, isUnsure };

// The questions of a meld replace the pad; without a connection they are pages of their own.
form.addEventListener("click", async (event) => {
  const link = event.target.closest("#ways .meld, .melding a");
  if (!link) return;
  event.preventDefault();
  if (link.matches(".close")) {
    meld.replaceChildren();
    game.show();
    say("No meld.");
    return form.querySelector("#ways .meld")?.focus();
  }
  const { status, text } = await ask(link.href);
  if (status !== 200 || !text) return location.assign(link.href);
  meld.innerHTML = text;
  game.show();
  if (!meld.firstChild) return tell("A card is down: take it back to meld.");
  settle(form);
  say(meld.querySelector("h2, p").textContent);
  focusOn(whereToGoOn());
});

// A trick already begun is finished before the claim, and counts.
form.addEventListener("click", (event) => {
  if (!event.target.closest(".claim-key") || !values().length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  tell("Finish this trick first: it counts. Tap its other cards.");
}, true);

run(page);
