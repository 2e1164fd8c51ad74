"""A verdict without a match: the winner of a trick and its points, or the best of some melds."""

from dataclasses import dataclass
from typing import Any

from referee.cards import Suit
from referee.english import plural
from referee.games.grevjass.melds import Meld, best, ranking
from referee.games.grevjass.pack import (
    HIGH_COUNTER,
    LAST_TRICK,
    PACK,
    jass,
    points_of,
    value_of,
    winning_place,
)
from referee.games.grevjass.talk import SOCKS, why_won
from referee.games.kit.questions import TrickQuestion, TrickRuling, checked_trick
from referee.games.kit.sides import SEAT_WORDS


@dataclass(frozen=True, slots=True)
class Verdict(TrickRuling):
    """The answer to a question, including the points of each card. Rule 1.4."""

    @property
    def items(self) -> dict[str, int]:
        """The points of the trick, by item. Rules 5.1 and 5.2."""
        cards = {"cards": value_of(self.question.cards, self.question.suit)}
        return cards | ({"last": LAST_TRICK} if self.question.last else {})

    @property
    def points(self) -> int:
        """The points of the trick in all."""
        return sum(self.items.values())

    @property
    def socks(self) -> str:
        """The notice that the Jass has no high counter with him; empty if he has one. Rule 7.6."""
        own = jass(self.question.suit)
        if own not in self.question.cards:
            return ""
        return "" if any(points >= HIGH_COUNTER for card, points in self.each if card is not own) else SOCKS

    def as_data(self) -> dict[str, Any]:
        """The answer as plain data for JSON."""
        return {**TrickRuling.as_data(self), "points": self.points, "items": self.items}

    def as_text(self) -> str:
        """The answer for people: the winner, the reason, and the points of each card."""
        lines = [f"{SEAT_WORDS[self.winner]} takes it. {self.reason}", plural(self.points, "point")]
        lines += [f"  {points:>2}  {card}" for card, points in self.each if points]
        lines += [f"  {LAST_TRICK:>2}  the last trick"] if self.question.last else []
        return "\n".join([*lines, *([self.socks] if self.socks else [])]) + "\n"


def verdict(question: TrickQuestion) -> Verdict:
    """Rule on a trick. Rule 4.1. Raises RefusedError unless it is four different cards of the pack."""
    cards, trump = checked_trick(question, PACK), question.suit
    place = winning_place(cards, trump)
    return Verdict(question, place, why_won(cards, trump, place), [(card, points_of(card, trump)) for card in cards])


def in_order(melds: tuple[Meld, ...], trump: Suit, order: tuple[str, ...]) -> list[Meld]:
    """Some melds, the best first. Rule 3.3."""
    first = best(melds, trump, order)
    others = [meld for meld in melds if meld is not first]
    ranked = sorted(others, key=lambda meld: ranking(meld, trump, order), reverse=True)
    return [*([first] if first else []), *ranked]
