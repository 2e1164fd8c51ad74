"""The two seats, and the typed pair of their points. Rule 1.1."""

from dataclasses import dataclass
from enum import StrEnum


class Seat(StrEnum):
    """A seat; each of the two players is a side of their own. Rule 1.1."""

    N, S = "N", "S"

    @property
    def other(self) -> "Seat":
        """The opponent."""
        return Seat.S if self is Seat.N else Seat.N

    @property
    def word(self) -> str:
        """The spoken name."""
        return "North" if self is Seat.N else "South"


SEATS = tuple(Seat)
SEAT_NAMED = {seat.value: seat for seat in SEATS}


@dataclass(frozen=True, slots=True)
class Tally:
    """A number for each player: points, games won, or stakes."""

    n: int = 0
    s: int = 0

    def of(self, seat: Seat) -> int:
        """The number of one player."""
        return self.n if seat is Seat.N else self.s

    def with_(self, seat: Seat, number: int) -> "Tally":
        """The pair with the number of one player replaced."""
        return Tally(number, self.s) if seat is Seat.N else Tally(self.n, number)

    def plus(self, seat: Seat, points: int) -> "Tally":
        """The pair with points added to one player."""
        return self.with_(seat, self.of(seat) + points)

    def since(self, before: "Tally") -> "Tally":
        """Return the increase of each number."""
        return Tally(self.n - before.n, self.s - before.s)


ZERO = Tally()
