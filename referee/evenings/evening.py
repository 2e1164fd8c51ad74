"""An evening, folded from its log: the units present, the rounds, and the results entered by hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil

from referee.evenings.actions import (
    NOT_THERE,
    Action,
    Begin,
    Come,
    End,
    Enter,
    EnterAll,
    EveningSetup,
    Extend,
    Fix,
    Handicap,
    Leave,
    Length,
    Movement,
    Pause,
    Rename,
    Reseat,
    Resume,
    Score,
    Unseat,
    results_of,
)
from referee.evenings.legality import fault_of
from referee.evenings.movements import next_round
from referee.evenings.progressive import progressed, with_fixed_tables
from referee.evenings.rounds import Round, Table, Unit, names_of
from referee.faults import Fault, RefusedError
from referee.text import same_name

LONGEST_PAUSE = timedelta(weeks=1)
"""The maximum time that a pause adds to a round."""
Entered = dict[tuple[int, int], tuple[Score, ...]]
"""Scores from paper, by the numbers of round and table, from 0."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The state of an evening."""

    setup: EveningSetup
    here: tuple[Unit, ...] = ()
    seated_before: Mapping[Unit, None] = field(default_factory=dict)
    """Everybody who was in a round, in order."""
    rounds: tuple[Round, ...] = ()
    matches: tuple[tuple[int, ...], ...] = ()
    """The matches of each round by table."""
    begun: tuple[datetime, ...] = ()
    extra: Mapping[int, timedelta] = field(default_factory=dict)
    """The extra time of rounds, by their numbers from 0."""
    paused: datetime | None = None
    """The time at which the latest round was paused, if it is."""
    by_hand: Mapping[tuple[int, int], tuple[Score, ...]] = field(default_factory=dict)
    """The results entered by hand, by the numbers of round and table, from 0; () for a table written off."""
    handicaps: Mapping[Unit, int] = field(default_factory=dict)
    """The handicaps of the units that have one."""
    kinds: Mapping[Unit, int] = field(default_factory=dict)
    """The units of the second kind of players, as 1."""
    fixed: Mapping[Unit, int] = field(default_factory=dict)
    """The table numbers of units with a fixed table."""
    is_over: bool = False

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Yield the round, the table and the number of each match."""
        for number, of_round in enumerate(self.matches):
            yield from ((number, table, match) for table, match in enumerate(of_round) if match != NOT_THERE)

    @property
    def units(self) -> list[Unit]:
        """Everybody who has been there, in order of arrival."""
        return list({**self.seated_before, **dict.fromkeys(self.here)})

    @property
    def latest_units(self) -> list[Unit]:
        """Everybody who has been there, in the latest pair of each."""
        latest, named = list[Unit](), set[str]()
        for unit in (*self.here[::-1], *reversed(list(self.seated_before))):
            if named.isdisjoint(unit):
                latest.append(unit)
                named |= set(unit)
        return latest

    def table_of(self, name: str) -> int | None:
        """The number of somebody's table in the latest round, from 0; None if there is none."""
        tables = self.rounds[-1].tables if self.rounds else ()
        return next((at for at, table in enumerate(tables) for side in table if name in names_of(side)), None)

    def until(self, number: int) -> datetime | None:
        """Return the time at which a round, numbered from 0, ends; None if it has no time limit."""
        if self.setup.length is not Length.MINUTES:
            return None
        return self.begun[number] + timedelta(minutes=self.setup.number) + self.extra.get(number, timedelta())

    @property
    def ends(self) -> datetime | None:
        """The time at which the latest round ends, if it has one and is not paused."""
        is_running = self.rounds and not self.is_over and not self.paused
        return self.until(len(self.rounds) - 1) if is_running else None

    @property
    def paused_with(self) -> int | None:
        """The minutes left of a paused round; None if it is not paused."""
        until = self.until(len(self.rounds) - 1) if self.paused and not self.is_over else None
        return max(0, ceil((until - self.paused) / timedelta(minutes=1))) if until and self.paused else None

    def step(self, action: Action) -> "Evening":
        """The evening after an action. Raises RefusedError."""
        return self._after(action, dict(self.by_hand), dict(self.handicaps))

    def _after(self, action: Action, by_hand: Entered, handicaps: dict[Unit, int]) -> "Evening":
        """The evening after an action, which changes the given results and handicaps."""
        fault = fault_of(self, action)
        if fault:
            raise RefusedError(fault)
        match action:
            case Come() | Leave() | Fix():
                return self._of_people(action)
            case Begin() | Reseat() | Unseat():
                return self._of_seats(action, by_hand)
            case Pause() | Resume() | Extend():
                return self._of_time(action)
            case Enter() | EnterAll():
                for each in results_of(action):
                    by_hand.pop((each.round, each.table), None)
                    by_hand |= {(each.round, each.table): each.scores} if each.scores is not None else {}
                return replace(self, by_hand=by_hand)
            case Handicap(unit, points):
                handicaps.pop(unit, None)
                handicaps |= {unit: points} if points else {}
                return replace(self, handicaps=handicaps)
            case Rename(name):
                return replace(self, setup=replace(self.setup, name=name))
            case End():
                return replace(self, is_over=True)

    def _of_people(self, action: Come | Leave | Fix) -> "Evening":
        match action:
            case Come(units, kind):
                kinds = {unit: 1 for unit in self.kinds if unit not in units} | dict.fromkeys(
                    units if kind else (), 1
                )
                return replace(self, here=(*self.here, *units), kinds=kinds)
            case Leave(unit):
                return replace(self, here=tuple(each for each in self.here if each != unit))
            case Fix(unit, table):
                fixed = {each: number for each, number in self.fixed.items() if each != unit}
                return replace(self, fixed=fixed | ({unit: table} if table else {}))

    def _of_time(self, action: Pause | Resume | Extend) -> "Evening":
        latest = len(self.rounds) - 1
        match action:
            case Pause(at):
                return replace(self, paused=at)
            case Resume(at):
                more = min(max(timedelta(), at - self.paused), LONGEST_PAUSE) if self.paused else timedelta()
            case Extend(minutes):
                more = timedelta(minutes=minutes)
        paused = None if isinstance(action, Resume) else self.paused
        extra = {**self.extra, latest: self.extra.get(latest, timedelta()) + more}
        return replace(self, extra=extra, paused=paused)

    def _of_seats(self, action: Begin | Reseat | Unseat, by_hand: Entered) -> "Evening":
        match action:
            case Begin(seats, matches, at):
                rounds, all_matches = (*self.rounds, seats), (*self.matches, matches)
                seats_before = {**self.seated_before, **dict.fromkeys(seats.units)}
                return replace(
                    self,
                    rounds=rounds,
                    matches=all_matches,
                    begun=(*self.begun, at),
                    seated_before=seats_before,
                    paused=None,
                )
            case Unseat():
                for place in [place for place in by_hand if place[0] + 1 == len(self.rounds)]:
                    del by_hand[place]
                rounds, all_matches, begun = self.rounds[:-1], self.matches[:-1], self.begun[:-1]
                extra = {number: more for number, more in self.extra.items() if number < len(rounds)}
                return replace(self, rounds=rounds, matches=all_matches, begun=begun, by_hand=by_hand,
                               extra=extra, paused=None)  # fmt: skip
            case Reseat():
                return self._reseated(action, by_hand)

    def _reseated(self, action: Reseat, by_hand: Entered) -> "Evening":
        """The evening after a change of a round's seats; people it adds or removes also join or leave the evening."""
        number, before = action.number, self.rounds[action.number]
        entered = {table: by_hand.pop((number, table)) for table in range(len(before.tables))
                   if (number, table) in by_hand}  # fmt: skip
        by_hand |= {(number, now): entered[old] for now, old in enumerate(action.was) if old in entered}
        there, here, known = set(action.seats.units), self.here, set(self.units)
        gone = [unit for unit in before.units if unit not in there]
        came = [unit for unit in action.seats.units if unit not in before.units]
        # A substitute who is new here plays on as the kind of the one who left.
        kinds = {unit: 1 for unit, old in zip(came, gone, strict=False) if old in self.kinds and unit not in known}
        if number + 1 == len(self.rounds):
            here = tuple(unit for unit in here if unit in there or unit not in before.units)
            here = (*here, *(unit for unit in action.seats.units if unit not in (*here, *before.units)))
        rounds, matches = list(self.rounds), list(self.matches)
        rounds[number], matches[number] = action.seats, action.matches
        seats_before = {**self.seated_before, **dict.fromkeys(action.seats.units)}
        return replace(self, here=here, rounds=tuple(rounds), matches=tuple(matches), by_hand=by_hand,
                       seated_before=seats_before, kinds={**self.kinds, **kinds})  # fmt: skip

    def as_known(self, came: Come) -> Come:
        """Return the arrivals under the names they had before, even if typed differently now."""
        names = {same_name(name): name for unit in self.units for name in unit}
        unit_by_names = {frozenset(unit): unit for unit in self.units}
        named = [tuple(names.get(same_name(name), name) for name in unit) for unit in came.units]
        return Come(tuple(unit_by_names.get(frozenset(unit), unit) for unit in named), came.kind)

    def net(self, results: Mapping[tuple[int, int], tuple[Score, ...]]) -> dict[tuple[int, int], tuple[Score, ...]]:
        """Return the results with handicaps. At a table with a handicap, points decide instead of games, if known."""
        return {place: self._net(self.rounds[place[0]].tables[place[1]], each) for place, each in results.items()}

    def _net(self, table: Table, scores: tuple[Score, ...]) -> tuple[Score, ...]:
        more = [sum(self.handicaps.get(unit, 0) for unit in side) for side in table]
        if not any(more) or not any(score.points for score in scores):
            return scores
        return tuple(Score(score.points + each) for score, each in zip(scores, more, strict=True))

    def seated(
        self, seed: int, results: Mapping[tuple[int, int], tuple[Score, ...]], standing: Mapping[Unit, int]
    ) -> Round:
        """The seats of the next round, given results by round and table, and places. Raises RefusedError."""
        return with_fixed_tables(self._seated(seed, self.net(results), standing), self.fixed)

    def _seated(
        self, seed: int, results: Mapping[tuple[int, int], tuple[Score, ...]], standing: Mapping[Unit, int]
    ) -> Round:
        setup = self.setup
        if len(self.here) < setup.shape.sides * setup.shape.size and not setup.shape.tables(len(self.here)):
            raise RefusedError(Fault("too-few", "There are too few people for a table. Add everyone who is here."))
        if setup.movement.has_kinds and not setup.shape.most:
            latest = len(self.rounds) - 1
            tables = self.rounds[-1].tables if self.rounds else ()
            of_tables = [results.get((latest, table)) for table in range(len(tables))]
            return progressed(setup.shape, self.here, self.kinds, self.rounds, seed, setup.movement, of_tables)
        if not self.rounds or setup.movement not in (Movement.STANDING, Movement.LADDER):
            return next_round(setup.shape, self.here, self.rounds, seed)
        is_ladder = setup.movement is Movement.LADDER
        if is_ladder:
            standing = {unit: rung for rung, unit in enumerate(_ladder(self.rounds, results))}
        return next_round(setup.shape, self.here, self.rounds, seed, standing, is_ladder)


def fold(setup: EveningSetup, actions: Iterable[Action]) -> Evening:
    """The evening after its actions. Raises RefusedError."""
    evening, by_hand, handicaps = Evening(setup), Entered(), dict[Unit, int]()
    for action in actions:  # One copy of these is enough: intermediate evenings are not used.
        evening = evening._after(action, by_hand, handicaps)
    return evening


def _ladder(rounds: tuple[Round, ...], results: Mapping[tuple[int, int], tuple[Score, ...]]) -> list[Unit]:
    """Return the units in the order of the ladder after the last round; those without a result keep their place."""
    places = list[tuple[float, int, Unit]]()
    last = rounds[-1] if rounds else Round(())
    for number, table in enumerate(last.tables):
        scores = results.get((len(rounds) - 1, number)) or tuple(Score(0) for _ in table)
        decides = [score.decides for score in scores]
        best, worst = max(decides), min(decides)
        for side, mine in zip(table, decides, strict=True):
            moves = 0.0 if best == worst else -1.0 if mine == best else 1.0 if mine == worst else 0.0
            places += [(number + moves, number, unit) for unit in side]
    places += [(float(len(last.tables)), len(last.tables), unit) for unit in last.out]
    return [unit for *_, unit in sorted(places)]
