// What the table asks now: for those who hear it, and for the focus.

import { holeIn, nameOf } from "../core/cards.js";
import { focusOn, isSeen } from "../core/keyboard.js";
import { settle } from "../core/overlays.js";
import { values } from "./draft.js";
import { nameAt } from "./shown.js";

const form = document.getElementById("form");
const TAPPED = ["cards", "numbers", "play", "pegs"]; // Panels whose keys are tapped one after another.
const waits = () => form.querySelector(".waits");
const said = (each) => each.textContent.replace(/\s+/g, " ").trim();
let before = "";

// Whose card comes next, or what is asked, as a sentence.
export function asksNow(game) {
  const claim = [...form.querySelectorAll(".panel .claim, .panel .sum")].find(isSeen);
  if (claim) return claim.matches(".claim") ? `${said(claim)}.` : `${said(claim)} so far.`;
  const [seats, place] = [game.asked(), holeIn(values())];
  if (game.next().kind === "four") return `${place} of ${seats.length}.`;
  return waits().textContent || (nameAt(seats[place]) ? `${nameAt(seats[place])} to play.` : "");
}

// What is announced of values that were tapped for some places, from one on; `next` is what comes then.
export function sayTapped(tapped, seats, place, game, next) {
  const words = tapped.map((value, number) => [nameAt(seats[place + number]), wordOf(value, game)].filter(Boolean).join(": "));
  const text = words.join(", ");
  return [`${text[0].toUpperCase()}${text.slice(1)}.`, next].filter(Boolean).join(" ");
}

export const wordOf = (value, game) => nameOf[value] ?? game.worded(value);

// What is asked, else the pad: never a key, which the next press would enter.
export function whatIsAsked() {
  const isThere = (each) => each.textContent && isSeen(each);
  return [".waits", ".pad", "h1"].flatMap((name) => [...form.querySelectorAll(name)]).find(isThere);
}

// Keys that do something else now, or for somebody else, wait until that is heard and seen.
export function settleIfOther() {
  const { panel, kind } = form.querySelector(".entry").dataset;
  const now = [panel, kind, TAPPED.includes(panel) || waits().textContent].join();
  if (before && now !== before) {
    settle(form);
    if (document.activeElement.matches(".panel, .panel *")) focusOn(whatIsAsked());
  }
  before = now;
}

// What is asked is not announced where it is read because it has the focus.
export function sayOnce() {
  const status = document.getElementById("status");
  if (document.activeElement === waits()) status.textContent = status.textContent.replace(said(waits()), "").trim();
}
