"""An evening's settings, and the actions of its log."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from referee.evenings.rounds import Round, Shape, Unit

NOT_THERE = 0
"""Stands for the number of a match that was missing in an imported book."""


class Movement(Enum):
    """Ways to choose opponents for the next round."""

    EVERYBODY = "everybody"
    """A round robin, as even as the numbers allow."""
    STANDING = "standing"
    """Neighbours in the standings meet (Swiss)."""
    LADDER = "ladder"
    """Winners move up a table, losers move down."""
    WINNERS = "winners"
    """Winners of the first kind of players move up a table, losers of the second one down."""
    ALL = "all"
    """All of the first kind move up a table, all of the second one down."""
    STAY = "stay"
    """The first kind stays, the second one moves up a table."""

    @property
    def has_kinds(self) -> bool:
        """True if there are two kinds of players."""
        return self in (Movement.WINNERS, Movement.ALL, Movement.STAY)


class Length(Enum):
    """Ways in which a round ends."""

    GAME = "game"
    HANDS = "hands"
    MINUTES = "minutes"


class Sitting(Enum):
    """Ways in which a round that somebody sits out counts."""

    NOTHING = "nothing"
    WIN = "win"
    AVERAGE = "average"
    """Their own average of a round."""


class Ranking(Enum):
    """Numbers by which standings are ranked."""

    MATCHES = "matches"
    """Points for a round won or tied."""
    GAMES = "games"
    """Rounds won."""
    POINTS = "points"
    AVERAGE = "average"
    """Points per round."""


@dataclass(frozen=True, slots=True)
class EveningSetup:
    """Settings of an evening."""

    name: str
    game: str
    shape: Shape
    is_fixed: bool
    """True if partners stay together all evening; a unit is then a pair."""
    movement: Movement
    length: Length
    number: int
    """The number of hands or minutes; 1 for games."""
    rules: str = ""
    """The name of a set of house rules; empty for the published rules."""
    sitting: Sitting = Sitting.NOTHING
    ranking: Ranking | None = None
    """None for the default: points where everybody plays alone, otherwise matches."""

    kinds: tuple[str, str] = ("Ladies", "Gentlemen")
    """The names of the two kinds of players, if the movement has kinds."""

    @property
    def ranked_by(self) -> Ranking:
        """The ranking that applies."""
        return self.ranking or (Ranking.POINTS if self.shape.most else Ranking.MATCHES)

    @property
    def sits_out_for(self) -> Sitting:
        """The rule for sitting out that applies: a win has no points of its own."""
        is_of_points = self.ranked_by in (Ranking.POINTS, Ranking.AVERAGE)
        return Sitting.AVERAGE if is_of_points and self.sitting is Sitting.WIN else self.sitting


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a side at a table."""

    points: int
    games: int = 0
    """The number that decides before points: in a match on a phone, the number of sides it beat."""

    @property
    def decides(self) -> tuple[int, int]:
        """The key by which the sides of a table are compared."""
        return self.games, self.points


@dataclass(frozen=True, slots=True)
class Come:
    """Units have come, or have come back."""

    units: tuple[Unit, ...]
    kind: int = 0
    """Their kind of players, 0 or 1."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A unit has left."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class Begin:
    """A round begins: the seats, and the number of each table's match."""

    round: Round
    matches: tuple[int, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Enter:
    """A table's result is entered by hand, from paper; None clears it, and () writes the table off."""

    round: int
    table: int
    scores: tuple[Score, ...] | None


@dataclass(frozen=True, slots=True)
class EnterAll:
    """Results of several tables are entered by hand together."""

    results: tuple[Enter, ...]


@dataclass(frozen=True, slots=True)
class Reseat:
    """The seats of a round change while it is played, or afterwards."""

    number: int
    """The number of the round, from 0."""
    seats: Round
    matches: tuple[int, ...]
    was: tuple[int, ...]
    """The previous number of each table, from 0; -1 for a new one."""


@dataclass(frozen=True, slots=True)
class Unseat:
    """The latest round is cancelled, even if something was entered in it."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The time of the round stops."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Resume:
    """The time of the round continues."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Extend:
    """The round gets more minutes."""

    minutes: int


@dataclass(frozen=True, slots=True)
class Handicap:
    """A player or pair gets additional points at every table of the evening."""

    unit: Unit
    points: int


@dataclass(frozen=True, slots=True)
class Fix:
    """A player or pair always sits at a table; 0 ends that."""

    unit: Unit
    table: int
    """The number shown on it."""


@dataclass(frozen=True, slots=True)
class Rename:
    """The evening gets another name."""

    name: str


@dataclass(frozen=True, slots=True)
class End:
    """The evening is over."""


def results_of(action: object) -> tuple[Enter, ...]:
    """Return the results that an action enters by hand; none for any other action."""
    return action.results if isinstance(action, EnterAll) else (action,) if isinstance(action, Enter) else ()


def sides_of_table(place: tuple[int, int], sides: int) -> tuple[str, ...]:
    """Return the names of a table's sides in faults, given its round and number."""
    return tuple(f"{place[0]}.{place[1]}.{side}" for side in range(sides))


Action = (
    Come
    | Leave
    | Begin
    | Enter
    | EnterAll
    | Reseat
    | Unseat
    | Pause
    | Resume
    | Extend
    | Handicap
    | Fix
    | Rename
    | End
)
