"""Records of sittings as JSON: a game describes its actions once, and they are read, checked and written by that.

Reading checks only the shape, and reports every fault with its place; `replay` checks whether the actions are legal.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC
from typing import Any

from referee.cards import PACK, Card, codes
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader
from referee.games.game import Record, RecordFormat
from referee.games.sittings.actions import Adjust, Finish, Misdeal, Settle, Setup

VERSION = 1
SETUP_KEYS = ("players", "dealer", "started")
REASON_LENGTH, MANY_CARDS = 200, 10_000
ADJUSTMENTS = range(-1000, 1001)


class IllegalActionError(RefusedError):
    """An action in a log is not allowed; `number` is its place in the log, from 1."""

    def __init__(self, number: int, action: Any, faults: Iterable[Fault]) -> None:
        super().__init__(*faults)
        self.number = number
        self.action = action


def fold(match: Any, step: Callable[[Any, Any], Any], actions: Iterable[Any]) -> Any:
    """The match after a log of actions. Raises IllegalActionError for the first one that is not allowed."""
    for number, action in enumerate(actions, 1):
        try:
            match = step(match, action)
        except RefusedError as refused:
            raise IllegalActionError(number, action, refused.faults) from refused
    return match


@dataclass(frozen=True, slots=True)
class Value:
    """How the value of a key is read and written."""

    read: Callable[[FieldReader, object, str], Any]
    write: Callable[[Any], Any] = lambda value: value
    misfit: Callable[[Setup, Any], str | None] = lambda setup, value: None
    """What is wrong with a value of the right shape at a certain table."""
    sort: str = "text"
    """What it is, for forms: `seat`, `card`, `cards`, `taken`, `word`, `whole`, `truth` or `text`."""
    words: tuple[str, ...] = ()
    """All values, if it is one of some words."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of action: its class and its keys, which are the names of the class's fields."""

    build: Callable[..., Any]
    required: Mapping[str, Value] = field(default_factory=dict)
    optional: Mapping[str, Value] = field(default_factory=dict)
    misshapen: Callable[[Any], str | None] = lambda action: None
    """What is wrong with keys that do not go together."""

    @property
    def values(self) -> dict[str, Value]:
        """All keys."""
        return {**self.required, **self.optional}


def cards_value(expected: str) -> Value:
    """A list of cards. How many there must be is a rule, and no part of the shape."""
    return Value(lambda reader, value, place: reader.cards(value, place, expected, MANY_CARDS), codes, sort="cards")


def _read_card(reader: FieldReader, value: object, place: str) -> Card:
    if not isinstance(value, str):
        reader.fail(place, "is not the code of a card")
        return PACK[0]
    return (*reader.cards([value], place, "one is expected"), PACK[0])[0]


CARD = Value(_read_card, lambda card: card.code, sort="card")
TRUTH = Value(lambda reader, value, place: reader.truth(value, place), sort="truth")


def word_value(words: Iterable[str]) -> Value:
    """One of some words."""
    options = {word: word for word in words}
    default = next(iter(options))
    return Value(
        lambda reader, value, place: reader.among(value, place, options, default), sort="word", words=tuple(options)
    )


def member_value(kind: Any) -> Value:
    """One of the members of an enumeration, by its value."""
    options = {each.value: each for each in kind}
    default = next(iter(kind))
    return Value(
        lambda reader, value, place: reader.among(value, place, options, default),
        lambda given: given.value,
        sort="word",
        words=tuple(options),
    )


def whole_value(among: range) -> Value:
    """A whole number in a range."""
    return Value(lambda reader, value, place: reader.whole(value, place, among), sort="whole")


def seat_value(seats: Iterable[str]) -> Value:
    """A seat of the table."""

    def misfit(setup: Setup, seat: str) -> str | None:
        return None if seat in setup.players else f"is not one of {', '.join(setup.seats)}"

    return replace(word_value(seats), misfit=misfit, sort="seat")


def taken_value(seats: Iterable[str], most: int) -> Value:
    """What each seat of the table took, none of it more than there is."""
    known = tuple(seats)

    def read(reader: FieldReader, value: object, place: str) -> dict[str, int]:
        given = reader.fields(value, place, (), known)
        return {seat: reader.whole(count, f"{place}.{seat}", range(most + 1)) for seat, count in given.items()}

    def misfit(setup: Setup, taken: Mapping[str, int]) -> str | None:
        if set(taken) != set(setup.seats):
            return f"does not have each of the seats {', '.join(setup.seats)}, and only those"
        return None if max(taken.values()) <= setup.total else f"has a number above {setup.total}"

    return Value(read, dict, misfit, sort="taken")


def _read_reason(reader: FieldReader, value: object, place: str) -> str:
    reason = reader.words(value, place, REASON_LENGTH)
    if isinstance(value, str) and not value.strip():
        reader.fail(place, "is empty: say what happened")
    return reason


REASON = Value(_read_reason)
"""Why the table overrules the count."""


def usual_kinds(seat: Value) -> dict[str, Kind]:
    """The types of action that are the same in every sitting."""
    adjusted = {"player": seat, "points": whole_value(ADJUSTMENTS), "reason": REASON}
    return {
        "misdeal": Kind(Misdeal, optional={"again": TRUTH}),
        "settle": Kind(Settle),
        "adjust": Kind(Adjust, adjusted),
        "finish": Kind(Finish),
    }


def type_of(kinds: Mapping[str, Kind], action: Any) -> str:
    """The name of an action's type in a record."""
    return next(name for name, kind in kinds.items() if kind.build is type(action))


def misfits(kinds: Mapping[str, Kind], setup: Setup, action: Any) -> Iterator[tuple[str, str]]:
    """What does not fit the table of a setup, although its shape is right: keys, and what is wrong with each."""
    for key, value in kinds[type_of(kinds, action)].values.items():
        given = getattr(action, key)
        wrong = None if given is None else value.misfit(setup, given)
        if wrong:
            yield key, wrong


@dataclass(frozen=True, slots=True)
class SittingFormat:
    """The records of a game."""

    name: str
    kinds: Mapping[str, Kind]
    """The types of action by name."""
    setup_from: Callable[[FieldReader, dict[str, Any]], Any]
    """The setup of the fields of a record; None only if a fault was noted."""
    write_rules: Callable[[Any], dict[str, Any]]
    """A set of house rules as plain data."""
    fold: Callable[[Any, Iterable[Any]], Any]

    def read(self, data: object) -> Record[Any, Any]:
        """Read a record from parsed JSON. Raises RefusedError with every fault and its place."""
        reader = FieldReader()
        given = reader.fields(data, "the record", ("format", "version", *SETUP_KEYS, "actions"), optional=("rules",))
        if "format" in given and given["format"] != self.name:
            reader.fail("format", f"is not “{self.name}”, so this is not a match record")
        reader.version(given, VERSION)
        setup = self.setup_from(reader, given)
        entries = given.get("actions", [])
        if not isinstance(entries, list):
            reader.fail("actions", "is not a list")
            entries = []
        actions = [self._action(reader, entry, f"action {number}", setup) for number, entry in enumerate(entries, 1)]
        reader.done()
        return Record(setup, tuple(actions))

    def read_setup(self, data: object, stored: bool = False) -> Any:
        """Read a setup: players, dealer, started and rules. Raises RefusedError. A `stored` one is as strict."""
        reader = FieldReader()
        setup = self.setup_from(reader, reader.fields(data, "the match", SETUP_KEYS, optional=("rules",)))
        reader.done()
        return setup

    def write_setup(self, setup: Setup) -> dict[str, Any]:
        """A setup as plain data, with every rule written out, so that it does not depend on defaults."""
        return {
            "players": dict(setup.players),
            "dealer": setup.dealer,
            "started": setup.started.isoformat(),
            "rules": self.write_rules(setup.rules),
        }

    def read_action(self, data: object) -> Any:
        """Read one action. Raises RefusedError with every fault."""
        reader = FieldReader()
        action = self._action(reader, data, "action", None)
        reader.done()
        return action

    def write(self, record: Record[Any, Any]) -> dict[str, Any]:
        """The record as plain data for JSON; `read` gives the same record back."""
        actions = [self.write_action(action) for action in record.actions]
        return {"format": self.name, "version": VERSION, **self.write_setup(record.setup), "actions": actions}

    def write_action(self, action: Any) -> dict[str, Any]:
        """One action as plain data for JSON; an optional key with its default is left out."""
        name = type_of(self.kinds, action)
        kind = self.kinds[name]
        usual = {each.name: each.default for each in fields(action)}
        data: dict[str, Any] = {"type": name}
        for key, value in kind.values.items():
            given = getattr(action, key)
            if key in kind.required or given != usual[key]:
                data[key] = value.write(given)
        return data if action.at is None else data | {"at": action.at.isoformat()}

    def replay(self, record: Record[Any, Any]) -> Any:
        """The match after the actions of a record. Raises RefusedError naming the first illegal one."""
        try:
            return self.fold(record.setup, record.actions)
        except IllegalActionError as illegal:
            place = f"action {illegal.number} ({type_of(self.kinds, illegal.action)})"
            raise RefusedError(
                *(Fault(fault.code, f"{place}: {fault.text}", fault.about) for fault in illegal.faults)
            ) from illegal

    def digest(self, record: Record[Any, Any]) -> str:
        """A hash that only equal records share."""
        timeless = replace(record, actions=tuple(replace(action, at=None) for action in record.actions))
        times = [record.setup.started, *(action.at for action in record.actions)]
        # Normalise the times, so that the UTC offset makes no difference.
        moments = [moment and moment.astimezone(UTC).isoformat() for moment in times]
        text = json.dumps([self.write(timeless) | {"started": ""}, moments], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def record_format(
        self, title: str, outcome: Callable[[Any], dict[str, Any]], sheet: Callable[[Any], str]
    ) -> RecordFormat[Any, Any, Any]:
        """The format for commands, given the game's name for people."""
        return RecordFormat(title, self.name, self.read, self.write, self.replay, outcome, sheet)

    def _action(self, reader: FieldReader, data: object, place: str, setup: Setup | None) -> Any:
        """Read one action; None only if a fault was noted."""
        name = data.get("type") if isinstance(data, dict) else None
        if not isinstance(name, str) or name not in self.kinds:
            reader.fail(place, f"has no type that is understood: {', '.join(self.kinds)}")
            return None
        place, kind, before = f"{place} ({name})", self.kinds[name], reader.count
        given = reader.fields(data, place, ("type", *kind.required), (*kind.optional, "at"))
        at = reader.moment(given["at"], f"{place}: at") if "at" in given else None
        read = {key: value.read(reader, given[key], f"{place}: {key}") for key, value in kind.values.items()
                if key in given}  # fmt: skip
        if reader.count > before:
            return None
        action = kind.build(**read, at=at)
        wrong = kind.misshapen(action)
        if wrong:
            reader.fail(place, wrong)
        for key, text in misfits(self.kinds, setup, action) if setup else ():
            reader.fail(f"{place}: {key}", text)
        return action


def players_from(reader: FieldReader, data: object, seats: Iterable[str]) -> dict[str, str]:
    """The names by seat; two that differ only in case and spaces are a fault."""
    names = reader.fields(data, "players", tuple(seats))
    players = {seat: reader.name(names[seat], f"players.{seat}") for seat in names}
    told_apart = {name.casefold() for name in players.values() if name}
    if len(told_apart) < len([name for name in players.values() if name]):
        reader.fail("players", "has one name twice: add a letter to tell the two apart")
    return players
