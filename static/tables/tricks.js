// The outcome of tricks that the server has not answered yet: who takes one, and who leads the next.

const RANKS = "23456789TJQKA";

// The index of the highest card of a suit, with ranks ordered from low to high; -1 if there is none.
export function highest(cards, suit, ranks = RANKS) {
  const heights = cards.map(([rank, of]) => (of === suit ? ranks.indexOf(rank) : -1));
  const most = Math.max(...heights);
  return most < 0 ? -1 : heights.indexOf(most);
}

// The index of the highest card of any suit; the last one if several are equal.
export function lastHighest(cards) {
  const heights = cards.map(([rank]) => RANKS.indexOf(rank));
  return heights.lastIndexOf(Math.max(...heights));
}

// The index of the card that takes a trick: the highest trump or, without trumps, the highest card of the suit led.
export function takenBy(cards, trumps, ranks = RANKS) {
  const trump = highest(cards, trumps, ranks);
  return trump < 0 ? highest(cards, cards[0][1]) : trump;
}

// The seats clockwise, starting with one of them.
export function from(seats, first) {
  const at = Math.max(seats.indexOf(first), 0);
  return [...seats.slice(at), ...seats.slice(0, at)];
}

// The seat to the left of another.
export const leftOf = (seats, seat) => from(seats, seat)[1];

// The state after a trick: its taker leads, and its cards are `down`, by seat. If the leader was chosen, the entry's fields
// name them.
export function afterTrick(state, { draft, leader }, place) {
  const [seats, cards] = [from(state.leads, leader || state.leads[0]), draft.split(".")];
  const taker = seats[place(cards)];
  return { ...state, taker, down: Object.fromEntries(seats.map((seat, at) => [seat, cards[at]])), leads: from(seats, taker) };
}

// Nothing can be tapped until the server says what comes next.
export const WAITING = { phase: "waiting", kind: "", way: "" };

// Both sides' numbers, as sent by the server: tricks in the deal, or wins still needed for the match.
export const both = (told) => told.split(".").map(Number);

// The index of a side.
export const sideOf = (seat) => ("NS".includes(seat) ? 0 : 1);

// The state after wins. A side that needs no more has won the match, and no deal follows.
export function afterWins(state, won) {
  const needs = state.needs.map((needed, side) => needed - won[side]);
  return { ...state, needs, ...(Math.min(...needs) <= 0 && { ...WAITING, ended: state.ended - 1 }) };
}
