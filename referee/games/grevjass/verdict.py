"""A verdict without a match: the winner of a trick and its points, or the best of some melds."""

from dataclasses import dataclass
from typing import Any

from referee.cards import Card, Suit, listed
from referee.english import plural
from referee.faults import Fault, RefusedError
from referee.games.grevjass.melds import Meld, best, ranking
from referee.games.grevjass.pack import (
    HIGH_COUNTER,
    LAST_TRICK,
    PACK,
    SUITS,
    jass,
    points_of,
    value_of,
    winning_place,
)
from referee.games.grevjass.sides import SEAT_WORDS, SEATS
from referee.games.grevjass.talk import SOCKS, why_won


@dataclass(frozen=True, slots=True)
class Question:
    """Four cards in order of play."""

    cards: tuple[Card, ...]
    trump: Suit
    leader: str = SEATS[0]
    last: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a question."""

    question: Question
    place: int
    """The place of the winning card."""

    @property
    def winner(self) -> str:
        """The seat that takes the trick. Rule 4.1."""
        return SEATS[(SEATS.index(self.question.leader) + self.place) % len(SEATS)]

    @property
    def reason(self) -> str:
        """The reason, in a sentence."""
        return why_won(self.question.cards, self.question.trump, self.place)

    @property
    def items(self) -> dict[str, int]:
        """The points of the trick, by item. Rules 5.1 and 5.2."""
        cards = {"cards": value_of(self.question.cards, self.question.trump)}
        return cards | ({"last": LAST_TRICK} if self.question.last else {})

    @property
    def points(self) -> int:
        """The points of the trick in all."""
        return sum(self.items.values())

    @property
    def each(self) -> list[tuple[Card, int]]:
        """The points of each card. Rule 1.4."""
        return [(card, points_of(card, self.question.trump)) for card in self.question.cards]

    @property
    def socks(self) -> str:
        """The notice that the Jass has no high counter with him; empty if he has one. Rule 7.6."""
        own = jass(self.question.trump)
        if own not in self.question.cards:
            return ""
        return "" if any(points >= HIGH_COUNTER for card, points in self.each if card is not own) else SOCKS


def verdict(question: Question) -> Verdict:
    """Rule on a trick. Raises RefusedError unless it is four different cards of the pack."""
    cards = question.cards
    faults = [
        Fault("not-in-pack", f"{card} is not in the pack of 32 cards: the lowest is the seven.", (card.code,))
        for card in dict.fromkeys(cards)
        if card not in PACK
    ]
    if len(cards) != len(SEATS):
        faults.append(Fault("number-of-cards", f"A trick has four cards, one from each player, not {len(cards)}."))
    twice = [card for card in dict.fromkeys(cards) if cards.count(card) > 1]
    if twice:
        faults.append(Fault("card-twice", f"{listed(twice)} cannot be in a trick twice."))
    if faults:
        raise RefusedError(*faults)
    return Verdict(question, winning_place(cards, question.trump))


def as_data(answer: Verdict) -> dict[str, Any]:
    """The answer as plain data for JSON."""
    return {
        "winner": answer.winner,
        "winning_card": answer.question.cards[answer.place].code,
        "reason": answer.reason,
        "points": answer.points,
        "items": answer.items,
    }


def as_text(answer: Verdict) -> str:
    """Write the answer for people: the winner, the reason, and the points of each card."""
    lines = [f"{SEAT_WORDS[answer.winner]} takes it. {answer.reason}", plural(answer.points, "point")]
    lines += [f"  {points:>2}  {card}" for card, points in answer.each if points]
    lines += [f"  {LAST_TRICK:>2}  the last trick"] if answer.question.last else []
    return "\n".join([*lines, *([answer.socks] if answer.socks else [])]) + "\n"


def read_suit(text: str) -> Suit:
    """A suit by its letter or sign. Raises RefusedError."""
    for suit in SUITS:
        if text.strip().upper() in (suit.letter, suit.symbol) or text.strip().lower() in (suit.singular, suit.plural):
            return suit
    raise RefusedError(Fault("not-a-suit", f"“{text.strip()[:40]}” is not a suit: name S, H, D or C."))


def in_order(melds: tuple[Meld, ...], trump: Suit, order: tuple[str, ...]) -> list[Meld]:
    """Some melds, the best first. Rule 3.3."""
    first = best(melds, trump, order)
    others = [meld for meld in melds if meld is not first]
    ranked = sorted(others, key=lambda meld: ranking(meld, trump, order), reverse=True)
    return [*([first] if first else []), *ranked]
