"""Questions to the referee: the count of a hand, and the points that a card pegs."""

from typing import NamedTuple

from referee.cards import Card


class HandQuestion(NamedTuple):
    """A question for the count of a hand or crib."""

    four: tuple[Card, ...]
    starter: Card
    crib: bool = False


class PlayQuestion(NamedTuple):
    """A question for the points that the last of these cards of one count pegs."""

    cards: tuple[Card, ...]
