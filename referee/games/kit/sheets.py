"""The shared parts of text score sheets."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.english import times
from referee.moments import day_and_time


def sheet(match: Any, title: str, lines: Iterable[str], words: Mapping[Any, str]) -> str:
    """A readable score sheet: the players by the words for their seats, the title, the date, and what was played."""
    setup = match.setup
    players = ", ".join(f"{words[seat]} {name}" for seat, name in setup.players.items())
    return "\n".join([players, title, f"Opened {day_and_time(setup.started)}", *lines]) + "\n"


def dealt_again(deal: Any) -> str:
    """The number of times that a deal was dealt, `, dealt twice`; empty for once."""
    return f", dealt {times(deal.misdeals + 1)}" if deal.misdeals else ""
