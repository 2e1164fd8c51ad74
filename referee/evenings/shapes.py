"""Evenings as plain data for JSON: their setups and actions."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from referee.evenings.actions import (
    Action,
    Begin,
    Come,
    End,
    Enter,
    EnterAll,
    EveningSetup,
    Extend,
    Fix,
    Handicap,
    Leave,
    Length,
    Movement,
    Pause,
    Ranking,
    Rename,
    Reseat,
    Resume,
    Score,
    Sitting,
    Unseat,
)
from referee.evenings.rounds import Round, Shape, Unit
from referee.faults import DamagedError, Fault, RefusedError
from referee.fields import NAME_LENGTH, read_value

T = TypeVar("T")
UNREADABLE = (DamagedError, RefusedError, ArithmeticError, LookupError, TypeError, ValueError)
"""Exceptions that folding a damaged log may raise."""


def write_setup(setup: EveningSetup) -> dict[str, Any]:
    """A setup as plain data."""
    shape = setup.shape
    return {
        "name": setup.name, "game": setup.game, "shape": [shape.sides, shape.size, shape.least, shape.most],
        "fixed": setup.is_fixed, "movement": setup.movement.value, "length": setup.length.value,
        "number": setup.number, "rules": setup.rules, "sitting": setup.sitting.value,
        "ranking": setup.ranking and setup.ranking.value, "kinds": list(setup.kinds),
    }  # fmt: skip


def read_setup(data: Any) -> EveningSetup:
    """A setup of plain data. Raises RefusedError."""
    return _read(lambda: EveningSetup(
        _line(data["name"]), _line(data["game"]), Shape(*map(_whole, data["shape"])), data["fixed"] is True,
        Movement(data["movement"]), Length(data["length"]), _whole(data["number"]), _line(data["rules"]),
        Sitting(data.get("sitting", "nothing")), Ranking(data["ranking"]) if data.get("ranking") else None,
        _kinds(data.get("kinds", ("Ladies", "Gentlemen"))),
    ))  # fmt: skip


def write_action(action: Action) -> dict[str, Any]:
    """An action as plain data."""
    match action:
        case Come() | Leave() | Handicap() | Fix():
            return _write_people(action)
        case Begin(seats, matches, at):
            return {"type": "round", **_write_seats(seats), "matches": list(matches), "at": at.isoformat()}
        case Reseat(number, seats, matches, was):
            places = {"matches": list(matches), "was": list(was)}
            return {"type": "seats", "round": number, **_write_seats(seats), **places}
        case Unseat():
            return {"type": "unseat"}
        case Pause() | Resume() | Extend():
            return _write_time(action)
        case EnterAll(results):
            return {"type": "results", "results": [write_action(each) for each in results]}
        case Enter(number, table, scores):
            written = [[score.points, score.games] for score in scores] if scores is not None else None
            return {"type": "result", "round": number, "table": table, "scores": written}
        case Rename(name):
            return {"type": "rename", "name": name}
        case End():
            return {"type": "end"}


def _write_people(action: Come | Leave | Handicap | Fix) -> dict[str, Any]:
    match action:
        case Come(units, kind):
            return {"type": "come", "units": [list(unit) for unit in units], **({"kind": kind} if kind else {})}
        case Leave(unit):
            return {"type": "leave", "unit": list(unit)}
        case Handicap(unit, points):
            return {"type": "handicap", "unit": list(unit), "points": points}
        case Fix(unit, table):
            return {"type": "fix", "unit": list(unit), "table": table}


def _write_time(action: Pause | Resume | Extend) -> dict[str, Any]:
    match action:
        case Pause(at) | Resume(at):
            return {"type": "pause" if isinstance(action, Pause) else "resume", "at": at.isoformat()}
        case Extend(minutes):
            return {"type": "extend", "minutes": minutes}


def read_action(data: Any) -> Action:
    """An action of plain data. Raises RefusedError."""
    return _read(lambda: _ACTIONS[data["type"]](data))


def _unit(data: Any) -> Unit:
    return tuple(map(_name, data))


def _write_seats(seats: Round) -> dict[str, Any]:
    tables = [[[list(unit) for unit in side] for side in table] for table in seats.tables]
    numbers = {"numbers": list(seats.numbers)} if seats.numbers else {}
    return {"tables": tables, "out": [list(unit) for unit in seats.out], **numbers}


def _seats(data: Any) -> Round:
    tables = tuple(tuple(tuple(map(_unit, side)) for side in table) for table in data["tables"])
    return Round(tables, tuple(map(_unit, data["out"])), _wholes(data.get("numbers", ())))


def _wholes(data: Any) -> tuple[int, ...]:
    return tuple(map(_whole, data))


def _enter(data: Any) -> Enter:
    scores = data["scores"]
    read = None if scores is None else tuple(Score(*map(_whole, each)) for each in scores)
    return Enter(_whole(data["round"]), _whole(data["table"]), read)


_ACTIONS: dict[str, Callable[[Any], Action]] = {
    "come": lambda data: Come(tuple(map(_unit, data["units"])), int(data.get("kind", 0) == 1)),
    "leave": lambda data: Leave(_unit(data["unit"])),
    "round": lambda data: Begin(_seats(data), _wholes(data["matches"]), _moment(data["at"])),
    "seats": lambda data: Reseat(_whole(data["round"]), _seats(data), _wholes(data["matches"]), _wholes(data["was"])),
    "unseat": lambda data: Unseat(),
    "pause": lambda data: Pause(_moment(data["at"])),
    "resume": lambda data: Resume(_moment(data["at"])),
    "extend": lambda data: Extend(_whole(data["minutes"])),
    "result": _enter,
    "results": lambda data: EnterAll(tuple(map(_enter, data["results"]))),
    "handicap": lambda data: Handicap(_unit(data["unit"]), _whole(data["points"])),
    "fix": lambda data: Fix(_unit(data["unit"]), _whole(data["table"])),
    "rename": lambda data: Rename(_line(data["name"])),
    "end": lambda data: End(),
}


def _kinds(data: Any) -> tuple[str, str]:
    first, second = map(_line, data)
    return first, second


def _name(data: Any) -> str:
    name = read_value(lambda reader: reader.name(data, "A player"))
    if name != data:
        raise ValueError
    return name


def _line(data: Any) -> str:
    return read_value(lambda reader: reader.words(data, "A name", NAME_LENGTH))


def _moment(data: Any) -> datetime:
    moment = read_value(lambda reader: reader.moment(data, "A round's beginning"))
    assert moment
    return moment


def _whole(data: Any) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or abs(data) >= 2**31:
        raise TypeError
    return data


def _read(build: Callable[[], T]) -> T:
    try:
        return build()
    except (LookupError, AttributeError, TypeError, ValueError) as error:
        raise RefusedError(Fault("bad-evening", "The evening cannot be read.")) from error
