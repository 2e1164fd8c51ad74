// Cards about which only the referee knows whether they have been played.

import { post } from "../core/asking.js";
import { say } from "../core/say.js";
import { set, values, without } from "./draft.js";
import { data, form, game } from "./game.js";
import { asksNow, tellOfCard } from "./told.js";

// Ask about the cards already tapped, while taps continue. Remove a card played earlier.
export async function askIfGone() {
  const turn = data().turn;
  const body = new URLSearchParams(new FormData(form));
  body.set("typed", "");
  const { status, text } = await post(form.getAttribute("action"), body);
  const answer = status === 422 && turn === data().turn && new DOMParser().parseFromString(text, "text/html");
  const fault = answer && answer.querySelector(".told .fault");
  const gone = fault ? values().indexOf(fault.dataset.card) : -1;
  if (gone < 0) return;
  set(without(values(), gone));
  game.show();
  const link = fault.querySelector("a");
  link?.remove();
  tellOfCard([...fault.childNodes], link);
  say(asksNow());
}
