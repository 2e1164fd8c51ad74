// The table of Havilering: the server's fragments, with what is tapped and what waits in the outbox.

import { correctionLink, count, face, goneWords, hasGone, keys, markLed, nameOf } from "../core/cards.js";
import { choose, chosen } from "../core/choices.js";
import { values } from "../tables/draft.js";
import { data, form } from "../tables/game.js";
import { run } from "../tables/page.js";
import { showPlayers } from "../tables/players.js";
import { ahead, outbox, state } from "../tables/sending.js";
import { afterWaiting, nameAt, showHeading, showPanel, showWaits } from "../tables/shown.js";
import { nameOfItem, showItems } from "./items.js";
import { after, isAsked, isHeld, panelOf, stateOf } from "./state.js";

const hasMuggins = "muggins" in form.dataset;
const MOST_ITEMS = 40;

// What comes next on this phone: the first turn that is not in its outbox.
const next = () => afterWaiting(stateOf(data()), (at, fields) => after(at, fields, hasMuggins));

// A claim or a call needs a key to enter it.
const entersItself = ({ kind }) => kind === "tricks";
const placesOf = ({ kind, leads }) => (kind === "tricks" ? leads : Array(MOST_ITEMS).fill(""));
const seatOrder = () => placesOf(next());

const entry = ({ turn, kind }, draft) => {
  const leader = form.elements.leader.value;
  return { fields: { turn, kind, draft: draft.join("."), ...(leader && { leader }) } };
};

// The fields sent with the key of a claim.
const about = ({ turn, kind }) => ({ turn, kind, draft: values().join(".") });

// --- cards already played ---------------------------------------------------------------------------------------

const dealOf = (turn) => turn.replace(/[^.]+$/, "");
const isTrick = ({ fields }) => fields.kind === "tricks";

// The unsaved trick of this hand that contains a card.
const unsentWith = (code) => outbox.waiting.find((item) => isTrick(item) &&
  item.fields.turn.startsWith(dealOf(next().turn)) && item.fields.draft.split(".").includes(code));

// True if a card has been played in this hand, including in a trick that waits.
const isGone = (code) =>
  Boolean(unsentWith(code)) || (dealOf(data().turn) === dealOf(next().turn) && hasGone(data().gone, code));

function stopped(code) {
  if (next().kind !== "tricks") return ["No card is due now."];
  if (!isGone(code)) return null;
  // A double tap on the fourth card is not an error. After a failed post, a tap asks which trick the card is in.
  if (!state.cutOff && state.sending?.fields.draft.split(".").includes(code)) return true;
  const unsent = unsentWith(code);
  return [goneWords(code, unsent?.fields.turn.split(".")[2]), unsent ? null : correctionLink(form.dataset.correct, code)];
}

// --- the page ---------------------------------------------------------------------------------------------------

function show() {
  const at = next();
  const underWay = state.sending && isTrick(state.sending) && !state.cutOff ? state.sending : null;
  showTrick(at);
  const shown = "showPlayed" in data();
  for (const key of keys) key.classList.toggle("gone", shown && isGone(key.value));
  if (!underWay) showKeys(at);
  const waits = at.kind === "claim" && data().kind !== "claim" ? "The trick is not saved yet. What is claimed for it?" : undefined;
  showWaits(waits, { entered, show, summed, turn: at.kind === "tricks" ? at.turn : "", then: come(at) }, true);
  showHeading({ trick: trickIn(at.turn) });
}

// The keys for what is due; for a claim, even if its trick is not saved.
function showKeys(at) {
  const panel = document.getElementById("panel");
  if (at.kind === "claim" && !panel.querySelector("[name=tap]")) {
    panel.replaceChildren(document.getElementById("claiming").content.cloneNode(true));
  }
  showPanel(panelOf(at), at.kind, at.kind === "tricks");
  if (panel.querySelector("[name=tap]")) showItems(panel);
}

function showTrick(at) {
  const draft = at.kind === "tricks" ? values() : [];
  const { taker, down, dealer, leads: [leader] } = at;
  showPlayers(draft, at.leads, { isAsked: at.kind === "tricks", leader, dealer, taker, down });
  markLed(draft[0]);
  const muggins = form.querySelector(".acts .muggins");
  if (!muggins) return;
  muggins.hidden = !count(draft) || outbox.waiting.length > 0;
  muggins.search = new URLSearchParams({ way: "call", led: values().join("."), leader: form.elements.leader.value });
}

// The outcome of the tricks and claims that wait.
function come({ taker, turn, phase, dealer, leads }) {
  const told = data();
  if (turn === told.turn && phase === told.phase) return "";
  const takes = `${nameAt(taker)} ${ahead().some(isTrick) ? "takes the trick" : "has claimed"}.`;
  if (dealOf(turn) === dealOf(told.turn)) return takes;
  return `${takes} The hand is over: ${nameAt(dealer)} deals, ${nameAt(leads[0])} leads.`;
}

// --- words ------------------------------------------------------------------------------------------------------

const trickIn = (turn) => turn.split(".")[2];
const trickOf = ({ fields }) => trickIn(fields.turn);
const handOf = ({ fields }) => fields.turn.split(".")[0];

function entered(item, isOpen = false) {
  if (isTrick(item) && !isOpen) return [` trick ${trickOf(item)}`];
  const content = item.fields.draft.split(".").filter(Boolean);
  if (isTrick(item)) return content.flatMap((code) => [" ", face(code)]);
  return [` the claim for trick ${trickOf(item)}: ${content.map(nameOfItem).join(", ") || "nothing"}`];
}

function summed(waiting) {
  const [first, last] = [waiting[0], waiting.at(-1)];
  if (waiting.length === 1 && !isTrick(last)) return [[` the claim for trick ${trickOf(last)}`]];
  if (handOf(first) !== handOf(last)) return [[` ${waiting.filter(isTrick).length} tricks`]];
  const isOne = first.fields.turn === last.fields.turn;
  return [[isOne ? ` trick ${trickOf(first)}` : ` tricks ${trickOf(first)} to ${trickOf(last)}`]];
}

// Explain the table's symbols until the explanation is tapped, then never again on this phone.
form.classList.toggle("signs-known", chosen("signs") === "known");
form.addEventListener("click", (event) => {
  if (!event.target.closest(".first-run")) return;
  event.preventDefault();
  choose("signs", "known");
  form.classList.add("signs-known");
});

const twice = (code) => `The ${nameOf[code]} is in this trick already.`;
const full = "Four cards are down. Tap the wrong one to remove it.";

run({
  about, entered, entersItself, entry, full, isAsked, isHeld, next, panelOf, seatOrder, show, stopped, twice,
  worded: nameOfItem,
});
