"""Turns: the place of an entry in a match, `deal.misdeals.entries.dealt`. A misdeal starts the deal's turns anew.

The last part has the games that are over and the dealer, so that a card shown belongs to one deal only.
"""

from collections.abc import Sequence
from dataclasses import replace

from referee.games.grevjass.actions import Action
from referee.games.grevjass.legality import may_be_entered
from referee.games.grevjass.state import Match

LONGEST = 60
"""The maximum length of a turn in characters."""


def turn_of(match: Match) -> str:
    """The turn of the entry that comes next."""
    misdeals, entries = (match.deal.misdeals, len(match.deal.entries)) if match.deal else (match.misdeals, 0)
    return f"{match.number}.{misdeals}.{entries}.{len(match.games)}{match.dealer}"


def is_due(match: Match, turn: str, actions: Sequence[Action]) -> bool:
    """Whether actions made for a turn fit the current state of the match."""
    return turn == turn_of(match) and all(may_be_entered(action, match.phase) for action in actions[:1])


def is_entered(match: Match, turn: str, actions: Sequence[Action]) -> bool:
    """Whether that turn has been entered already with the same content."""
    number, misdeals, place = _read(turn)
    deals = match.all_deals
    if len(actions) != 1 or not 1 <= number <= len(deals):
        return False
    deal = deals[number - 1]
    is_there = deal.misdeals == misdeals and place < len(deal.entries)
    return is_there and bool(deal.entries[place] == replace(actions[0], at=None))


def _read(turn: str) -> tuple[int, int, int]:
    """The numbers of a turn; zeros if it is invalid."""
    parts = turn[:LONGEST].split(".")
    if len(parts) != 4 or not all(part.isdecimal() and part.isascii() for part in parts[:3]):
        return 0, 0, 0
    number, misdeals, place = map(int, parts[:3])
    return number, misdeals, place
