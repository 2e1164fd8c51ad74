// Paint the effect of unsaved entries in the same frame as the tap, marked as unsaved: totals, pegs, the starter and the first
// card played; and the dealer. The server's answer replaces it.

import { face } from "../core/cards.js";
import { make } from "../core/make.js";
import { places, travel } from "../core/pegs.js";
import { data, form } from "../tables/game.js";

const TRACKS = { N: "NS", S: "EW" };
const board = JSON.parse(form.dataset.board);

// `score` is the score after the waiting entries, `dealer` the dealer then; the cards are those they show.
export function showAhead({ score, dealer }, [starter, played] = []) {
  const told = data().score.split("–").map(Number);
  const stood = places();
  Object.entries(TRACKS).forEach(([seat, side], track) => {
    const isAhead = score[seat] !== told[track];
    showTotal(form.querySelector(`.${side} .total`), score[seat], isAhead);
    movePegs(side, track, isAhead && score[seat]);
  });
  travel(stood);
  const [names, mark] = [form.querySelector(`.${TRACKS[dealer]} .names`), form.querySelector(".names .dealer")];
  if (mark && mark.parentElement !== names) names.append(" ", mark);
  showCard(form.querySelector(".starter"), starter);
  showCard(form.querySelector(`.row.${TRACKS[data().plays]}`), played);
}

// The end of the game, if unsaved points reach the target.
export function won(score, target) {
  const seat = Object.keys(TRACKS).find((each) => score[each] >= target);
  return seat ? `${nameOf(seat)} wins the game.` : "";
}

const nameOf = (seat) => form.querySelector(`.${TRACKS[seat]} .names bdi`).textContent;

// The hand or crib that comes next.
export const nextCount = ({ counted, dealer }) =>
  `${nameOf(counted ? dealer : dealer === "N" ? "S" : "N")}’s ${counted > 1 ? "crib" : "hand"}?`;

function showTotal(shown, total, isAhead) {
  if (!isAhead && !shown.matches(".unsaved")) return;
  const note = make("span", { className: "unseen", textContent: ", not saved yet" });
  shown.classList.toggle("unsaved", isAhead);
  shown.replaceChildren(String(total), ...(isAhead ? [note] : []));
}

// --- the pegs: the rear one leapfrogs the other, which stays where the server has put it -----------------------------

function movePegs(side, track, total) {
  const pegs = ["rear", "front"].map((which) => document.getElementById(`peg-${side}-${which}`));
  const [rear, front] = pegs.map((peg) => (peg.dataset.told ??= `${peg.getAttribute("cx")} ${peg.getAttribute("cy")}`).split(" "));
  place(pegs[0], total ? front : rear);
  place(pegs[1], total ? placeOf(total, track) : front);
}

function place(peg, [x, y]) {
  peg.setAttribute("cx", x);
  peg.setAttribute("cy", y);
}

// The position of a total's hole; see `Board` in referee/web/components/pegboard.py.
function placeOf(total, track) {
  const { last, row, left, pitch, five, gap, tracks, street, finish, apart } = board;
  if (total >= last) return [finish[0], finish[1] + (track ? apart : -apart)];
  const at = Math.floor((total - 1) / row);
  const across = (total - 1) % row;
  const column = at % 2 ? row - 1 - across : across;
  const x = left + pitch * (column + Math.floor(column / five) * gap);
  return [x.toFixed(2), (tracks[track] + at * street).toFixed(2)].map(Number);
}

// --- the cards ----------------------------------------------------------------------------------------------------------

function showCard(spot, code) {
  const shown = spot?.querySelector(".unsaved");
  if (!code || !spot) return shown?.remove();
  const card = shown ?? make("span", { className: "laid unsaved" });
  card.replaceChildren(face(code));
  spot.append(card);
}
