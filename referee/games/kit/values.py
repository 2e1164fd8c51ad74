"""Values of records: reading them from JSON, writing them, and asking for them in a form."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from referee.cards import PACK, Card, codes
from referee.fields import MOST_CARDS, FieldReader

V = TypeVar("V")
E = TypeVar("E", bound=Enum)
REASON_LENGTH = 200
ADJUSTMENTS = range(-1000, 1001)


class Widget(Enum):
    """Ways in which a form asks for a value."""

    SEAT = auto()
    CARD = auto()
    CARDS = auto()
    NUMBER_OF_EACH = auto()
    """A number for each seat, or for each item."""
    CHOICE = auto()
    NUMBER = auto()
    CHECKBOX = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Value(Generic[V]):
    """The reading and writing of a key's value."""

    read: Callable[[FieldReader, object, str], V]
    """Read a value from plain data; faults are noted with their place, and then any value is returned."""
    write: Callable[[V], object] = lambda value: value
    widget: Widget = Widget.TEXT
    misfit: Callable[[Any, V], str | None] = lambda setup, value: None
    """The problem with a value of the right shape at the table of a setup, or None."""
    words: tuple[str, ...] = ()
    """All values in their written form, if it is one of several."""


def choice(options: Mapping[str, V], widget: Widget = Widget.CHOICE) -> Value[V]:
    """One of some values, by their written names."""
    default, written = next(iter(options.values())), {value: word for word, value in options.items()}
    return Value(
        lambda reader, value, place: reader.among(value, place, options, default),
        lambda value: written[value],
        widget,
        words=tuple(options),
    )


def word(words: Iterable[str]) -> Value[str]:
    """One of some words."""
    return choice({each: each for each in words})


def member(kind: type[E], widget: Widget = Widget.CHOICE) -> Value[E]:
    """One of the members of an enumeration, by its value."""
    return choice({each.value: each for each in kind}, widget)


def seat(seats: Iterable[str]) -> Value[str]:
    """A seat of the table, which may have fewer seats than the game."""

    def misfit(setup: Any, given: str) -> str | None:
        return None if given in setup.players else f"is not one of {', '.join(setup.players)}"

    return replace(word(seats), misfit=misfit, widget=Widget.SEAT)


def number(among: range) -> Value[int]:
    """A whole number in a range."""
    return Value(lambda reader, value, place: reader.whole(value, place, among), widget=Widget.NUMBER)


def one_of(numbers: Iterable[int]) -> Value[int]:
    """One of some whole numbers."""
    known = tuple(numbers)

    def read(reader: FieldReader, value: object, place: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value in known:
            return value
        reader.fail(place, f"is not {' or '.join(map(str, known))}")
        return known[0]

    return Value(read, widget=Widget.NUMBER)


def cards(expected: str, most: int = MOST_CARDS) -> Value[tuple[Card, ...]]:
    """A list of cards. Their number is a matter of rules, not of shape."""
    return Value(lambda reader, value, place: reader.cards(value, place, expected, most), codes, Widget.CARDS)


def numbers_of(options: Mapping[str, V], among: range) -> Value[dict[V, int]]:
    """A number for some named things, in the given order."""
    names = {thing: name for name, thing in options.items()}

    def read(reader: FieldReader, value: object, place: str) -> dict[V, int]:
        if not isinstance(value, dict):
            reader.fail(place, "is not an object of items")
            return {}
        for key in value:
            if key not in options:
                reader.fail(place, f"has “{str(key)[:40]}”, which is not one of {', '.join(options)}")
        owner = place.rpartition(": ")[0]  # Name the thing in an action, not the key with all of them.
        before = f"{owner}: " if owner else f"{place}."
        known = {key: count for key, count in value.items() if key in options}
        return {options[key]: reader.whole(count, f"{before}{key}", among) for key, count in known.items()}

    return Value(read, lambda value: {names[thing]: count for thing, count in value.items()}, Widget.NUMBER_OF_EACH)


def _read_card(reader: FieldReader, value: object, place: str) -> Card:
    if not isinstance(value, str):
        reader.fail(place, "is not the code of a card")
        return PACK[0]
    return (*reader.cards([value], place, "one is expected"), PACK[0])[0]


def _read_reason(reader: FieldReader, value: object, place: str) -> str:
    reason = reader.words(value, place, REASON_LENGTH)
    if isinstance(value, str) and not value.strip():
        reader.fail(place, "is empty: say what happened")
    return reason


CARD = Value(_read_card, lambda card: card.code, Widget.CARD)
TRUTH: Value[bool] = Value(lambda reader, value, place: reader.truth(value, place), widget=Widget.CHECKBOX)
POINTS = number(ADJUSTMENTS)
"""The points of a ruling."""
REASON = Value(_read_reason)
"""The table's reason for overruling the count."""
