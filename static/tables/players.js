// The players round the table, with what is tapped for them.

import { HOLE, count, face, holeIn, nameOf } from "../core/cards.js";
import { make } from "../core/make.js";
import { refill } from "../core/morph.js";
import { form } from "./game.js";
import { outbox } from "./sending.js";

// Show the taps at the players' places, in seat order. While the leader is unknown, the seats are empty and the cards lie in
// the middle. Taps cannot be undone if they are `isFixed`. Entries in the outbox may have changed the leader and the dealer;
// they may also have put a trick's cards `down`, which its `taker` has won.
export function showPlayers(draft, seats, state) {
  const { isAsked = true, isFixed = false, kind = "", leader = "", dealer = "", taker = "", down } = state;
  const felt = form.querySelector(".player").closest(".felt");
  const isKnown = !seats.includes("");
  const isDrafting = count(draft) > 0 || kind === "four"; // Cards that begin a deal.
  const isAhead = outbox.waiting.length > 0;
  const [taken, takenBy] = isAhead && down ? [down, taker] : [];
  for (const player of felt.querySelectorAll(".player")) {
    const place = isKnown ? seats.indexOf(player.dataset.seat) : -1;
    const value = draft[place] && draft[place] !== HOLE ? draft[place] : "";
    const tapped = player.querySelector(".tapped");
    const past = !isDrafting && isKnown && (taken ? taken[player.dataset.seat] : tapped.dataset.past);
    const plate = player.querySelector(".plate");
    plate.value = String(Math.max(place, 0));
    plate.disabled = !value || isFixed;
    refill(tapped, ...[value || past].filter(Boolean).map(drawn));
    player.classList.toggle("filled", Boolean(value));
    player.classList.toggle("took", taken ? player.dataset.seat === takenBy : "took" in player.dataset);
    player.classList.toggle("next", isAsked && place >= 0 && place === holeIn(draft));
  }
  mark(felt, "leading", "leads", isAhead && leader);
  mark(felt, "dealing", "deals", isAhead && dealer);
  felt.classList.toggle("drafting", isDrafting);
  felt.classList.toggle("unsaved", isAhead);
  felt.classList.toggle("adrift", !isKnown);
  refill(felt.querySelector(".ahead"), ...(isKnown ? [] : draft.map(takeBack)));
}

// Move a mark from the server's seat to another; without a seat, move it back.
function mark(felt, name, words, seat) {
  const marks = seat && felt.querySelector(`.player[data-seat="${seat}"] .marks`);
  for (const each of felt.querySelectorAll(`.${name}`)) {
    if (!each.matches(".moved")) each.hidden = Boolean(seat);
    else if (each.parentElement !== marks) each.remove();
  }
  if (!marks || marks.querySelector(`.${name}.moved`)) return;
  marks.append(make("small", { className: `mark ${name} moved`, textContent: words }));
}

function takeBack(value, place) {
  const words = make("span", { className: "take-back", textContent: "Take back " });
  return make("button", { name: "untap", value: place, disabled: value === HOLE }, words, drawn(value));
}

const drawn = (value) => (nameOf[value] ? face(value) : value === HOLE ? "?" : value);
