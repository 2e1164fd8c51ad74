"""Questions to the referee in the query string, so that they can be linked and bookmarked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from referee.cards import Card, read_cards
from referee.games.cribbage import counting
from referee.games.cribbage.counting import FIVE, refuse_twice
from referee.games.cribbage.events import Counted
from referee.games.cribbage.verdict import HandQuestion
from referee.web.components import picking


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


def sets_of(event: Counted, four: Sequence[Card], starter: Card) -> str:
    """The address of the page with each set of a count."""
    hand = AskedHand((*four, starter), crib=event.name == "crib")
    return url_for("cribbage_disputes.hand", **hand.query())


def read_hand(inputs: Mapping[str, str]) -> AskedHand:
    """Read a question about a hand, including newly tapped or typed cards. Raises RefusedError."""
    cards, at = picking.read_picks(inputs, FIVE, "A hand is four cards and a starter")
    refuse_twice([card for card in cards if card])
    return AskedHand(cards, bool(inputs.get("crib")), at)


def read_play(inputs: Mapping[str, str]) -> tuple[Card, ...]:
    """Read the cards of one count, including newly tapped or typed ones. Raises RefusedError."""
    cards = read_cards(" ".join(inputs.get(name, "") for name in ("cards", "card", "typed")))
    if cards:
        counting.check_play(cards)
    return cards
