"""An evening, folded from its log: the units present, the rounds, and the results entered by hand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum

from referee.evenings.movements import next_round
from referee.evenings.rounds import Round, Shape, Table, Unit
from referee.faults import Fault, RefusedError

MOST_PEOPLE, MOST_ROUNDS, MOST_POINTS, MOST_HANDICAP, MOST_GAMES = 400, 60, 2_000, 200, 100
NOT_THERE = 0
"""Instead of the number of a match that did not come with a book from elsewhere."""


class Movement(Enum):
    """Ways to choose opponents for the next round."""

    EVERYBODY = "everybody"
    """Everybody with everybody, as evenly as the numbers allow."""
    STANDING = "standing"
    """Neighbours in the standings meet (Swiss)."""
    LADDER = "ladder"
    """Winners move up a table, losers move down."""


class Length(Enum):
    """Ways in which a round ends."""

    GAME = "game"
    HANDS = "hands"
    MINUTES = "minutes"


@dataclass(frozen=True, slots=True)
class Setup:
    """Settings of an evening."""

    name: str
    game: str
    shape: Shape
    is_fixed: bool
    """True if two stay partners all evening; a unit is then both of them."""
    movement: Movement
    length: Length
    number: int
    """The number of hands or minutes; 1 for games."""
    rules: str = ""
    """The name of a set of house rules; empty for those as published."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a side at a table: its points, and the games that it won."""

    points: int
    games: int = 0


@dataclass(frozen=True, slots=True)
class Come:
    """Some units have come, or have come back."""

    units: tuple[Unit, ...]


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
    """A table's result is entered by hand, from paper; None takes it back."""

    round: int
    table: int
    scores: tuple[Score, ...] | None


@dataclass(frozen=True, slots=True)
class Handicap:
    """A player or pair gets additional points at every table of the evening."""

    unit: Unit
    points: int


@dataclass(frozen=True, slots=True)
class End:
    """The evening is over."""


Action = Come | Leave | Begin | Enter | Handicap | End


@dataclass(frozen=True, slots=True)
class Evening:
    """The state of an evening."""

    setup: Setup
    here: tuple[Unit, ...] = ()
    rounds: tuple[Round, ...] = ()
    matches: tuple[tuple[int, ...], ...] = ()
    """The matches of each round by table."""
    begun: tuple[datetime, ...] = ()
    by_hand: Mapping[tuple[int, int], tuple[Score, ...]] = field(default_factory=dict)
    """The results entered by hand, by the numbers of round and table, from 0."""
    handicaps: Mapping[Unit, int] = field(default_factory=dict)
    """The points of the units that have one."""
    is_over: bool = False

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Yield the round, the table and the number of each match."""
        for number, of_round in enumerate(self.matches):
            yield from ((number, table, match) for table, match in enumerate(of_round) if match != NOT_THERE)

    @property
    def units(self) -> list[Unit]:
        """All units that have been there, in order of arrival."""
        return list(dict.fromkeys([unit for each in self.rounds for unit in each.units] + list(self.here)))

    def step(self, action: Action) -> "Evening":
        """The evening after an action. Raises RefusedError."""
        fault = _fault(self, action)
        if fault:
            raise RefusedError(fault)
        match action:
            case Come(units):
                return replace(self, here=(*self.here, *units))
            case Leave(unit):
                return replace(self, here=tuple(each for each in self.here if each != unit))
            case Begin(seats, matches, at):
                rounds, all_matches = (*self.rounds, seats), (*self.matches, matches)
                return replace(self, rounds=rounds, matches=all_matches, begun=(*self.begun, at))
            case Enter(number, table, scores):
                others = {place: each for place, each in self.by_hand.items() if place != (number, table)}
                return replace(self, by_hand=others | ({(number, table): scores} if scores else {}))
            case Handicap(unit, points):
                rest = {each: more for each, more in self.handicaps.items() if each != unit}
                return replace(self, handicaps=rest | ({unit: points} if points else {}))
            case End():
                return replace(self, is_over=True)

    def net(self, results: Mapping[tuple[int, int], tuple[Score, ...]]) -> dict[tuple[int, int], tuple[Score, ...]]:
        """Return the results with handicaps. At a table with a handicap, points decide instead of games."""
        return {place: self._net(self.rounds[place[0]].tables[place[1]], each) for place, each in results.items()}

    def _net(self, table: Table, scores: tuple[Score, ...]) -> tuple[Score, ...]:
        more = [sum(self.handicaps.get(unit, 0) for unit in side) for side in table]
        if not any(more) or not any(score.points or score.games for score in scores):
            return scores
        return tuple(Score(score.points + each) for score, each in zip(scores, more, strict=True))

    def seated(self, seed: int, results: Mapping[tuple[int, int], tuple[Score, ...]], order: list[Unit]) -> Round:
        """Return the seats of the next round, given the results by round and table, and the ranking.

        Raises RefusedError.
        """
        setup = self.setup
        if len(self.here) < setup.shape.sides * setup.shape.size and not setup.shape.tables(len(self.here)):
            raise RefusedError(Fault("too-few", "There are too few people for a table: tick who has come."))
        if not self.rounds or setup.movement is Movement.EVERYBODY:
            return next_round(setup.shape, self.here, self.rounds, seed)
        is_ladder = setup.movement is Movement.LADDER
        order = _ladder(self.rounds, self.net(results)) if is_ladder else order
        return next_round(setup.shape, self.here, self.rounds, seed, order, is_ladder)


def fold(setup: Setup, actions: Iterable[Action]) -> Evening:
    """The evening after its actions. Raises RefusedError."""
    evening = Evening(setup)
    for action in actions:
        evening = evening.step(action)
    return evening


def _ladder(rounds: tuple[Round, ...], results: Mapping[tuple[int, int], tuple[Score, ...]]) -> list[Unit]:
    """Return the units in the order of the ladder after the last round; those without a result keep their place."""
    places = list[tuple[float, int, Unit]]()
    last = rounds[-1] if rounds else Round(())
    for number, table in enumerate(last.tables):
        scores = results.get((len(rounds) - 1, number)) or tuple(Score(0) for _ in table)
        best, worst = max(map(_key, scores)), min(map(_key, scores))
        for side, score in zip(table, scores, strict=True):
            moves = 0.0 if best == worst else -1.0 if _key(score) == best else 1.0 if _key(score) == worst else 0.0
            places += [(number + moves, number, unit) for unit in side]
    places += [(float(len(last.tables)), len(last.tables), unit) for unit in last.out]
    return [unit for *_, unit in sorted(places)]


def _key(score: Score) -> tuple[int, int]:
    return score.games, score.points


def _fault(evening: Evening, action: Action) -> Fault | None:
    """Return the fault that forbids an action, or None."""
    if evening.is_over and not isinstance(action, Enter):
        return Fault("evening-over", "The evening is over: take that back first.")
    match action:
        case Come(units):
            return _of_names(evening, units)
        case Leave(unit) if unit not in evening.here:
            return Fault("not-here", f"{' and '.join(unit)} has left already.")
        case Begin(seats, matches) if sorted(seats.units) != sorted(evening.here) or len(matches) != len(
            seats.tables
        ):
            return Fault("not-who-is-here", "Somebody has come or left meanwhile: begin the round again.")
        case Begin(seats) if not all(map(evening.setup.shape.fits, seats.tables)):
            return Fault("bad-seats", "There is a table at which too many or too few would sit.")
        case Begin() if len(evening.rounds) >= MOST_ROUNDS:
            return Fault("too-many-rounds", f"An evening has at most {MOST_ROUNDS} rounds.")
        case Enter():
            return _of_result(evening, action)
        case Handicap(unit) if unit not in evening.units:
            return Fault("not-here", f"{' and '.join(unit)} is not on the list.")
        case Handicap(_, points) if points not in range(MOST_HANDICAP + 1):
            return Fault("bad-handicap", f"A handicap is from 0 to {MOST_HANDICAP} points.")
    return None


def _of_result(evening: Evening, entered: Enter) -> Fault | None:
    number, table, scores = entered.round, entered.table, entered.scores
    there = 0 <= number < len(evening.rounds) and 0 <= table < len(evening.rounds[number].tables)
    sides = len(evening.rounds[number].tables[table]) if there else 0
    if not there or (scores and len(scores) != sides):
        return Fault("no-table", "There is no such table.")
    least = -MOST_POINTS if evening.setup.shape.most else 0
    points, games = range(least, MOST_POINTS + 1), range(MOST_GAMES)
    if any(score.points not in points or score.games not in games for score in scores or ()):
        return Fault("bad-points", f"Points are from {least} to {MOST_POINTS}.".replace("-", "−"))
    return None


def _of_names(evening: Evening, units: tuple[Unit, ...]) -> Fault | None:
    size = 2 if evening.setup.is_fixed else 1
    if any(len(unit) != size for unit in units):
        return Fault("bad-pair", "Partners come in twos: give both names.")
    if size * (len(evening.here) + len(units)) > MOST_PEOPLE:
        return Fault("too-many-people", f"An evening has at most {MOST_PEOPLE} people.")
    times = Counter(name.casefold() for unit in (*evening.here, *units) for name in unit)
    twice = next((name for unit in units for name in unit if times[name.casefold()] > 1), None)
    return Fault("name-twice", f"{twice} is there already: add a letter to tell the two apart.") if twice else None
