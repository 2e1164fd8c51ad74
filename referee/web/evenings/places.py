"""The place of a match in an evening of several tables, as its table shows it."""

from dataclasses import dataclass

from flask import url_for

from referee.books.permissions import Permission
from referee.web.evenings.screen import EveningScreen
from referee.web.permissions import visitor
from referee.web.services import evenings


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a match in an evening; round and table are numbered from 1."""

    evening: int
    name: str
    round: int
    table: int


def evening_of(place: Place) -> str:
    """The address that leads a visitor from a table to the evening."""
    permission = visitor().permission_for_evening(place.evening)
    view = "evening" if permission is Permission.KEEP else "seat" if permission is Permission.SCORE else "board"
    return url_for(f"evenings.{view}", evening_id=place.evening, stay=place.round if view == "seat" else None)


def round_until(match_id: int) -> str:
    """Return the time at which a match's round ends; empty if it has none, or if the round is past."""
    found = evenings().store.of_match(match_id)
    screen = EveningScreen(evenings().current(found[0])) if found else None
    is_now = screen is not None and found is not None and found[1] + 1 == screen.round
    return screen.until.isoformat() if screen and screen.until and is_now else ""


def place_of(match_id: int) -> Place | None:
    """The place of a match in an evening; None if it belongs to none."""
    found = evenings().store.of_match(match_id)
    if found is None:
        return None
    number, at, table = found
    evening = evenings().evening(number)
    is_there = 0 <= at < len(evening.rounds) and table < len(evening.rounds[at].tables)
    label = evening.rounds[at].all_numbers[table] if is_there else table + 1
    return Place(number, evening.setup.name, at + 1, label)
