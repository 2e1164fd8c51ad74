"""Records of matches as JSON: a game describes its actions once, and they are read, checked and written by that
description.

Reading checks only the shape, and reports every fault with its place; `replay` checks whether the actions are legal.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC
from typing import Any, Generic, TypeVar

from referee.faults import Fault, RefusedError
from referee.fields import FieldReader, read_value
from referee.games.kit.setups import SETUP_KEYS, SetupFormat
from referee.games.kit.stepping import IllegalActionError, Stepping
from referee.games.kit.values import Value

S = TypeVar("S")
M = TypeVar("M")
A = TypeVar("A")
VERSION = 1


@dataclass(frozen=True, slots=True)
class Kind(Generic[A]):
    """A type of action: its class and its keys, which are the names of the class's fields."""

    build: Callable[..., A]
    required: Mapping[str, Value[Any]] = field(default_factory=dict)
    optional: Mapping[str, Value[Any]] = field(default_factory=dict)
    misshapen: Callable[[A], str | None] = lambda action: None
    """The problem with incompatible keys, or None."""
    shorter: Callable[[A], A] = lambda action: action
    """An action in a shorter form: the suit alone, for the cards that name it."""
    in_turn: bool = False
    """True if it belongs to a turn: its post names the turn, so that other entries since then do not matter."""
    ways: tuple[tuple[str, ...], ...] = ()
    """Sets of optional keys, such as a card or its suit: an action has all keys of one set, and none of another."""

    @property
    def values(self) -> dict[str, Value[Any]]:
        """All keys."""
        return {**self.required, **self.optional}

    def mixed(self, action: A) -> str | None:
        """The problem with an action that does not have one of the `ways`, or None."""
        given = {key for way in self.ways for key in way if getattr(action, key) is not None}
        if not self.ways or given in map(set, self.ways):
            return None
        return f"needs either {' or '.join(' and '.join(f'“{key}”' for key in way) for way in self.ways)}"


Kinds = Mapping[str, Kind[Any]]
"""Types of action by name."""


def type_of(kinds: Kinds, action: Any) -> str:
    """The name of an action's type in a record."""
    return next(name for name, kind in kinds.items() if kind.build is type(action))


def misfits(values: Mapping[str, Value[Any]], setup: Any, action: Any) -> Iterator[tuple[str, str]]:
    """Yield the keys whose values have the right shape but do not fit a setup's table, each with its problem."""
    for key, value in values.items():
        given = getattr(action, key)
        wrong = None if given is None else value.misfit(setup, given)
        if wrong:
            yield key, wrong


@dataclass(frozen=True, slots=True)
class Record(Generic[S, A]):
    """A match record: the setup and the actions in force, as exported and imported."""

    setup: S
    actions: tuple[A, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(Generic[S, M, A]):
    """A game's part for records, which commands read and replay without a database."""

    key: str
    """Its name in addresses, commands and files."""
    kinds: Kinds
    setups: SetupFormat[S]
    stepping: Stepping[S, M, A]
    """The steps of its matches."""
    outcome: Callable[[M], dict[str, Any]]
    """The result of a match as `referee replay --json` prints it."""
    sheet: Callable[[M], str]
    """The score sheet of a match as text."""
    omits_leaders: bool = False
    """True if a trick never names the leader whose lead it was, even after a correction of an earlier trick."""

    @property
    def format(self) -> str:
        """The value of `format` in its records."""
        return f"{self.key}-match"

    def read(self, data: object) -> Record[S, A]:
        """Read a record from parsed JSON. Raises RefusedError with every fault and its place."""
        reader = FieldReader()
        given = reader.fields(data, "the record", ("format", "version", *SETUP_KEYS, "actions"), optional=("rules",))
        if "format" in given and given["format"] != self.format:
            reader.fail("format", f"is not “{self.format}”, so this is not a match record")
        reader.version(given, VERSION)
        setup = self.setups.noted(reader, given)
        entries = given.get("actions", [])
        if not isinstance(entries, list):
            reader.fail("actions", "is not a list")
            entries = []
        actions = [self._action(reader, entry, f"action {number}", setup) for number, entry in enumerate(entries, 1)]
        reader.done()
        assert setup is not None
        return Record(setup, tuple(action for action in actions if action is not None))

    def read_action(self, data: object) -> A:
        """Read an action from plain data. Raises RefusedError with every fault."""
        action = read_value(lambda reader: self._action(reader, data, "action", None))
        assert action is not None
        return action

    def write(self, record: Record[S, A]) -> dict[str, Any]:
        """The record as plain data for JSON; `read` returns an equal record."""
        actions = [self.write_action(action) for action in self.tidy(record).actions]
        return {"format": self.format, "version": VERSION, **self.setups.write(record.setup), "actions": actions}

    def tidy(self, record: Record[S, A]) -> Record[S, A]:
        """A record in the form in which it is written and compared."""
        if not self.omits_leaders or not any(getattr(action, "leader", None) for action in record.actions):
            return record
        match, actions = self.stepping.begin(record.setup), list(record.actions)
        for number, action in enumerate(actions):
            actions[number] = self.stepping.plain(match, action)
            try:
                match = self.stepping.step(match, action)
            except RefusedError:
                break
        return replace(record, actions=tuple(actions))

    def write_action(self, action: Any) -> dict[str, Any]:
        """Return an action as plain data for JSON; an optional key with its default is omitted."""
        name = type_of(self.kinds, action)
        kind, usual = self.kinds[name], {each.name: each.default for each in fields(action)}
        data: dict[str, Any] = {"type": name}
        for key, value in kind.values.items():
            given = getattr(action, key)
            if key in kind.required or given != usual[key]:
                data[key] = value.write(given)
        return data if action.at is None else data | {"at": action.at.isoformat()}

    def are_alike(self, one: Any, other: Any) -> bool:
        """Return True if two actions differ only in their times, or if one is the shorter form of the other."""
        one, other = replace(one, at=None), replace(other, at=None)
        return bool(one == other or self._shorter(one) == other or one == self._shorter(other))

    def _shorter(self, action: Any) -> Any:
        return self.kinds[type_of(self.kinds, action)].shorter(action)

    def replay(self, record: Record[S, A]) -> M:
        """The match after the actions of a record. Raises RefusedError naming the first illegal one."""
        try:
            return self.stepping.fold(record.setup, record.actions)
        except IllegalActionError as illegal:
            place = f"action {illegal.number} ({type_of(self.kinds, illegal.action)})"
            raise RefusedError(
                *(Fault(fault.code, f"{place}: {fault.text}", fault.about) for fault in illegal.faults)
            ) from illegal

    def digest(self, record: Record[Any, Any]) -> str:
        """A hash that records share only if they are equal but for the names of the players, who may be renamed."""
        timeless = replace(record, actions=tuple(replace(action, at=None) for action in record.actions))
        times = [record.setup.started, *(action.at for action in record.actions)]
        # Normalise the times, so that the UTC offset makes no difference.
        moments = [moment and moment.astimezone(UTC).isoformat() for moment in times]
        text = json.dumps([self.write(timeless) | {"started": "", "players": None}, moments], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def _action(self, reader: FieldReader, data: object, place: str, setup: S | None) -> A | None:
        """Read one action; None only if a fault was noted."""
        name = data.get("type") if isinstance(data, dict) else None
        if not isinstance(name, str) or name not in self.kinds:
            reader.fail(place, f"has an unknown type, not one of: {', '.join(self.kinds)}")
            return None
        place, kind, before = f"{place} ({name})", self.kinds[name], reader.count
        given = reader.fields(data, place, ("type", *kind.required), (*kind.optional, "at"))
        at = reader.moment(given["at"], f"{place}: at") if "at" in given else None
        read = {
            key: value.read(reader, given[key], f"{place}: {key}")
            for key, value in kind.values.items()
            if key in given
        }
        if reader.count > before:
            return None
        action: A = kind.build(**read, at=at)
        wrong = kind.misshapen(action) or kind.mixed(action)
        if wrong:
            reader.fail(place, wrong)
        for key, text in misfits(kind.values, setup, action) if setup else ():
            reader.fail(f"{place}: {key}", text)
        return action
