// The outcome of tricks that the server has not answered yet: who takes one, and who leads to the next.

const RANKS = "23456789TJQKA";

// The place of the highest card of a suit, by an order of ranks from the lowest; -1 if there is none.
export function highest(cards, suit, ranks = RANKS) {
  const heights = cards.map(([rank, of]) => (of === suit ? ranks.indexOf(rank) : -1));
  const most = Math.max(...heights);
  return most < 0 ? -1 : heights.indexOf(most);
}

// The place of the last of the cards that are highest, whatever their suits.
export function lastHighest(cards) {
  const heights = cards.map(([rank]) => RANKS.indexOf(rank));
  return heights.lastIndexOf(Math.max(...heights));
}

// The place of the card that takes a trick: the highest trump, or without one the highest card of the suit led.
export function takenBy(cards, trumps, ranks = RANKS) {
  const trump = highest(cards, trumps, ranks);
  return trump < 0 ? highest(cards, cards[0][1]) : trump;
}

// The seats clockwise from one of them.
export function from(seats, first) {
  const at = Math.max(seats.indexOf(first), 0);
  return [...seats.slice(at), ...seats.slice(0, at)];
}

// The seat left of another, of seats clockwise.
export const leftOf = (seats, seat) => from(seats, seat)[1];

// The state after a trick: its taker leads, and its cards are `down`, by seat. Who led it is in the fields of its entry where
// that was chosen.
export function afterTrick(state, { draft, leader }, place) {
  const [seats, cards] = [from(state.leads, leader || state.leads[0]), draft.split(".")];
  const taker = seats[place(cards)];
  return { ...state, taker, down: Object.fromEntries(seats.map((seat, at) => [seat, cards[at]])), leads: from(seats, taker) };
}

// Nothing can be tapped until the server has said what comes next.
export const WAITING = { phase: "waiting", kind: "", way: "" };

// The numbers of both sides, as the server tells them: their tricks in the deal, or what they still need to win the match.
export const both = (told) => told.split(".").map(Number);

// The index of a side.
export const sideOf = (seat) => ("NS".includes(seat) ? 0 : 1);

// The state after sides have won something. If one of them needs no more, the match is over.
export function afterWins(state, won) {
  const needs = state.needs.map((needed, side) => needed - won[side]);
  return { ...state, needs, ...(Math.min(...needs) <= 0 && WAITING) };
}
