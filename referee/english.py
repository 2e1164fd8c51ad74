"""English text: numbers in words, plurals, lists."""

from collections.abc import Iterable
from fractions import Fraction
from math import floor

_SMALL = (
    "nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(number: int) -> str:
    """A number from 0 to 999 in words; a larger one in digits."""
    if number >= 1000:
        return str(number)
    if number >= 100:
        rest = number % 100
        return f"{_SMALL[number // 100]} hundred" + (f" and {in_words(rest)}" if rest else "")
    if number >= 20:
        return _TENS[number // 10 - 2] + (f"-{_SMALL[number % 10]}" if number % 10 else "")
    return _SMALL[number]


def plural(count: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'es' if noun.endswith('ch') else 's'}"


def number_of(count: int, noun: str) -> str:
    """`one point`, `two points`."""
    return f"{in_words(count)} {plural(count, noun).partition(' ')[2]}"


def times(count: int) -> str:
    """`never`, `once`, `twice`, `3 times`."""
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def decimal(number: int | Fraction) -> str:
    """A number with one decimal, a half rounded away from zero, and a true minus: `−20.3` for −20.25."""
    tenths = floor(10 * abs(Fraction(number)) + Fraction(1, 2))
    return f"{'−' if number < 0 and tenths else ''}{tenths // 10}.{tenths % 10}"


def titled(text: str) -> str:
    """The text with its first letter capitalised and the rest unchanged."""
    return text[:1].upper() + text[1:]


def joined(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
