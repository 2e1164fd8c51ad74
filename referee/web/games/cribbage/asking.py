"""Questions to the referee in the query string, so that they can be linked and bookmarked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from referee.cards import Card, read_cards
from referee.faults import Fault, RefusedError
from referee.games.cribbage import pegging
from referee.games.cribbage.counting import FIVE, refuse_twice
from referee.games.cribbage.questions import HandQuestion
from referee.web.components import picking

T = TypeVar("T")
TOO_MANY = Fault("too-many-cards", "Five cards are there: choose the place of another first.")


@dataclass(frozen=True, slots=True)
class AskedHand:
    """A question about a hand that may be incomplete."""

    cards: tuple[Card | None, ...]
    """The four cards and the starter, by place."""
    crib: bool
    at: int | None = None
    """The place of the card that is being changed."""

    @property
    def question(self) -> HandQuestion | None:
        """The question, once all cards are given and none is being changed."""
        there = tuple(card for card in self.cards if card)
        return HandQuestion(there[:-1], there[-1], self.crib) if len(there) == FIVE and self.at is None else None

    @property
    def next_place(self) -> int | None:
        """The place of the next card, or None."""
        return picking.next_place(self.cards, self.at)

    def query(self) -> dict[str, Any]:
        """The question as URL parameters."""
        parts = {"cards": picking.write_places(self.cards), "crib": 1 if self.crib else None, "at": self.at}
        return {name: value for name, value in parts.items() if value is not None}


def query(question: HandQuestion) -> dict[str, Any]:
    """A complete question as URL parameters."""
    return AskedHand((*question.four, question.starter), question.crib).query()


def read_hand(given: Mapping[str, str]) -> AskedHand:
    """Read a question about a hand, including newly tapped or typed cards. Raises RefusedError."""
    cards = picking.read_places(given.get("cards", ""))
    at = _place(given.get("at", ""))
    if len(cards) > FIVE:
        raise RefusedError(Fault("too-many-cards", f"A hand is four cards and a starter, not {len(cards)} cards."))
    cards = (*cards, *[None] * (FIVE - len(cards)))
    for card in read_cards(" ".join((given.get("card", ""), given.get("typed", "")))):
        if at is None and None not in cards:
            raise RefusedError(TOO_MANY)
        cards, at = picking.put(cards, card, at), None
    if given.get("pick"):
        at = _place(given["pick"])
    refuse_twice([card for card in cards if card])
    return AskedHand(cards, bool(given.get("crib")), at)


def read_play(given: Mapping[str, str]) -> tuple[Card, ...]:
    """Read the cards of one count, including newly tapped or typed ones. Raises RefusedError."""
    cards = read_cards(" ".join(given.get(name, "") for name in ("cards", "card", "typed")))
    if cards:
        pegging.check(cards)
    return cards


def without_faults(read: Callable[[Mapping[str, str]], T], given: Mapping[str, str]) -> tuple[T, list[str]]:
    """Read the valid part of a question; returns it with the errors of the rest."""
    errors: list[str] = []
    for spoilt in ((), ("card", "typed"), ("card", "typed", "cards")):
        try:
            return read({name: text for name, text in given.items() if name not in spoilt}), errors
        except RefusedError as refused:
            errors = errors or [fault.text for fault in refused.faults]
    raise AssertionError("without its cards a question can always be read")


def _place(text: str) -> int | None:
    return int(text) if text in tuple(map(str, range(FIVE))) else None
