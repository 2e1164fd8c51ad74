"""The shapes of the actions that are the same in every sitting."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.fields import FieldReader
from referee.games.kit.records import Kind
from referee.games.kit.values import POINTS, REASON, TRUTH, Value, Widget, cards
from referee.games.sittings.actions import Adjust, Count, Finish, Misdeal, Play, Settle, SittingSetup

MANY_CARDS = 10_000


def taken(seats: Iterable[str], most: int) -> Value[dict[str, int]]:
    """The number that each seat of the table took, none above the total."""
    known = tuple(seats)

    def read(reader: FieldReader, value: object, place: str) -> dict[str, int]:
        given = reader.fields(value, place, (), known)
        return {seat: reader.whole(count, f"{place}.{seat}", range(most + 1)) for seat, count in given.items()}

    def misfit(setup: SittingSetup, taken: Mapping[str, int]) -> str | None:
        if set(taken) != set(setup.seats):
            return f"does not have each of the seats {', '.join(setup.seats)}, and only those"
        return None if max(taken.values()) <= setup.total else f"has a number above {setup.total}"

    return Value(read, dict, Widget.NUMBER_OF_EACH, misfit)


def usual_kinds(seat: Value[str], expected: str, taken: Value[dict[str, int]]) -> dict[str, Kind[Any]]:
    """The types of action of every sitting; `expected` says how many cards a trick has."""
    return {
        "trick": Kind(Play, {"cards": cards(expected, MANY_CARDS)}, {"leader": seat}, in_turn=True),
        "count": Kind(Count, {"taken": taken}, in_turn=True),
        "misdeal": Kind(Misdeal, optional={"again": TRUTH}),
        "settle": Kind(Settle, in_turn=True),
        "adjust": Kind(Adjust, {"player": seat, "points": POINTS, "reason": REASON}),
        "finish": Kind(Finish),
    }
