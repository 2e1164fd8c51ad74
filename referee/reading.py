"""Reading parsed JSON field by field, so that every fault is told at once, each with its place."""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from referee.faults import Fault, RefusedError
from referee.season import FIRST_YEAR, LAST_YEAR

T = TypeVar("T")
NAME_LENGTH = 40
# Control characters, breaks of lines, lone surrogates, and the marks that turn the text after them round.
_NOT_SHOWN = ("Cc", "Cs", "Zl", "Zp")
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Reading:
    """Reads fields of parsed JSON, and keeps every fault until `done`."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fail(self, place: str, text: str) -> None:
        """Note a fault."""
        self.faults.append(Fault("bad-record", f"{place} {text}.", (place,)))

    def done(self) -> None:
        """Raise RefusedError if there was any fault."""
        if self.faults:
            raise RefusedError(*self.faults)

    def fields(
        self, data: object, place: str, required: Sequence[str], optional: Sequence[str] = ()
    ) -> dict[str, Any]:
        """The known fields that are there; what is unknown or missing is a fault."""
        if not isinstance(data, dict):
            self.fail(place, "is not an object")
            return {}
        for key in required:
            if key not in data:
                self.fail(place, f"has no “{key}”")
        for key in data:
            if key not in required and key not in optional:
                self.fail(place, f"has “{str(key)[:40]}”, which is not understood")
        return {key: data[key] for key in (*required, *optional) if key in data}

    def whole(self, value: object, place: str, among: range, default: int = 0) -> int:
        """A whole number in a range."""
        if isinstance(value, int) and not isinstance(value, bool) and value in among:
            return value
        odd = "an odd number" if among.step == 2 else "a whole number"
        self.fail(place, f"is not {odd} from {among[0]} to {among[-1]}")
        return default

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
        """A moment with its offset from universal time."""
        try:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        except ValueError:
            moment = None
        if moment is None or moment.tzinfo is None:
            self.fail(place, "is not a time with its offset, like 2026-06-20T22:50:00+01:00")
            return None
        if not FIRST_YEAR < moment.year < LAST_YEAR:
            self.fail(place, f"is not in the years {FIRST_YEAR + 1} to {LAST_YEAR - 1}")
            return None
        return moment

    def name(self, value: object, place: str) -> str:
        """A player's name, of any script; spaces around it and doubled ones do not count."""
        name = " ".join(value.split()) if isinstance(value, str) else ""
        if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
            self.fail(place, "has no name")
        elif len(name) > NAME_LENGTH:
            self.fail(place, f"has a name of more than {NAME_LENGTH} characters")
        elif not _can_be_shown(name):
            self.fail(place, "has a name with characters that cannot be shown")
        return name

    def words(self, value: object, place: str, most: int) -> str:
        """A line of text."""
        if not isinstance(value, str) or len(value) > most:
            self.fail(place, f"is not a text of at most {most} characters")
            return ""
        if not _can_be_shown(value):
            self.fail(place, "has characters that cannot be shown")
        return value


def folded(text: str) -> str:
    """A text without capitals and accents, to be found however it is typed."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


def isolated(name: str) -> str:
    """A name as it stands beside another one: if it is written from right to left, in a frame of its own."""
    runs_left = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    return f"\u2068{name}\u2069" if runs_left else name


def _can_be_shown(text: str) -> bool:
    return not any(
        unicodedata.category(sign) in _NOT_SHOWN or sign in _TURNING or _is_no_character(ord(sign)) for sign in text
    )


def _is_no_character(code: int) -> bool:
    """Codes that will never be characters, and that no XML may hold."""
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
