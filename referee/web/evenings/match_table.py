"""The evening's table at which a match is played: its round and number, the time left, and the first dealer."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import url_for

from referee.books.permissions import Permission
from referee.match.current import CurrentMatch, StaleError
from referee.web.permissions import visitor
from referee.web.services import evenings, service


@dataclass(frozen=True, slots=True)
class EveningTable:
    """The evening's table at which a match is played; round and table are numbered from 1. 0 if it is set aside."""

    evening: int
    name: str
    round: int
    table: int


def evening_address(table: EveningTable) -> str:
    """The address that leads a visitor from a table to the evening."""
    permission = visitor().permission_for_evening(table.evening)
    view = "evening" if permission is Permission.OWN else "seat" if permission is Permission.SCORE else "board"
    return url_for(f"evenings.{view}", evening_id=table.evening, stay=table.round if view == "seat" else None)


@dataclass(frozen=True, slots=True)
class RoundTime:
    """The time of a timed round, as a table shows it."""

    until: str
    """The time at which it ends; empty while it is paused."""
    left: int
    """The minutes left while it is paused."""


def round_time(match_id: int) -> RoundTime | None:
    """Return the time of a match's round; None if it has none, or if the round is past."""
    position = evenings().of_match(match_id)
    evening = evenings().evening(position[0]) if position else None  # Avoid reading the results of all tables.
    if evening is None or position is None or position[1] + 1 != len(evening.rounds):
        return None
    if evening.paused_with is not None:
        return RoundTime("", evening.paused_with)
    return RoundTime(evening.ends.isoformat(), 0) if evening.ends else None


def evening_mark(match_id: int) -> str:
    """Return a fingerprint of what a table shows of its evening; empty if the match belongs to none."""
    if evenings().of_match(match_id) is None:
        return ""
    return hashlib.sha256(repr((evenings().notice(match_id), round_time(match_id))).encode()).hexdigest()[:8]


def first_dealer(match_id: int) -> tuple[str, Mapping[Any, str]] | None:
    """The seat of the player who deals first at an evening's table, and the players who could, by seat; None once
    something was played, or if there is no evening."""
    current = service().current(match_id)
    if _has_begun(current) or not evenings().store.of_match(match_id) or visitor().permission_for_match(
        match_id) < Permission.SCORE:  # fmt: skip
        return None
    return current.game.setups.write(current.setup)["dealer"], current.game.setups.players(current.setup)


def _has_begun(current: CurrentMatch[Any]) -> bool:
    """True if a match has entries other than corrections of its start."""
    return current.version > 0 and service().database.count_corrections(current.id) < current.version


def deal_first(match_id: int, seat: str) -> None:
    """Let another player deal first, unless something is entered meanwhile. Raises RefusedError."""
    current = service().current(match_id)
    if first_dealer(match_id) is None or seat not in current.game.setups.players(current.setup):
        return
    setup = current.game.setups.read({**current.game.setups.write(current.setup), "dealer": seat})
    trial = service().trial(match_id, setup=setup)
    if not trial.changes_nothing:
        key = f"dealer-{seat}-{trial.current.version}"
        with suppress(StaleError):
            service().correct(match_id, trial.current.version, key, trial.edits, setup=trial.setup)


def evening_table(match_id: int) -> EveningTable | None:
    """The evening's table at which a match is played; None if it belongs to no evening."""
    position = evenings().of_match(match_id)
    if position is None:
        return None
    number, at, place = position
    evening = evenings().evening(number)
    is_there = 0 <= at < len(evening.rounds) and place < len(evening.rounds[at].tables)
    label = evening.rounds[at].all_numbers[place] if is_there else place + 1
    return EveningTable(number, evening.setup.name, at + 1, label)
