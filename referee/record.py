"""The match record: what people did, as JSON that other programs read and write.

Reading checks shape only, and tells every fault with its place; whether an action is allowed is for the rules
to say (`outcome.replay`). The web's forms and the book go through here too: one way in, one way out.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.cards import Card, codes, read_card
from referee.faults import Fault, RefusedError
from referee.havilering.actions import (
    Action,
    Adjust,
    Answer,
    Claim,
    Deal,
    Misdeal,
    Muggins,
    Play,
    Reply,
    Rules,
    Setup,
)
from referee.havilering.combinations import PUBLISHED_VALUES, Item
from referee.havilering.seasons import Season
from referee.havilering.seats import SEAT_NAMED, SEATS, Seat, Side
from referee.havilering.tricks import Values
from referee.reading import Reading

FORMAT, VERSION = "havilering-match", 1
REASON_LENGTH = 200
TARGETS, MATCH_LENGTHS, POINTS = range(11, 1001), range(1, 100, 2), range(100)
ADJUSTMENTS, COUNTS = range(-1000, 1001), range(100)
SEASONS: dict[str, Season | None] = {"auto": None, **{season.value: season for season in Season}}
_ITEMS = {item.value: item for item in Item}
_HOUSE_ITEMS = {item.value: item for item in PUBLISHED_VALUES}


@dataclass(frozen=True, slots=True)
class Record:
    """A match as people played it."""

    setup: Setup
    actions: tuple[Action, ...]


def parse(text: str | bytes) -> Record:
    """Read a record from JSON. Raises RefusedError with every fault and its place."""
    return read(parse_json(text))


def parse_json(text: str | bytes) -> Any:
    """Read JSON of any shape. Raises RefusedError naming the line."""
    try:
        return json.loads(text.decode("utf-8-sig") if isinstance(text, bytes) else text)
    except UnicodeDecodeError as error:
        raise RefusedError(Fault("not-json", f"This is not UTF-8 text (byte {error.start}).")) from error
    except json.JSONDecodeError as error:
        why = f"This is not JSON: {error.msg} (line {error.lineno}, column {error.colno})."
        raise RefusedError(Fault("not-json", why)) from error
    except (ValueError, RecursionError) as error:
        why = "This is not JSON that can be read: it is nested too deep, or has too long a number."
        raise RefusedError(Fault("not-json", why)) from error


def read(data: object) -> Record:
    """Read a record from parsed JSON. Raises RefusedError with every fault and its place."""
    reading = Reading()
    fields = reading.fields(data, "the record", ("format", "version", *_SETUP_KEYS, "actions"), optional=("rules",))
    if "format" in fields and fields["format"] != FORMAT:
        reading.fail("format", f"is not “{FORMAT}”, so this is not a match record")
    if "version" in fields and (fields["version"] != VERSION or isinstance(fields["version"], bool)):
        reading.fail("version", f"is not {VERSION}, the one that is understood here")
    setup = _setup(reading, fields)
    entries = fields.get("actions", [])
    if not isinstance(entries, list):
        reading.fail("actions", "is not a list")
        entries = []
    actions = [_action(reading, entry, f"action {number}") for number, entry in enumerate(entries, 1)]
    reading.done()
    assert setup is not None
    return Record(setup, tuple(action for action in actions if action is not None))


def read_setup(data: object) -> Setup:
    """Read what a match is set up with: players, dealer, started and rules. Raises RefusedError."""
    reading = Reading()
    setup = _setup(reading, reading.fields(data, "the match", _SETUP_KEYS, optional=("rules",)))
    reading.done()
    assert setup is not None
    return setup


def read_rules(data: object) -> Rules:
    """Read what players agree on. Raises RefusedError."""
    reading = Reading()
    rules = _rules(reading, data)
    reading.done()
    return rules


def read_action(data: object) -> Action:
    """Read one action. Raises RefusedError with every fault."""
    reading = Reading()
    action = _action(reading, data, "action")
    reading.done()
    assert action is not None
    return action


def write(record: Record) -> dict[str, Any]:
    """The record as plain data for JSON; `read` gives the same record back."""
    actions = [write_action(action) for action in record.actions]
    return {"format": FORMAT, "version": VERSION, **write_setup(record.setup), "actions": actions}


def write_setup(setup: Setup) -> dict[str, Any]:
    """The head of a record, with every rule spelt out so that it never hangs on a default."""
    return {
        "players": {seat.value: setup.players[seat] for seat in SEATS},
        "dealer": setup.dealer.value,
        "started": setup.started.isoformat(),
        "rules": write_rules(setup.rules),
    }


def write_rules(rules: Rules) -> dict[str, Any]:
    """What the players agreed, as plain data for JSON."""
    written: dict[str, Any] = {
        "target": rules.target,
        "best_of": rules.best_of,
        "muggins": rules.muggins,
        "season": rules.season.value if rules.season else "auto",
        "jack_havel": rules.values.jack_havel,
        "jack_havel_dealer": rules.values.jack_havel_dealer,
    }
    if rules.values.house:
        written["values"] = {item.value: points for item, points in rules.values.house.items()}
    return written


def write_action(action: Action) -> dict[str, Any]:
    """One action as plain data for JSON."""
    match action:
        case Play():
            data: dict[str, Any] = {"type": "trick", "cards": codes(action.cards)}
        case Claim():
            data = {"type": "claim", "items": _write_items(action.items)}
        case Muggins():
            data = {"type": "muggins", "by": action.by.value, "items": _write_items(action.items)}
        case Reply():
            data = {"type": "reply", "answer": action.answer.value}
            if action.player:
                data["player"] = action.player.value
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


def _write_items(items: Mapping[Item, int]) -> dict[str, int]:
    return {item.value: count for item, count in items.items()}


_SETUP_KEYS = ("players", "dealer", "started")
_RULE_KEYS = ("target", "best_of", "muggins", "season", "jack_havel", "jack_havel_dealer", "values")


def _setup(reading: Reading, fields: dict[str, Any]) -> Setup | None:
    """None only where there is a fault already."""
    players: dict[Seat, str] = {}
    if "players" in fields:
        names = reading.fields(fields["players"], "players", [seat.value for seat in SEATS])
        players = {
            seat: reading.name(names[seat.value], f"players.{seat.value}") for seat in SEATS if seat.value in names
        }
    dealer = reading.among(fields["dealer"], "dealer", SEAT_NAMED, Seat.N) if "dealer" in fields else Seat.N
    started = reading.moment(fields["started"], "started") if "started" in fields else None
    rules = _rules(reading, fields.get("rules", {}))
    return Setup(players, dealer, started, rules) if started else None


def _rules(reading: Reading, data: object) -> Rules:
    fields = reading.fields(data, "rules", (), optional=_RULE_KEYS)
    usual = Rules()
    values = usual.values
    house = fields.get("values", {})
    if not isinstance(house, dict):
        reading.fail("rules.values", "is not an object of items")
        house = {}
    for key in (key for key in house if key not in _HOUSE_ITEMS):
        reading.fail("rules.values", f"has “{str(key)[:40]}”, which is not one of {', '.join(_HOUSE_ITEMS)}")
    return Rules(
        target=reading.whole(fields.get("target", usual.target), "rules.target", TARGETS),
        best_of=reading.whole(fields.get("best_of", usual.best_of), "rules.best_of", MATCH_LENGTHS),
        muggins=reading.truth(fields.get("muggins", usual.muggins), "rules.muggins"),
        season=reading.among(fields.get("season", "auto"), "rules.season", SEASONS, None),
        values=Values(
            reading.whole(fields.get("jack_havel", values.jack_havel), "rules.jack_havel", POINTS),
            reading.whole(
                fields.get("jack_havel_dealer", values.jack_havel_dealer), "rules.jack_havel_dealer", POINTS
            ),
            {
                item: reading.whole(house[key], f"rules.values.{key}", POINTS)
                for key, item in _HOUSE_ITEMS.items()
                if key in house
            },
        ),
    )


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


def _action(reading: Reading, data: object, place: str) -> Action | None:
    """None only where there is a fault already."""
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _ACTION_KEYS:
        reading.fail(place, f"has no type that is understood: {', '.join(_ACTION_KEYS)}")
        return None
    place = f"{place} ({kind})"
    optional = ("at", "player") if kind == "reply" else ("at",)
    before = len(reading.faults)
    fields = reading.fields(data, place, ("type", *_ACTION_KEYS[kind]), optional)
    at = reading.moment(fields["at"], f"{place}: at") if "at" in fields else None
    if len(reading.faults) > before:
        return None
    match kind:
        case "trick":
            return Play(card_list(reading, fields["cards"], place), at=at)
        case "claim":
            return Claim(_items(reading, fields["items"], place), at=at)
        case "muggins":
            by = reading.among(fields["by"], f"{place}: by", SEAT_NAMED, Seat.N)
            return Muggins(by, _items(reading, fields["items"], place), at=at)
        case "reply":
            player = (
                reading.among(fields["player"], f"{place}: player", SEAT_NAMED, Seat.N)
                if "player" in fields
                else None
            )
            return Reply(reading.among(fields["answer"], f"{place}: answer", _ANSWERS, Answer.NO), player, at=at)
        case "adjust":
            side = reading.among(fields["side"], f"{place}: side", _SIDES, Side.NS)
            points = reading.whole(fields["points"], f"{place}: points", ADJUSTMENTS)
            return Adjust(side, points, reading.words(fields["reason"], f"{place}: reason", REASON_LENGTH), at=at)
        case "deal":
            return Deal(at=at)
        case _:
            return Misdeal(at=at)


def card_list(reading: Reading, data: object, place: str) -> tuple[Card, ...]:
    """A list of card codes."""
    if not isinstance(data, list) or not all(isinstance(word, str) for word in data):
        reading.fail(f"{place}: cards", "is not a list of card codes")
        return ()
    cards = []
    for word in data:
        try:
            cards.append(read_card(word))
        except RefusedError as refused:
            reading.faults += [Fault(fault.code, f"{place}: {fault.text}", (word,)) for fault in refused.faults]
    return tuple(cards)


def _items(reading: Reading, data: object, place: str) -> dict[Item, int]:
    if not isinstance(data, dict):
        reading.fail(f"{place}: items", "is not an object of items")
        return {}
    items = {}
    for key, count in data.items():
        if key in _ITEMS:
            items[_ITEMS[key]] = reading.whole(count, f"{place}: {key}", COUNTS)
        else:
            reading.fail(f"{place}: items", f"has “{key[:40]}”, which is not one of {', '.join(_ITEMS)}")
    return items
