"""Finding the trick that was entered wrongly, if the leader at the table differs from the log. Rule 2.5."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations as choose

from referee.cards import RANKS, SUITS, Card, Suit, read_card
from referee.games.havilering.results import Trick
from referee.games.havilering.seats import Seat
from referee.games.havilering.state import Match
from referee.games.havilering.tricks import winner


@dataclass(frozen=True, slots=True)
class Misentry:
    """A trick of the hand in which a single mis-tap would explain the wrong leader."""

    trick: Trick
    revokes: int
    """The number of revokes in the hand after the correction: the fewer, the likelier."""


def misentries(match: Match, leads: Seat) -> list[Misentry]:
    """The tricks of the hand that may be entered wrongly, likeliest first. `leads` is who really leads now.

    A mis-tap is a card instead of its neighbour on the pad, or two cards swapped. Another winner shifts every later
    lead by the same number of places, so the mis-tap must shift the winner by the difference of the leads.
    """
    by = (leads.place - match.leader.place) % 4
    tricks = match.hand_tricks
    out = {card for trick in tricks for card in trick.cards}
    found = [
        Misentry(trick, _revokes(tricks, trick.number, by))
        for trick in tricks
        if by and (trick.win.place + by) % 4 in _places_by_a_slip(trick.cards, out)
    ]
    return sorted(found, key=lambda misentry: (misentry.revokes, -misentry.trick.number))


def _places_by_a_slip(cards: tuple[Card, ...], out: Collection[Card]) -> set[int]:
    return {winner(four).place for four in _by_a_slip(cards, out)}


def _by_a_slip(cards: tuple[Card, ...], out: Collection[Card]) -> Iterator[list[Card]]:
    """The tricks that a single mis-tap may have turned into these cards; cards played elsewhere are excluded."""
    for one, other in choose(range(4), 2):
        four = list(cards)
        four[one], four[other] = four[other], four[one]
        yield four
    for place, card in enumerate(cards):
        for meant in _neighbours(card):
            if meant not in out:
                yield [*cards[:place], meant, *cards[place + 1 :]]


def _neighbours(card: Card) -> Iterator[Card]:
    """The cards next to a card on the pad, and those of its rank."""
    for height in (card.rank.height - 1, card.rank.height + 1):
        if 0 <= height < len(RANKS):
            yield read_card(RANKS[height].letter + card.suit.letter)
    for suit in SUITS:
        if suit is not card.suit:
            yield read_card(card.rank.letter + suit.letter)


def _revokes(tricks: Sequence[Trick], misentry: int, by: int) -> int:
    """The number of revokes in the hand if the players of all tricks after `misentry` shift by `by` seats (9.3)."""
    lacking: set[tuple[Seat, Suit]] = set()
    found = 0
    for trick in tricks:
        for place, card in enumerate(trick.cards):
            seat = trick.leader.after(place + (by if trick.number > misentry else 0))
            if (seat, card.suit) in lacking:
                found += 1
                lacking.discard((seat, card.suit))
            if card.suit is not trick.led:
                lacking.add((seat, trick.led))
    return found
