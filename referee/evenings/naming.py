"""Replacing names in an evening, when players are renamed after the log was written."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from referee.evenings.actions import EveningSetup, Rename
from referee.text import same_name

T = TypeVar("T")


def renamed(thing: T, names: Mapping[str, str]) -> T:
    """Return an evening, an action or a part of one with some names replaced."""
    return thing if not names else _renamed(thing, names)


def apart(written: Iterable[str], called: Mapping[str, str]) -> dict[str, str]:
    """Return the new names of the people of a log, except names that would make two of them one."""
    names = {name: called.get(name, name) for name in written}
    while True:
        times = Counter(map(same_name, names.values()))
        taken = [name for name, new in names.items() if times[same_name(new)] > 1 and new != name]
        if not taken:
            return {name: new for name, new in names.items() if new != name}
        names |= {name: name for name in taken}


def _renamed(thing: Any, names: Mapping[str, str]) -> Any:
    if isinstance(thing, str):
        return names.get(thing, thing)
    if isinstance(thing, tuple):
        return tuple(_renamed(each, names) for each in thing)
    if isinstance(thing, Mapping):
        return {_renamed(key, names): _renamed(value, names) for key, value in thing.items()}
    if is_dataclass(thing) and not isinstance(thing, type | EveningSetup | Rename):
        return replace(thing, **{each.name: _renamed(getattr(thing, each.name), names) for each in fields(thing)})
    return thing
