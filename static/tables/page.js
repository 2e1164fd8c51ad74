// The page of a table. Without this script every key loads a page; with it, an entry shows at once and waits on the phone until
// the server has it.

import { announce } from "../core/aloud.js";
import { nameKeys } from "../core/cards.js";
import { chosen, settlesAlways } from "../core/choices.js";
import { catchUp, follow, lose } from "../core/events.js";
import { keepPage } from "../core/install.js";
import { focusOn, holding } from "../core/focus.js";
import { settle } from "../core/overlays.js";
import { say, sayIfNew } from "../core/say.js";
import { KEPT, KEPT_IF_SAME, keep, lastTaken, recall, set, stored, values, valuesIn } from "./draft.js";
import { data, form, game } from "./game.js";
import { askAgain, connect, fetchTable, outbox, send, sendForm, state } from "./sending.js";
import { fitIfOther, write } from "./shown.js";
import { askFor, enterOnce, giveBack, goOnIn, goTo, isDoubled, put, takeBack, takeBackNow, tap, untap } from "./taps.js";
import { asksNow, keepTold, settleIfOther, tell, tellLost, whereToGoOn } from "./told.js";
import { enterTyped } from "./typed.js";

const address = location.pathname;
const NOT_DONE = "alone" in document.documentElement.dataset ? "The referee is starting. Tap again."
  : "No connection: that was not entered. Tap again when the signal is back.";
const KEYS = ".entry, .acts, .told, .undo";
const redo = form.querySelector(".menu [value=redo]");
let pegs = null; // The module that moves the pegs, in games with a board; without it they jump.
let dropped = []; // The taps that the last answer from the server dropped.
let isEntered = false; // Another phone's entry began with them.
let keyboard = null; // The module that makes each pad one tab stop, started when a key is first pressed.
let hold = () => {}; // Restores the focus after fragments have been swapped.

if (document.querySelector(".board")) import("../core/pegs.js").then((moving) => (pegs = moving), () => {});

// Keys that have just changed their meaning ignore presses briefly, so that neither a finger nor the focus hits a wrong one.
form.addEventListener("click", (event) => {
  if (!("settling" in form.dataset) || !event.target.closest(KEYS)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

form.addEventListener("click", (event) => {
  if (settlesAlways && event.target.closest(KEYS)) settle(form);
  const link = event.target.closest(".way");
  const button = event.target.closest("button");
  if (link) {
    event.preventDefault();
    if (outbox.waiting.length && !link.dataset.way) return tell("Your last entry is not saved yet.");
    if (!isDoubled(link.href)) goTo(link.href, link.dataset.way);
  } else if (button?.matches(".undo")) takeBack(event);
  else if (event.target.matches(".told p")) tell(""); // The player has read it.
  else if (button?.matches("[name=do][value=redo]")) giveBack(event);
  else if (button?.name === "untap") untap(event, button);
  else if (button?.closest(".entry") && ["tap", "card"].includes(button.name)) tap(event, button);
  else if (button && "once" in button.dataset) enterOnce(event, button);
});

form.addEventListener("change", (event) => {
  if (event.target.name !== "leader") return;
  set(values());
  game.show();
  say(asksNow());
});

form.addEventListener("submit", (event) => {
  if (event.submitter?.hasAttribute("formaction")) return; // The button leads to another page.
  event.preventDefault();
  if (event.submitter?.name && isDoubled(event.submitter.value)) return;
  if (!event.submitter?.name && form.elements.typed.value.trim()) return enterTyped(put);
  const [first] = outbox.waiting;
  if (state.busy || (first && !game.isHeld(first, data()))) return tell("Your last entry is not saved yet.");
  sendForm(event.submitter).then((status) => {
    if (status === 200 && !("fault" in data())) form.elements.typed.value = "";
  });
});

// Called after each answer; `isDirect` after a key that bypasses the outbox.
function answered(status, isDirect) {
  if (location.search) history.replaceState(null, "", address);
  if (status === 404) lose();
  const { heading, title } = data();
  write(form.querySelector("h1"), heading);
  if (document.title !== title) document.title = title;
  takeBackNow();
  if (status === 0 && !outbox.waiting.length) tell(NOT_DONE);
  game.show();
  if (!isDirect) tellDropped();
  else if (status && !values().length) settle(form);
  [dropped, isEntered] = [[], false];
  hold();
  hold = () => {}; // An answer that brings no fragments takes no focus.
  if (status === 0) sayIfNew(asksNow()); // No announcement will come.
  announce(data());
  keepPage();
  catchUp();
}

// Called before fragments are swapped in, and the function it returns afterwards, with the draft's fate.
function keeps() {
  const [restore, restoreTold, stood, tapped] = [keep(), keepTold(), pegs?.places(), valuesIn(values())];
  hold = holding(() => form, whereToGoOn);
  return (draft) => {
    restore(draft);
    if (stood) pegs.travel(stood);
    const gone = tapped.filter((value) => !values().includes(value));
    isEntered = gone.length > 0 && draft === KEPT_IF_SAME && "stands" in data();
    dropped = isEntered ? [] : gone;
    restoreTold(draft === KEPT);
  };
}

// A letter or digit typed here begins a card.
const TYPES = "body, .entry, .pad, .pad .key, .numbers button, .plate, .told *, .undo, .menu > summary";

addEventListener("keydown", () => {
  import("../core/keyboard.js").then((loaded) => (keyboard = loaded), () => {});
}, { once: true });

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && form.querySelector(".told > p")) tell(""); // The player has read it.
  if (event.key === "Escape" && event.target === form.elements.typed) forgetTyped();
  const isShort = chosen("keys") !== "off" && event.target.matches(TYPES);
  if (event.ctrlKey || event.metaKey || event.altKey || !isShort) return;
  if (/^[0-9atjqkdhsc♦♥♠♣]$/i.test(event.key)) form.elements.typed.focus();
});

// Back to the keys, which the field for typing covers in part.
function forgetTyped() {
  form.elements.typed.value = "";
  focusOn(whereToGoOn());
}

async function refresh(least) {
  const { way, version } = data();
  if ((await fetchTable(`${address}?way=${game.wanted || way}&seen=${version}&tapped=${values().join(".")}`, true, least)) === 404) lose();
}

function tellDropped() {
  const why = form.querySelector(".told .fault")?.childNodes ?? ["Another phone entered something first."];
  tellLost(dropped, ...why, " ");
  if (isEntered) tell("It was already entered on another phone.", null, "notice");
}

// Restore the taps from before a reload, and the way of entering in which they were made.
async function restore() {
  const kept = stored();
  if (!kept || values().length || location.search) return;
  const { way, kind, written, led, leader } = kept;
  if (game.isOpen(game.next(), way)) goOnIn(way, `${address}?way=${way}`);
  const isOther = way !== game.next().way;
  if (!isOther) recall();
  // The leader may have been chosen on another page.
  const isLed = leader && form.elements.leader.type === "hidden";
  if (isOther || isLed) await askFor(`${address}?${new URLSearchParams({ way, kind, draft: written, led, leader })}`);
  game.show();
}

const usual = {
  about: () => ({}),
  entersItself: () => true,
  full: "Every player has one. Tap a name to change it.",
  isAsked: () => false,
  isHeld: () => false,
  isOpen: () => false,
  isUnsure: () => false,
  twice: () => "That card is there already: tap a name to change its card.",
  undone: (item) => game.entered(item, true),
  worded: (value) => value,
};

// Nothing else announces whose turn it is, or a ruling made on another page.
function sayFirst() {
  const { first } = document.getElementById("status").dataset;
  if (first || !form.querySelector(".waits[autofocus]")) say(first || asksNow());
}

// Start a game's page. CONTRIBUTING.md lists what a game passes.
export function run(page) {
  const inWanted = (at) => (game.isOpen(at, game.wanted) ? game.inWay(at, game.wanted) : at);
  const next = () => inWanted(page.next());
  const show = () => {
    const holdHere = holding(() => form, whereToGoOn);
    page.show();
    for (const link of form.querySelectorAll("#ways [data-way]")) link.hidden = !game.isOpen(next(), link.dataset.way);
    redo.disabled = !lastTaken() && !("redo" in data() && !outbox.waiting.length);
    fitIfOther();
    nameKeys(values());
    keyboard?.rove();
    holdHere();
    settleIfOther();
  };
  Object.assign(game, usual, page, { answered, keeps, next, show });
  connect();
  if (new URLSearchParams(location.search).has("seen")) history.replaceState(null, "", address);
  restore();
  settle(form);
  form.dataset.ready = "";
  game.show();
  announce(data());
  if (document.readyState === "complete") sayFirst();
  else addEventListener("load", sayFirst, { once: true }); // Earlier changes are not announced.
  follow(form.dataset.stream, () => data().version, refresh);
  askAgain();
  send();
}
