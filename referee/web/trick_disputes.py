"""A game's page that rules on the cards of any trick: who takes them, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import PACK, SUITS, Card, Suit, codes, read_suit
from referee.english import in_words
from referee.faults import RefusedError
from referee.games.kit.questions import Rule, TrickQuestion
from referee.games.kit.sides import SEAT_WORDS
from referee.games.rulebook import Example
from referee.web.components import picking
from referee.web.forms import form_page
from referee.web.permissions import needs


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickDispute:
    """The parts of a game's page."""

    pages: Blueprint
    """The blueprint of its disputes."""
    title: str
    """The game's name for people."""
    rule: Rule
    pad: Sequence[Any]
    pack: Sequence[Card]
    suit: tuple[str, str]
    """The parameter for the trump suit or the chosen suit, and the words for it."""
    style: str
    """The game's style of the pad."""
    seats: Mapping[str, str] = field(default_factory=lambda: SEAT_WORDS)
    """The words for the seats in order of play."""
    last: str = ""
    """The words for the last trick, if it counts."""
    path: str = "/dispute"
    template: str = "components/trick.html"
    answer: str = "components/_trick_answer.html"
    """The template of the ruling."""

    @property
    def look(self) -> str:
        """The class of the page: the name of the game, which the style may also use."""
        return self.pages.name.removesuffix("_disputes")

    def register(self) -> "TrickDispute":
        """Add the page to the blueprint."""
        self.pages.add_url_rule(self.path, "trick", needs(Permission.GUEST)(lambda: self._page()))
        return self

    def address(self, question: TrickQuestion) -> str:
        """The address that answers a question."""
        there = self._there(".".join(codes(question.cards)), None, question.suit, question.leader, question.last)
        return url_for(f"{self.pages.name}.trick", **there)

    def link_of(self, example: Example) -> str | None:
        """The address of the answer to an example of the rules, if it is of a trick."""
        return self.address(example.question) if isinstance(example.question, TrickQuestion) else None

    def _there(self, cards: str, at: int | None, suit: Suit | None, leader: str, last: bool) -> dict[str, Any]:
        chosen = suit.letter if suit else None
        return {"cards": cards, "at": at, self.suit[0]: chosen, "leader": leader, "last": 1 if last else None}

    def _page(self) -> ResponseReturnValue:
        """The page; the question is in the query string."""
        inputs = request.args.to_dict()
        seats = tuple(self.seats)
        number = len(seats)
        (cards, at), errors = picking.read_what_can_be(
            lambda typed_in: picking.read_picks(typed_in, number, f"A trick is {in_words(number)} cards"), inputs
        )
        suit, leader = _suit(inputs.get(self.suit[0], "")), inputs.get("leader", "")
        leader, last = leader if leader in seats else seats[0], bool(self.last and inputs.get("last"))
        written = picking.write_places(cards)
        if not errors and any(inputs.get(name) for name in ("card", "typed", "pick")):
            return redirect(url_for(f"{self.pages.name}.trick", **self._there(written, at, suit, leader, last)), 303)
        down, answer = tuple(card for card in cards if card), None
        if suit and len(down) == number and at is None and not errors:
            try:
                answer = self.rule(TrickQuestion(down, suit, leader, last, seats))
            except RefusedError as refused:
                errors = [fault.text for fault in refused.faults]
        return form_page(
            self.template,
            errors,
            disputes=self,
            cards=cards,
            written=written,
            at=at,
            next=picking.next_place(cards, at),
            suit=suit,
            leader=leader,
            last=last,
            answer=answer,
            typed=inputs.get("typed", "") if errors else "",
            suits=SUITS[::-1],
            seats=self.seats,
            order=seats[seats.index(leader) :] + seats[: seats.index(leader)],
            number=in_words(number),
            dead=set(PACK) - set(self.pack),
        )


def _suit(text: str) -> Suit | None:
    """The suit of a letter; None if nobody has chosen one."""
    try:
        return read_suit(text)
    except RefusedError:
        return None
