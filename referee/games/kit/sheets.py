"""Matches written out: as plain data for JSON, and the shared parts of text score sheets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any

from referee.cards import Card, Suit
from referee.english import times
from referee.games.kit.sides import SIDES, Pair
from referee.moments import day_and_time


def written(thing: Any, names: str, sides: Sequence[str] = SIDES) -> dict[str, Any]:
    """Some values of a thing as plain data, by their `names`: `winner points=score` has the score as `points`."""
    return {key: _plain(value(thing), sides) for key, value in _getters(names).items()}


@cache
def _getters(names: str) -> dict[str, Callable[[Any], Any]]:
    pairs = (name.split("=") for name in names.split())
    return {key: attrgetter(*(source or [key])) for key, *source in pairs}


def _plain(value: Any, sides: Sequence[str]) -> Any:
    """A value as plain data: a card by its code, a suit by its letter, a pair of numbers by its sides."""
    match value:
        case Card():
            return value.code
        case Suit():
            return value.letter
        case Enum():
            return value.value
        case Pair():
            return value.by_side(sides)
        case tuple():
            return [_plain(each, sides) for each in value]
        case Mapping():
            return {key: _plain(each, sides) for key, each in value.items()}
    return value


def sheet(match: Any, title: str, lines: Iterable[str], words: Mapping[Any, str]) -> str:
    """A readable score sheet: the players by the words for their seats, the title, the date, and what was played."""
    setup = match.setup
    players = ", ".join(f"{words[seat]} {name}" for seat, name in setup.players.items())
    return "\n".join([players, title, f"Opened {day_and_time(setup.started)}", *lines]) + "\n"


def dealt_again(deal: Any) -> str:
    """The number of times that a deal was dealt, `, dealt twice`; empty for once."""
    return f", dealt {times(deal.misdeals + 1)}" if deal.misdeals else ""
