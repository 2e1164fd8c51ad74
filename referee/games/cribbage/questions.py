"""What people ask the referee: what a hand counts, and what a card pegs."""

from typing import NamedTuple

from referee.cards import Card


class HandQuestion(NamedTuple):
    """What does this hand or crib count?"""

    four: tuple[Card, ...]
    starter: Card
    crib: bool = False


class PlayQuestion(NamedTuple):
    """What does the last of these cards of one count peg?"""

    cards: tuple[Card, ...]
