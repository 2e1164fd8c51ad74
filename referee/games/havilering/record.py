"""The match record as JSON, for exchange with other programs.

Reading checks only the shape, and reports every fault with its place; `outcome.replay` checks whether the actions are
legal. Web forms and the database use the same functions.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC
from typing import Any

from referee.cards import Card, codes
from referee.faults import RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.game import Record
from referee.games.havilering.actions import (
    Action,
    Adjust,
    Answer,
    Claim,
    Deal,
    Misdeal,
    Muggins,
    Play,
    Reply,
    Setup,
)
from referee.games.havilering.combinations import Item
from referee.games.havilering.match import begin, step
from referee.games.havilering.seats import SEAT_NAMED, Seat, Side
from referee.games.havilering.setups import SETUP_KEYS, setup_from, told_apart, write_setup
from referee.season import season_at

FORMAT, VERSION = "havilering-match", 1
REASON_LENGTH = 200
ADJUSTMENTS, COUNTS = range(-1000, 1001), range(100)
_ITEMS = {item.value: item for item in Item}


MatchRecord = Record[Setup, Action]


def parse(text: str | bytes) -> MatchRecord:
    """Read a record from JSON. Raises RefusedError with every fault and its place."""
    return read(parse_json(text))


def read(data: object) -> MatchRecord:
    """Read a record from parsed JSON. Raises RefusedError with every fault and its place."""
    reader = FieldReader()
    fields = reader.fields(data, "the record", ("format", "version", *SETUP_KEYS, "actions"), optional=("rules",))
    if "format" in fields and fields["format"] != FORMAT:
        reader.fail("format", f"is not “{FORMAT}”, so this is not a match record")
    reader.version(fields, VERSION)
    setup = setup_from(reader, fields)
    if "players" in fields:
        told_apart(reader, fields["players"])
    entries = fields.get("actions", [])
    if not isinstance(entries, list):
        reader.fail("actions", "is not a list")
        entries = []
    actions = [_action(reader, entry, f"action {number}") for number, entry in enumerate(entries, 1)]
    reader.done()
    assert setup is not None
    return Record(setup, tuple(action for action in actions if action is not None))


def read_action(data: object) -> Action:
    """Read one action. Raises RefusedError with every fault."""
    reader = FieldReader()
    action = _action(reader, data, "action")
    reader.done()
    assert action is not None
    return action


def write(record: MatchRecord) -> dict[str, Any]:
    """The record as plain data for JSON; `read` gives an equal record back."""
    actions = [write_action(action) for action in _plain(record).actions]
    return {"format": FORMAT, "version": VERSION, **write_setup(record.setup), "actions": actions}


def _plain(record: MatchRecord) -> MatchRecord:
    """The record without the leaders of tricks whose lead it was. Rule 9.6."""
    if not any(isinstance(action, Play) and action.leader for action in record.actions):
        return record
    match, actions = begin(record.setup, season_at), list(record.actions)
    for number, action in enumerate(actions):
        if isinstance(action, Play) and action.leader is match.leader:
            actions[number] = replace(action, leader=None)
        try:
            match = step(match, action)
        except RefusedError:
            break
    return replace(record, actions=tuple(actions))


def digest(record: MatchRecord) -> str:
    """A hash that only equal records share."""
    record = _plain(record)
    timeless = replace(record, actions=tuple(replace(action, at=None) for action in record.actions))
    times = [record.setup.started, *(action.at for action in record.actions)]
    # Normalise the times, so that the UTC offset makes no difference.
    moments = [moment and moment.astimezone(UTC).isoformat() for moment in times]
    text = json.dumps([write(timeless) | {"started": ""}, moments], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def write_action(action: Action) -> dict[str, Any]:
    """One action as plain data for JSON."""
    match action:
        case Play():
            data: dict[str, Any] = {"type": "trick", "cards": codes(action.cards), **_if_any("leader", action.leader)}
        case Claim():
            data = {"type": "claim", "items": _write_items(action.items)}
        case Muggins():
            data = {"type": "muggins", "by": action.by.value, "items": _write_items(action.items)}
        case Reply():
            data = {"type": "reply", "answer": action.answer.value, **_if_any("player", action.player)}
        case Adjust():
            data = {"type": "adjust", "side": action.side.value, "points": action.points, "reason": action.reason}
        case Deal():
            data = {"type": "deal"}
        case Misdeal():
            data = {"type": "misdeal"}
    if action.at is not None:
        data["at"] = action.at.isoformat()
    return data


def action_type(action: Action) -> str:
    """The name of an action's kind in a record."""
    return str(write_action(action)["type"])


def _if_any(key: str, seat: Seat | None) -> dict[str, str]:
    """An optional key with a seat."""
    return {key: seat.value} if seat else {}


def _write_items(items: Mapping[Item, int]) -> dict[str, int]:
    return {item.value: count for item, count in items.items()}


_SIDES = {side.value: side for side in Side}
_ANSWERS = {answer.value: answer for answer in Answer}
_ACTION_KEYS: dict[str, tuple[str, ...]] = {
    "trick": ("cards",),
    "claim": ("items",),
    "muggins": ("by", "items"),
    "deal": (),
    "reply": ("answer",),
    "misdeal": (),
    "adjust": ("side", "points", "reason"),
}

_OPTIONAL_KEYS = {"trick": ("leader",), "reply": ("player",)}


def _action(reader: FieldReader, data: object, place: str) -> Action | None:
    """Read one action; None only if a fault was noted."""
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _ACTION_KEYS:
        reader.fail(place, f"has no type that is understood: {', '.join(_ACTION_KEYS)}")
        return None
    place = f"{place} ({kind})"
    before = reader.count
    fields = reader.fields(data, place, ("type", *_ACTION_KEYS[kind]), ("at", *_OPTIONAL_KEYS.get(kind, ())))
    at = reader.moment(fields["at"], f"{place}: at") if "at" in fields else None
    if reader.count > before:
        return None
    match kind:
        case "trick":
            return Play(card_list(reader, fields["cards"], place), _seat(reader, fields, "leader", place), at=at)
        case "claim":
            return Claim(_items(reader, fields["items"], place), at=at)
        case "muggins":
            by = reader.among(fields["by"], f"{place}: by", SEAT_NAMED, Seat.N)
            return Muggins(by, _items(reader, fields["items"], place), at=at)
        case "reply":
            answer = reader.among(fields["answer"], f"{place}: answer", _ANSWERS, Answer.NO)
            return Reply(answer, _seat(reader, fields, "player", place), at=at)
        case "adjust":
            side = reader.among(fields["side"], f"{place}: side", _SIDES, Side.NS)
            points = reader.whole(fields["points"], f"{place}: points", ADJUSTMENTS)
            return Adjust(side, points, reader.words(fields["reason"], f"{place}: reason", REASON_LENGTH), at=at)
        case "deal":
            return Deal(at=at)
        case _:
            return Misdeal(at=at)


def card_list(reader: FieldReader, data: object, place: str) -> tuple[Card, ...]:
    """A list of card codes, in any usual spelling. Rule 1.5."""
    return reader.cards(data, f"{place}: cards", "a trick has four")


def _seat(reader: FieldReader, fields: Mapping[str, object], key: str, place: str) -> Seat | None:
    """An optional seat."""
    return reader.among(fields[key], f"{place}: {key}", SEAT_NAMED, Seat.N) if key in fields else None


def _items(reader: FieldReader, data: object, place: str) -> dict[Item, int]:
    if not isinstance(data, dict):
        reader.fail(f"{place}: items", "is not an object of items")
        return {}
    items = {}
    for key, count in data.items():
        if key in _ITEMS:
            items[_ITEMS[key]] = reader.whole(count, f"{place}: {key}", COUNTS)
        else:
            reader.fail(f"{place}: items", f"has “{key[:40]}”, which is not one of {', '.join(_ITEMS)}")
    return items
