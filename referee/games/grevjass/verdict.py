"""A verdict without a match: the winner of a trick and its points, or the best melds; the rulebook, with examples."""

from dataclasses import dataclass
from typing import Any

from referee.cards import Suit, listed, read_card, read_cards, read_suit
from referee.english import plural
from referee.games.grevjass.actions import Declare
from referee.games.grevjass.melds import Meld, best, cards_of, ranking
from referee.games.grevjass.pack import (
    LAST_TRICK,
    PACK,
    has_no_other_counter,
    jass,
    points_of,
    value_of,
    winning_place,
)
from referee.games.grevjass.talk import SOCKS, reason, why_won, worth
from referee.games.kit.questions import TrickQuestion, TrickRuling, checked_trick
from referee.games.kit.sides import SEAT_WORDS, SEATS
from referee.games.rulebook import Example, rulebook_of


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
        cards, trump = self.question.cards, self.question.suit
        return SOCKS if jass(trump) in cards and has_no_other_counter(cards, trump) else ""

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


def _trick(number: str, words: list[str]) -> Example:
    """A trick with its trump: `grevjass TS 9S 7H AS --trump H [--last]`."""
    cards, trump = read_cards(" ".join(words[:4])), read_suit(words[5])
    question = TrickQuestion(cards, trump, last="--last" in words)
    answer = verdict(question)
    prompt = f"{listed(cards)}, {trump.plural} are trumps{', the eighth trick' if question.last else ''}"
    socks = f" {answer.socks}" if answer.socks else ""
    text = f"{SEAT_WORDS[answer.winner]} takes {answer.points}. {answer.reason}{socks}"
    return Example(prompt, text, question)


def _melds(number: str, words: list[str]) -> Example:
    """Two melds, the trump and the dealer N: `melds E:QS:3 S:QH:3 --trump H`; four of a rank as `N:K:4`."""
    melds, trump = tuple(map(read_meld, words[:2])), read_suit(words[3])
    first, second = in_order(melds, trump, ORDER)
    prompt = " against ".join(f"{SEAT_WORDS[meld.player]}’s {listed(meld.cards)}" for meld in melds)
    text = f"{SEAT_WORDS[first.player]}’s is better: {reason(SEAT_WORDS, first, second, trump, ORDER)}."
    return Example(f"{prompt}, {trump.plural} are trumps", f"{text} It is worth {worth(first)}.")


ORDER = ("E", "S", "W", "N")
"""The seats from Forehand, where North deals."""


def read_meld(text: str) -> Meld:
    """A meld by its seat, top card and length, `E:QS:3`; or four of a rank, `N:K:4`. Raises RefusedError."""
    seat, top, length = text.split(":")
    assert seat in SEATS
    if len(top) == 1:
        return Meld(seat, cards_of(Declare(seat, four=read_card(f"{top}S").rank)))
    return Meld(seat, cards_of(Declare(seat, sequence=read_card(top), length=int(length))))


rulebook = rulebook_of(__file__, {"grevjass": _trick, "melds": _melds})
"""The rules, the items that score, and the words of the game."""
