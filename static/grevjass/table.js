// The table of Grevjass.

import { ask } from "../core/asking.js";
import { focusOn } from "../core/focus.js";
import { say } from "../core/say.js";
import { values } from "../tables/draft.js";
import { form } from "../tables/game.js";
import { run } from "../tables/page.js";
import { tell, whereToGoOn } from "../tables/told.js";
import { askIfGone } from "../tables/unsure.js";
import { page } from "./shown.js";

const meld = document.getElementById("meld");

// The questions of a meld replace the pad; without a connection they are pages of their own.
form.addEventListener("click", async (event) => {
  const link = event.target.closest("#ways .meld, .melding a");
  if (!link) return;
  event.preventDefault();
  if (link.matches(".close")) {
    meld.replaceChildren();
    page.show();
    say("No meld.");
    return form.querySelector("#ways .meld")?.focus();
  }
  const { status, text } = await ask(link.href);
  if (status !== 200 || !text) return location.assign(link.href);
  meld.innerHTML = text;
  page.show();
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

run({ ...page, askIfGone });
