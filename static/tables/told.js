// The messages above the keys, the question, and the announcement of a tap.

import { tick } from "../core/aloud.js";
import { holeIn, nameOf } from "../core/cards.js";
import { focusOn, isSeen } from "../core/focus.js";
import { make } from "../core/make.js";
import { settle } from "../core/overlays.js";
import { lastTaken, values } from "./draft.js";
import { data, form, game } from "./game.js";
import { state } from "./sending.js";
import { askedHere, nameAt } from "./shown.js";

let ofCard = null;

// Show a message, as text or nodes, and return its line; an empty text clears it.
export function tell(text, link, kind = "fault") {
  const told = form.querySelector(".told");
  const line = make("p", { className: kind, role: "alert" }, ...[text].flat(), ...(link ? [" ", link] : []));
  // A fault keeps the buttons of an earlier message.
  const acts = [...told.children].filter((each) => !each.matches("p") && !(link?.matches(".redo") && each.matches(".redo")));
  const hadFocus = told.contains(document.activeElement);
  told.replaceChildren(...(line.textContent ? [line, ...acts] : []));
  if (hadFocus && !told.contains(document.activeElement)) focusOn(whereToGoOn());
  if (line.textContent && kind === "fault") tick([30, 40, 30]);
  ofCard = null;
  return line;
}

export function tellLost(lost, ...why) {
  if (lost.length) tell([...why, `These taps were dropped: ${lost.map(wordOf).join(", ")}.`]);
}

// Report a refused card: this message survives the answer to an earlier entry, and other taps.
export function tellOfCard(...told) {
  ofCard = tell(...told);
}

export const isOfCard = () => Boolean(ofCard);

// Call this before the table is swapped; the function it returns shows the message again, or forgets it.
export function keepTold() {
  const [line, told, { version }] = [ofCard, form.querySelector(".told"), data()];
  return (isKept) => {
    ofCard = isKept ? ofCard : null;
    if (told.isConnected && version !== data().version && !lastTaken()) told.replaceChildren(); // There is nothing to redo.
    if (isKept && line) form.querySelector(".told").replaceChildren(line);
  };
}

export function tellTaken(what) {
  const redo = make("button", { className: "redo", name: "do", value: "redo", textContent: "Redo" });
  tell(["Undone:", ...(Array.isArray(what) ? what : [` ${what}`]), "."], redo, "notice");
}

// --- the question ---------------------------------------------------------------------------------------------------------

const waits = () => form.querySelector(".waits");
const said = (each) => each.textContent.replace(/\s+/g, " ").trim();
let before = "";

// Whose card is next, or the question, as a sentence.
export function asksNow() {
  const claim = [...form.querySelectorAll(".panel .claim, .panel .sum")].find(isSeen);
  if (claim && values().length) return claim.matches(".claim") ? `${said(claim)}.` : `${said(claim)} so far.`;
  const [seats, place] = [game.seatOrder(), holeIn(values())];
  if (game.next().kind === "four" && !nameAt(seats[place])) return `${place} of ${seats.length}.`; // The cards of a crib have no owner.
  if (values().length && place >= seats.length && game.entersItself(game.next())) return game.full; // Refused, or to be changed.
  const asked = state.cutOff ? askedHere() : waits().textContent; // Offline, the line is about the signal.
  return asked || (nameAt(seats[place]) ? `${nameAt(seats[place])} to play.` : waits().textContent);
}

// Announce values tapped for some places of a draft, followed by `next`.
export function sayTapped(draft, places, seats, next) {
  const words = places.map((place) => [nameAt(seats[place]), wordOf(draft[place])].filter(Boolean).join(": "));
  const text = words.join(", ");
  return [`${text[0].toUpperCase()}${text.slice(1)}.`, next].filter(Boolean).join(" ");
}

export const wordOf = (value) => nameOf[value] ?? game.worded(value);

// The element to focus when the focused key is gone. Not a key, which the next press would enter; nor the question, which is
// announced anyway. If a key is missing, Orca does not read the element that gets its focus. Held sideways, `.entry` has no box.
export const whereToGoOn = () => [...form.querySelectorAll(".pad, .entry")].findLast(isSeen) ?? form;

// Keys whose meaning or player has changed ignore presses until the change has been seen and heard. The question may change
// without them.
export function settleIfOther() {
  const { panel, kind } = form.querySelector(".entry").dataset;
  const { turn, phase, counted } = game.next();
  const now = [panel, kind, { claim: turn, totals: phase + counted }[panel]].join();
  if (before && now !== before) {
    settle(form);
    if (document.activeElement.matches(".panel, .panel *")) focusOn(whereToGoOn());
  }
  before = now;
}
