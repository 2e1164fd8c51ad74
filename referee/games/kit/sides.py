"""The seats of two against two, the sides, and the pair of their numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from referee.english import plural

SEATS = ("N", "E", "S", "W")
"""The seats, clockwise."""
SEAT_WORDS = {"N": "North", "E": "East", "S": "South", "W": "West"}
PARTNERS = {"N": "S", "E": "W", "S": "N", "W": "E"}
"""The partner's seat for each."""
NS, EW = SIDES = ("NS", "EW")

SIDE_WORDS = {NS: "N–S", EW: "E–W"}
_OTHER = {NS: EW, EW: NS, "N": "S", "S": "N"}


def seat_after(seat: str, steps: int) -> str:
    """The seat some places clockwise."""
    return SEATS[(SEATS.index(seat) + steps) % len(SEATS)]


def left_of(seat: str) -> str:
    """The next seat clockwise: an opponent."""
    return seat_after(seat, 1)


def places_after(seat: str, first: str) -> int:
    """The number of places from a seat clockwise to another."""
    return (SEATS.index(seat) - SEATS.index(first)) % len(SEATS)


def side_of(seat: str) -> str:
    """The side that a seat belongs to."""
    return NS if seat in NS else EW


def ruling_text(side: str, number: int, unit: str, reason: str) -> str:
    """A ruling of the table about a side: `N–S +1 deal: dealt wrongly`."""
    return f"{SIDE_WORDS[side]} {'−' if number < 0 else '+'}{plural(abs(number), unit)}: {reason}"


def other(side: str) -> str:
    """The opposing side, or the opponent in a game for two."""
    return _OTHER[side]


@dataclass(frozen=True, slots=True)
class Pair:
    """A number for each side, such as points or strokes; or for each of two players, N and S."""

    ns: int = 0
    ew: int = 0

    def of(self, side: str) -> int:
        """The number of one side."""
        return self.ns if side[0] == "N" else self.ew

    def with_(self, side: str, number: int) -> Self:
        """The pair with the number of one side replaced."""
        return type(self)(number, self.ew) if side[0] == "N" else type(self)(self.ns, number)

    def plus(self, side: str, number: int) -> Self:
        """The pair with a number added to one side's."""
        return self.with_(side, self.of(side) + number)

    def and_(self, more: "Pair") -> "Pair":
        """The sums of two pairs."""
        return Pair(self.ns + more.ns, self.ew + more.ew)

    def since(self, before: "Pair") -> "Pair":
        """The increase of each number."""
        return Pair(self.ns - before.ns, self.ew - before.ew)

    @property
    def ahead(self) -> str | None:
        """The side with the higher number; None if they are level."""
        return None if self.ns == self.ew else NS if self.ns > self.ew else EW

    def by_side(self, sides: Sequence[str] = SIDES) -> dict[str, int]:
        """The numbers by side."""
        return {side: self.of(side) for side in sides}

    def __str__(self) -> str:
        return f"{self.ns}–{self.ew}"


ZERO = Pair()


def tricks_of(tricks: Iterable[Any]) -> Pair:
    """The number of tricks that each side has taken."""
    sides = [side_of(trick.winner) for trick in tricks]
    return Pair(sides.count(NS), sides.count(EW))
