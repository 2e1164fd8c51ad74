"""Strict reading of JSON, field by field; all faults are collected, each with its place."""

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from referee.cards import Card, read_card
from referee.faults import Fault, RefusedError
from referee.moments import is_in_reach
from referee.season import FIRST_YEAR, LAST_YEAR

T = TypeVar("T")
NAME_LENGTH = 40
MOST_CARDS = 13
"""The maximum number of cards read from a list, if the caller sets no other."""
MOST_KEPT = 20
"""The maximum number of faults kept; the others are only counted."""
# Categories of control characters, lone surrogates and line breaks.
_NOT_SHOWN = ("Cc", "Cs", "Zl", "Zp")
# Letters and symbols that are invisible.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def parse_json(text: str | bytes) -> Any:
    """Parse any JSON. Raises RefusedError naming the line, or a key that an object has twice."""
    try:
        return json.loads(
            text.decode("utf-8-sig") if isinstance(text, bytes) else text, object_pairs_hook=_each_key_once
        )
    except UnicodeDecodeError as error:
        raise RefusedError(Fault("not-json", f"This is not UTF-8 text (byte {error.start}).")) from error
    except json.JSONDecodeError as error:
        why = f"This is not JSON: see line {error.lineno}, column {error.colno}."
        raise RefusedError(Fault("not-json", why)) from error
    except (ValueError, RecursionError) as error:
        why = "This JSON cannot be read: it is nested too deep, or a number is too long."
        raise RefusedError(Fault("not-json", why)) from error


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise RefusedError(Fault("key-twice", f"An object has the key “{twice[:40]}” twice: remove one of them."))
    return fields


class FieldReader:
    """Reads fields of parsed JSON and collects faults until `done`; keeps the first `MOST_KEPT` of them."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self.count = 0
        """The number of faults so far."""

    def fail(self, place: str, text: str) -> None:
        """Note a fault."""
        self.note(Fault("bad-record", f"{place} {text}.", (place,)))

    def note(self, fault: Fault) -> None:
        """Note a fault that is already worded."""
        self.count += 1
        if self.count <= MOST_KEPT:
            self._faults.append(fault)

    def done(self) -> None:
        """Raise RefusedError if there was any fault."""
        if self.count:
            raise RefusedError(*self._faults, unnamed=self.count - len(self._faults))

    def fields(
        self, data: object, place: str, required: Sequence[str], optional: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The known fields that are present; an unknown or missing one is a fault."""
        if not isinstance(data, dict):
            self.fail(place, "is not an object")
            return {}
        for key in required:
            if key not in data:
                self.fail(place, f"has no “{key}”")
        for key in data:
            if key not in required and key not in optional:
                self.fail(place, f"has “{str(key)[:40]}”, which is unknown here")
        return {key: data[key] for key in (*required, *optional) if key in data}

    def whole(self, value: object, place: str, among: range, default: int = 0) -> int:
        """A whole number in a range."""
        if isinstance(value, int) and not isinstance(value, bool) and value in among:
            return value
        odd = "an odd number" if among.step == 2 else "a whole number"
        self.fail(place, f"is not {odd} from {among[0]} to {among[-1]}")
        return default

    def version(self, fields: Mapping[str, Any], understood: int, place: str = "version") -> None:
        """Check the version of a format, if it is given."""
        version = fields.get("version", understood)
        if type(version) is not int or version != understood:
            self.fail(place, f"is not {understood}, the only version understood here")

    def truth(self, value: object, place: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.fail(place, "is not true or false")
        return value is True

    def among(self, value: object, place: str, options: Mapping[str, T], default: T) -> T:
        """One of some named options."""
        if isinstance(value, str) and value in options:
            return options[value]
        self.fail(place, f"is not one of {', '.join(options)}")
        return default

    def moment(self, value: object, place: str) -> datetime | None:
        """A moment with its UTC offset; None, with a fault, if it is not one."""
        try:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            self.fail(place, "is not a time with an offset, such as 2026-06-20T22:50:00+01:00")
            return None
        if not is_in_reach(moment):
            self.fail(place, f"is not in the years {FIRST_YEAR + 1} to {LAST_YEAR - 1}")
            return None
        return moment

    def cards(self, value: object, place: str, expected: str, most: int = MOST_CARDS) -> tuple[Card, ...]:
        """A list of cards in any usual spelling; `expected` is the right number, for the message about too many."""
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            self.fail(place, "is not a list of card codes")
            return ()
        if len(value) > most:
            self.fail(place, f"are {len(value):,}, and {expected}")
            return ()
        cards = []
        for word in value:
            try:
                cards.append(read_card(word))
            except RefusedError as refused:
                for fault in refused.faults:
                    self.note(Fault(fault.code, f"{place.rpartition(':')[0] or place}: {fault.text}", (word,)))
        return tuple(cards)

    def name(self, value: object, place: str) -> str:
        """A player's name in any script, with surrounding and doubled spaces removed; it has no tab or line break."""
        name = " ".join(value.split()) if isinstance(value, str) else ""
        if not _has_letters(name):
            self.fail(place, "has no name")
        elif isinstance(value, str) and len(value) > NAME_LENGTH:
            self.fail(place, f"has a name of more than {NAME_LENGTH} characters")
        elif isinstance(value, str) and not _can_be_shown(value):
            self.fail(place, "has a name with characters that cannot be shown")
        return name

    def words(self, value: object, place: str, most: int) -> str:
        """A line of text of at most `most` characters."""
        if not isinstance(value, str) or len(value) > most:
            self.fail(place, f"is not a text of at most {most} characters")
            return ""
        if not _can_be_shown(value):
            self.fail(place, "has characters that cannot be shown")
        return value


def read_value(read: Callable[[FieldReader], T]) -> T:
    """Read a value with a reader of its own. Raises RefusedError with every fault."""
    reader = FieldReader()
    value = read(reader)
    reader.done()
    return value


# An evening's log has the same names again and again.
@lru_cache(maxsize=1000)
def _has_letters(name: str) -> bool:
    return any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK for sign in name)


@lru_cache(maxsize=1000)
def _can_be_shown(text: str) -> bool:
    return not any(
        unicodedata.category(sign) in _NOT_SHOWN or sign in _TURNING or _is_no_character(ord(sign)) for sign in text
    )


def _is_no_character(code: int) -> bool:
    """Return True if a code point is a Unicode noncharacter, which XML forbids."""
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
