"""Melds: their worth, and the best of them with the reason. Rules 3.1 to 3.4."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.cards import Card, Rank, Suit
from referee.games.grevjass.actions import Declare
from referee.games.grevjass.pack import CARD, RANKS, SUITS

FEWEST, MOST = 3, 8
_POINTS = {3: 20, 4: 50}
STROKES_OF_LONG = 2
"""The worth of a sequence of five or more, in strokes (3.1)."""
STROKES_OF_FOUR = {Rank.JACK: 1, Rank.QUEEN: 2, Rank.KING: 3, Rank.ACE: 4}


@dataclass(frozen=True, slots=True)
class Meld:
    """A declared meld."""

    player: str
    cards: tuple[Card, ...]
    """From the top down; four of a rank as spades, hearts, diamonds, clubs."""

    @property
    def is_four(self) -> bool:
        """True if it is four of a rank."""
        return self.cards[0].suit is not self.cards[1].suit

    @property
    def points(self) -> int:
        """Its worth in points. Rule 3.1."""
        return 0 if self.is_four else _POINTS.get(len(self.cards), 0)

    @property
    def strokes(self) -> int:
        """Its worth in strokes. Rule 3.1."""
        if self.is_four:
            return STROKES_OF_FOUR[self.cards[0].rank]
        return 0 if self.points else STROKES_OF_LONG

    def touches(self, sequence: "Meld") -> bool:
        """Return True if both are sequences of one suit that together are one sequence. Rule 3.4."""
        if self.is_four or sequence.is_four or self.cards[0].suit is not sequence.cards[0].suit:
            return False
        first, second = (tuple(RANKS.index(card.rank) for card in each.cards) for each in (self, sequence))
        return first[-1] + 1 == second[0] or second[-1] + 1 == first[0]


def cards_of(action: Declare) -> tuple[Card, ...]:
    """Return the cards of a declared meld; fewer than declared if it would go below the seven. Rule 3.4."""
    if action.four is not None:
        return tuple(CARD[action.four, suit] for suit in SUITS)
    assert action.sequence is not None
    assert action.length is not None
    top = RANKS.index(action.sequence.rank)
    return tuple(CARD[rank, action.sequence.suit] for rank in RANKS[top : top + action.length])


def best(melds: Sequence[Meld], trump: Suit, order: Sequence[str]) -> Meld | None:
    """The best of some melds, with the seats in order from Forehand; None if there is none. Rule 3.3."""
    return max(melds, key=lambda meld: ranking(meld, trump, order), default=None)


def ranking(meld: Meld, trump: Suit, order: Sequence[str]) -> tuple[int, ...]:
    """Return the values by which melds are compared, in this order: the greater is the better. Rule 3.3."""
    top = meld.cards[0]
    is_trump = not meld.is_four and top.suit is trump
    height = len(RANKS) - RANKS.index(top.rank)
    return meld.strokes, meld.points, len(meld.cards), height, int(is_trump), -order.index(meld.player)


REASONS = ("strokes", "points", "cards", "top", "trumps", "seat")
"""The criteria that decide between two melds, by their places in the rankings."""


def decided_by(better: Meld, worse: Meld, trump: Suit, order: Sequence[str]) -> str:
    """One of `REASONS`, by which a meld is better than another."""
    pairs = zip(ranking(better, trump, order), ranking(worse, trump, order), strict=True)
    return next((why for why, (more, less) in zip(REASONS, pairs, strict=True) if more != less), "seat")
