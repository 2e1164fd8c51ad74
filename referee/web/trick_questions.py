"""A game's pages about the cards of any trick: one that rules who takes them and why, and practice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.cards import PACK, SUITS, Card, Suit, codes, read_cards, read_suit
from referee.english import in_words
from referee.faults import RefusedError
from referee.games.kit.questions import Rule, TrickQuestion, checked_trick
from referee.games.kit.sides import SEAT_WORDS
from referee.games.rulebook import Example
from referee.web.asked_from import asked_from
from referee.web.components import picking
from referee.web.forms import form_page
from referee.web.permissions import needs
from referee.web.practice import Practice


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
    pack_of: Callable[[Any], Sequence[Card]] | None = None
    """The pack of a match, if the house rules choose it."""
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
        (suit, no_suit), leader = suit_of(inputs.get(self.suit[0], "")), inputs.get("leader", "")
        errors += [*no_suit, *picking.unknown_words(inputs, {"leader": seats})]
        leader, last = leader if leader in seats else seats[0], bool(self.last and inputs.get("last"))
        written = picking.write_places(cards)
        if not errors and any(inputs.get(name) for name in ("card", "typed", "pick")):
            return redirect(url_for(f"{self.pages.name}.trick", **self._there(written, at, suit, leader, last)), 303)
        current = asked_from() if self.pack_of else None
        pack = self.pack_of(current.match) if self.pack_of and current else self.pack
        down, answer = tuple(card for card in cards if card), None
        if suit and len(down) == number and at is None and not errors:
            try:
                question = TrickQuestion(down, suit, leader, last, seats)
                checked_trick(question, pack)
                answer = self.rule(question)
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
            dead=set(PACK) - set(pack),
        )


def suit_of(text: str) -> tuple[Suit | None, list[str]]:
    """The suit of a letter, or None with the errors, if somebody has chosen one."""
    try:
        return (read_suit(text) if text else None), []
    except RefusedError as refused:
        return None, [fault.text for fault in refused.faults]


class TrickPractice(Practice):
    """The practice of a game that rules on such tricks. A question has the codes of the cards and of the suit."""

    template = "components/trick_practice.html"
    dispute: ClassVar[TrickDispute]
    suit_word: ClassVar[str] = "Trumps"

    def question_of(self, data: dict[str, Any]) -> TrickQuestion:
        """A question as the referee reads it."""
        cards, suit = read_cards(" ".join(data["cards"])), read_suit(data[self.dispute.suit[0]])
        return TrickQuestion(cards, suit, last=data.get("last", False), seats=tuple(self.dispute.seats))

    def ruling(self, data: dict[str, Any]) -> Any:
        """The answer to a question."""
        return self.dispute.rule(self.question_of(data))

    def variables(self, data: dict[str, Any], is_answered: bool) -> dict[str, Any]:
        """The cards and the suit, and after the answer its explanation."""
        question = self.question_of(data)
        answer = self.ruling(data) if is_answered else None
        return {"question": question, "answer": answer, "what_if": self.dispute.address(question)}


class WhoTakesIt(TrickPractice):
    """Practice in which the player taps the card that takes the trick."""

    question, answered = "Which card takes it?", "Which card took it?"
    legend = "The trick goes to"

    def worth(self, data: dict[str, Any]) -> int:
        """The place of the card that takes it."""
        place: int = self.ruling(data).place
        return place

    def words(self, data: dict[str, Any], answer: int) -> str:
        """The card."""
        return self.question_of(data).cards[answer].name

    def explanation(self, data: dict[str, Any]) -> str:
        """The card that takes it, and why."""
        reason: str = self.ruling(data).reason
        return reason
