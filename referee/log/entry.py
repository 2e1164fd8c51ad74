"""An entry of a log, and which entries of a log are in force."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ACT, UNDO, REDO, CORRECTION, REFUSED = "act", "undo", "redo", "mend", "refused"


Row = Sequence[Any]
"""A stored entry: number, kind, actions as JSON, key, time, phone and checksum."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a log: actions done together, an undo, a redo, a correction, or a note of a refusal."""

    number: int
    kind: str
    actions: tuple[dict[str, Any], ...]
    """The actions; for a correction, its edits and its reason."""
    key: str | None
    at: str
    phone: str | None = None
    """The name of the phone that made it, if it has one."""

    @property
    def says(self) -> str:
        """Its content as JSON, whenever and wherever it was made: equal for entries with the same content."""
        return json.dumps([self.kind, *map(_untimed, self.actions)], sort_keys=True)


def _untimed(action: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name != "at"}


def entry_of(row: Row) -> Entry:
    """The entry of a row."""
    number, kind, actions, key, at, phone = row[:6]
    return Entry(number, kind, tuple(load(actions)), key, at, phone)


def in_force(entries: Iterable[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Return the entries of a log that are in force, and those that can be redone, the next one last."""
    live: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        follow(live, undone, entry)
    return live, undone


def follow(live: list[Entry], undone: list[Entry], entry: Entry) -> None:
    """Update the lists of entries in force, and of those that can be redone, by one more entry."""
    if entry.kind == UNDO:
        undone.append(live.pop())
    elif entry.kind == REDO:
        live.append(undone.pop())
    elif entry.kind != REFUSED:
        live.append(entry)
        undone.clear()


def load(text: str) -> Any:
    """Plain data from JSON. Raises ValueError if it is invalid or nested too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def dump(data: Any) -> str:
    """Plain data as compact JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
