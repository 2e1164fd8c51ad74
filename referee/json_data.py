"""Frozen dataclasses to plain data for JSON and back, driven by the type hints of their fields."""

from collections.abc import Collection
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from referee.chain import EMPTY, Chain


def to_plain(value: Any, without: Collection[str] = ()) -> Any:
    """A value as plain data; of a dataclass all fields except those named in `without`."""
    match value:
        case None | bool() | int() | str():
            return value
        case Enum():
            return value.value
        case datetime():
            return value.isoformat()
        case tuple() | Chain():
            return [to_plain(each) for each in value]
    return {each.name: to_plain(getattr(value, each.name)) for each in fields(value) if each.name not in without}


def from_plain(kind: Any, data: Any) -> Any:
    """A value of type `kind` from plain data. Raises LookupError, TypeError or ValueError if it does not fit."""
    origin, given = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if data is None else from_plain(given[0], data)
    if origin in (tuple, Chain):
        items = [from_plain(given[0], each) for each in data]
        return EMPTY.extend(items) if origin is Chain else tuple(items)
    if kind is datetime:
        return datetime.fromisoformat(data)
    if is_dataclass(kind) and isinstance(kind, type):
        return kind(**fields_from_plain(kind, data))
    return kind(data)


def fields_from_plain(kind: Any, data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a dataclass that are present in plain data."""
    hints = _hints(kind)
    return {name: from_plain(hints[name], each) for name, each in data.items()}


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
