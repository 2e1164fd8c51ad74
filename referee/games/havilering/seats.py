"""Seats, sides and the typed pair of their points. Rule 1.1."""

from dataclasses import dataclass
from enum import Enum, StrEnum

from referee.games.kit.sides import Pair


class Side(StrEnum):
    """A side: two partners opposite each other."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        """The opponents."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def text(self) -> str:
        """The display text, `N–S`."""
        return f"{self.value[0]}–{self.value[1]}"


class Seat(Enum):
    """A seat, in clockwise order as seen from above, so that `left` is the next one. Rule 1.1."""

    N, E, S, W = "N", "E", "S", "W"

    def __init__(self, letter: str) -> None:
        self.place = "NESW".index(letter)
        self.side = Side.NS if letter in "NS" else Side.EW
        self.word = {"N": "North", "E": "East", "S": "South", "W": "West"}[letter]

    def after(self, steps: int) -> "Seat":
        """The seat `steps` places clockwise."""
        return SEATS[(self.place + steps) % 4]

    @property
    def left(self) -> "Seat":
        """The next seat clockwise: an opponent."""
        return self.after(1)

    @property
    def partner(self) -> "Seat":
        """The seat opposite."""
        return self.after(2)

    @property
    def right(self) -> "Seat":
        """The seat before: the other opponent."""
        return self.after(3)


SEATS = tuple(Seat)
SEAT_NAMED = {seat.value: seat for seat in SEATS}


@dataclass(frozen=True, slots=True)
class Tally(Pair):
    """A number for each side: points, games won, or holes on the board."""

    @property
    def ahead(self) -> Side | None:
        """The side with the higher number, or None when level."""
        if self.ns == self.ew:
            return None
        return Side.NS if self.ns > self.ew else Side.EW


ZERO = Tally()
