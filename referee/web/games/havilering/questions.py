"""Questions to the referee in the query string, so that they can be linked and bookmarked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from referee.cards import Card
from referee.faults import Fault, RefusedError
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.results import TRICKS_IN_A_HAND, Trick
from referee.games.havilering.shapes import WORTHS
from referee.games.havilering.state import Match
from referee.games.havilering.tricks import Values
from referee.games.havilering.verdict import ScoreQuestion
from referee.games.kit.sides import SEATS
from referee.season import Season
from referee.web.components import picking

_SEASONS = {season.value: season for season in Season}
_PUBLISHED = Values()


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that may be incomplete."""

    cards: tuple[Card | None, ...]
    question: ScoreQuestion
    """The question with the cards so far."""
    at: int | None = None
    """The place of the card that is being changed."""

    @property
    def complete(self) -> bool:
        """True if all four cards are given, and none is being changed."""
        return len(self.question.cards) == 4 and self.at is None

    @property
    def next_place(self) -> int | None:
        """The place of the next card, or None."""
        return picking.next_place(self.cards, self.at)

    def query(self) -> dict[str, Any]:
        """The question as URL parameters."""
        at = {} if self.at is None else {"at": self.at}
        return query(self.question) | {"cards": picking.write_places(self.cards)} | at


def query(question: ScoreQuestion) -> dict[str, Any]:
    """A question as URL parameters. Defaults are omitted, except the season, whose default changes."""
    values = question.values
    parts: dict[str, Any] = {"cards": picking.write_places(question.cards), "season": question.season.value}
    if question.leader != SEATS[0]:
        parts["leader"] = question.leader
    if question.dealer:
        parts["dealer"] = question.dealer
    if question.last:
        parts["thirteenth"] = 1
    if values.jack_havel != _PUBLISHED.jack_havel:
        parts["jack_havel"] = values.jack_havel
    if values.jack_havel_dealer != _PUBLISHED.jack_havel_dealer:
        parts["jack_havel_dealer"] = values.jack_havel_dealer
    return parts | {item.value: points for item, points in values.house.items() if points != PUBLISHED_VALUES[item]}


def read(inputs: Mapping[str, str], usual: ScoreQuestion) -> Asking:
    """Read a question, including newly tapped or typed cards. Raises RefusedError.

    Missing or invalid parameters are taken from `usual`.
    """
    cards, at = picking.read_picks(inputs, 4, "A trick is four cards")
    down = tuple(card for card in cards if card)
    if len(set(down)) < len(down):
        raise RefusedError(Fault("card-twice", "A card is there twice: a trick is four different ones."))
    question = ScoreQuestion(
        cards=down,
        season=_SEASONS.get(inputs.get("season", ""), usual.season),
        leader=_seat(inputs, "leader") or usual.leader,
        dealer=_seat(inputs, "dealer") or usual.dealer,
        last=bool(inputs.get("thirteenth")) or usual.last,
        values=_values(inputs, usual.values),
    )
    return Asking(cards, question, at)


def _seat(inputs: Mapping[str, str], name: str) -> str:
    return inputs[name] if inputs.get(name) in SEATS else ""


def read_what_can_be(inputs: Mapping[str, str], usual: ScoreQuestion) -> tuple[Asking, list[str]]:
    """Read the valid part of a question; returns it with the errors of the rest."""
    return picking.read_what_can_be(partial(read, usual=usual), inputs)


def unknown_words(inputs: Mapping[str, str]) -> list[str]:
    """Errors for the parameters that cannot be read: the question would be another one without them."""
    known = {"season": _SEASONS, "leader": SEATS, "dealer": SEATS}
    points = ("jack_havel", "jack_havel_dealer", *(item.value for item in PUBLISHED_VALUES))
    wrong = [
        f"{name.replace('_', ' ')}: “{inputs[name][:20]}” is not a whole number from 0 to 99."
        for name in points
        if inputs.get(name) and _points(inputs[name]) is None
    ]
    return [*picking.unknown_words(inputs, known), *wrong]


def _points(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,3}", text) and int(text) in WORTHS else None


def _values(inputs: Mapping[str, str], usual: Values) -> Values:
    def points(name: str, usually: int) -> int:
        read = _points(inputs.get(name, ""))
        return usually if read is None else read

    house = {item: points(item.value, usual.of(item, dealer_won=False)) for item in PUBLISHED_VALUES}
    return Values(
        points("jack_havel", usual.jack_havel),
        points("jack_havel_dealer", usual.jack_havel_dealer),
        {item: worth for item, worth in house.items() if worth != PUBLISHED_VALUES[item]},
    )


def about(match: Match, trick: Trick) -> ScoreQuestion:
    """The question for a trick of a match."""
    return replace(
        at_table(match),
        cards=trick.cards,
        season=match.season_of(trick),
        leader=trick.leader,
        dealer=match.dealer_of(trick),
        last=trick.number == TRICKS_IN_A_HAND,
    )


def at_table(match: Match) -> ScoreQuestion:
    """The question for the trick in play, without its cards."""
    last = match.in_hand == TRICKS_IN_A_HAND - 1
    return ScoreQuestion((), match.season, match.leader, match.dealer, last, match.setup.rules.values)
