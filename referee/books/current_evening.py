"""An evening in its current state: the matches' results, and the standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from referee import games
from referee.evenings.actions import Action, Enter, EnterAll, Length, Reseat, Score, results_of
from referee.evenings.evening import Evening, fold
from referee.evenings.naming import apart, renamed
from referee.evenings.rounds import Round, Shape, Table, names_of
from referee.evenings.shapes import read_action, read_setup
from referee.evenings.standings import Line, Results, standings
from referee.faults import Fault, RefusedError
from referee.games.game import Game
from referee.games.kit.rounds import Rounds
from referee.log.entry import ACT, Entry, in_force, load
from referee.store.evenings import EveningRow, EveningStore, TableRow
from referee.text import same_name

AnyGame = Game[Any, Any, Any]
CHANGED = Fault("evening-changed", "Somebody else has changed the evening. Check it, and try again.")


def shape_of(game: AnyGame, is_fixed: bool) -> Shape:
    """The tables of a game: two pairs, two players, or three to six who play alone."""
    if game.partners:
        return Shape(2) if is_fixed else Shape(2, 2)
    return Shape(2) if len(game.seats) == 2 else Shape(4, 1, 3, 6)


@dataclass(frozen=True, slots=True)
class Folded:
    """An evening folded from its log, and under its players' current names."""

    row: EveningRow
    evening: Evening
    last: Action | None
    """The action that an undo would undo."""
    undone: Action | None
    """The action that a redo would redo."""
    written: Evening
    """The evening under the names of its log."""
    names: Mapping[str, str]
    """The new names of players who were renamed, by their names in the log."""
    seats_before: Round | None
    """The seats of a round before the last action, if it changed them."""


def folded_from(store: EveningStore, number: int, called: Mapping[str, str] | None = None) -> Folded:
    """Fold an evening from its log, given new names of players. Raises NotThereError, or one of UNREADABLE."""
    row, (live, undone) = store.row(number), in_force(store.entries(number))
    datetime.fromisoformat(row.opened)  # A damaged time is found here.
    actions, again = ([read_action(entry.actions[0]) for entry in entries] for entries in (live, undone))
    before = fold(read_setup(load(row.setup)), actions[:-1])
    last, next_one = actions[-1] if actions else None, again[-1] if again else None
    return _folded(row, before, last, next_one, called or {})


def still_to_enter(store: EveningStore, current: "CurrentEvening", version: int, action: Action) -> Action | None:
    """An action from a page that showed an earlier `version`, without results that have not changed.

    None if nothing is left. Raises RefusedError if somebody else has changed one of the remaining tables since.
    """
    if not results_of(action) or not 0 <= version < current.version:
        return action
    now = current.folded.written
    then = fold(
        now.setup, (read_action(each.actions[0]) for each in in_force(store.entries(current.id)[:version])[0])
    )
    left = [each for each in results_of(action) if isinstance(action, Enter) or _result(then, each) != each.scores]
    for each in left:
        is_overtaken = _result(now, each) not in (_result(then, each), each.scores)
        if is_overtaken or _seats_at(then, each) != _seats_at(now, each):
            raise RefusedError(CHANGED)
    left = [each for each in left if _result(now, each) != each.scores]
    return (EnterAll(tuple(left)) if isinstance(action, EnterAll) else action) if left else None


def _result(evening: Evening, entered: Enter) -> tuple[Score, ...] | None:
    return evening.by_hand.get((entered.round, entered.table))


def _seats_at(evening: Evening, entered: Enter) -> Any:
    """The seats at the table of a result, in a list; empty if there is no such round or table."""
    return [seats.tables[entered.table :][:1] for seats in evening.rounds[entered.round :][:1]]


def continued(before: Folded, entries: Sequence[Entry], called: Mapping[str, str]) -> Folded | None:
    """Fold an evening from its state before some entries; None if they undo or redo something."""
    if any(entry.kind != ACT for entry in entries):
        return None
    written, actions = before.written, [read_action(entry.actions[0]) for entry in entries]
    for action in actions[:-1]:
        written = written.step(action)
    return _folded(before.row, written, actions[-1], None, called) if actions else None


def _folded(
    row: EveningRow, before: Evening, last: Action | None, next_one: Action | None, called: Mapping[str, str]
) -> Folded:
    """A stored evening, given its state before the last action, under its players' current names."""
    written = before.step(last) if last else before
    seats = before.rounds[last.number] if isinstance(last, Reseat) else None
    names = apart((name for unit in written.units for name in unit), called)
    visible, last, next_one = renamed(written, names), renamed(last, names), renamed(next_one, names)
    return Folded(row, visible, last, next_one, written, names, renamed(seats, names))


@dataclass(frozen=True)
class CurrentEvening:
    """The current state of an evening, and its place in its log."""

    folded: Folded
    version: int
    tables: Mapping[tuple[int, int], TableRow]
    """The matches' rows, by round and table, from 0."""
    scores: Results
    """The scores of all tables, including those that are still playing."""
    aside: Sequence[TableRow] = ()
    """The matches that were set aside, and in which something was entered."""

    @property
    def row(self) -> EveningRow:
        """Its stored row."""
        return self.folded.row

    @property
    def evening(self) -> Evening:
        """The evening, under its players' current names."""
        return self.folded.evening

    @cached_property
    def results(self) -> Results:
        """The scores of the tables that have played their round; in the latest round, only once they are over."""
        latest, is_over = len(self.evening.rounds) - 1, self.evening.is_over
        return {
            place: scores
            for place, scores in self.scores.items()
            if place[0] < latest or is_over or self.is_over(*place)
        }

    def as_written(self, action: Action) -> Action:
        """Return an action under the names of the log. Raises RefusedError if it is not allowed."""
        action = renamed(action, {new: name for name, new in self.folded.names.items()})
        self.folded.written.step(action)
        return action

    @property
    def id(self) -> int:
        """Its number."""
        return self.row.id

    @property
    def is_played(self) -> bool:
        """True if it has a result, or if something was entered in one of its matches."""
        return bool(self.scores or self.aside) or any(row.has_entries for row in self.tables.values())

    @cached_property
    def standings(self) -> list[Line]:
        """The standings."""
        return standings(self.evening, self.results, self.rounds.wide)

    @property
    def rounds(self) -> Rounds:
        """The rules by which matches of its game are rounds."""
        return games.GAMES[self.evening.setup.game].rounds

    def is_over(self, number: int, table: int) -> bool:
        """Return True if a table has played its round."""
        return has_played(self.evening, (number, table), self.tables.get((number, table)))

    @property
    def unfinished(self) -> list[int]:
        """The numbers of the tables, from 0, that have not played the latest round."""
        return [table for number, table in self.open_ones if number + 1 == len(self.evening.rounds)]

    @cached_property
    def open_ones(self) -> list[tuple[int, int]]:
        """The tables of all rounds without a result, by round and table, from 0."""
        return [
            (number, table)
            for number, seats in enumerate(self.evening.rounds)
            for table in range(len(seats.tables))
            if not self.is_over(number, table) and not self._ran_out(number, table)
        ]

    def _ran_out(self, number: int, table: int) -> bool:
        """Return True if time ended a table's round, and it has a result."""
        is_past = number + 1 < len(self.evening.rounds) or self.evening.is_over
        return is_past and self.evening.setup.length is Length.MINUTES and (number, table) in self.scores


def has_played(evening: Evening, place: tuple[int, int], row: TableRow | None) -> bool:
    """Return True if a table has played its round: on paper, or according to its match."""
    if row is None or place in evening.by_hand:
        return place in evening.by_hand
    return row.over or (evening.setup.length is Length.HANDS and row.hands >= evening.setup.number)


def seated(game: AnyGame, table: Table) -> dict[str, str]:
    """The players of a table by seat: partners opposite each other, others in order."""
    seats = list(game.seats)
    if not game.partners:
        return dict(zip(seats, [name for side in table for name in names_of(side)], strict=False))
    names_by_seat = dict[str, str]()
    for seat, side in zip(seats, table, strict=False):
        names_by_seat[seat], names_by_seat[game.partners[seat]] = names_of(side)
    return {seat: names_by_seat[seat] for seat in seats}


def scores_of(evening: Evening, place: tuple[int, int], row: TableRow) -> tuple[Score, ...] | None:
    """The scores of the sides of a table, by the names in its match; None if others play there, or not as seated."""
    if not plays_as_seated(evening, place, row):
        return None
    seat_of = _seats(row.players)
    return tuple(_score_at(row, seat_of[same_name(names[0])]) for names in _sides(evening, place))


def plays_as_seated(evening: Evening, place: tuple[int, int], row: TableRow) -> bool:
    """Return True if a table is played by the people seated there, with the same partners, in any seats."""
    return plays(row, evening.rounds[place[0]].tables[place[1]])


def plays(row: TableRow, table: Table) -> bool:
    """Return True if the sides of a table play a match."""
    at_table = {frozenset(map(same_name, names)) for names in sides_of(row)}
    return at_table == {frozenset(map(same_name, names_of(side))) for side in table}


def sides_of(row: TableRow) -> list[list[str]]:
    """Return the names of each side of a match."""
    return [[row.players[seat] for seat in side if seat in row.players] for side in row.result]


def planned_scores(evening: Evening, place: tuple[int, int], row: TableRow) -> tuple[Score, ...] | None:
    """The scores of a table in the places of the players who were seated there; None if more or fewer play."""
    game, table = games.GAMES[evening.setup.game], evening.rounds[place[0]].tables[place[1]]
    players = seated(game, table)
    if players.keys() != row.players.keys():
        return None
    seat_of = _seats(players)
    return tuple(_score_at(row, seat_of[same_name(names[0])]) for names in _sides(evening, place))


def _seats(players: Mapping[str, str]) -> dict[str, str]:
    return {same_name(name): seat for seat, name in players.items()}


def _sides(evening: Evening, place: tuple[int, int]) -> list[list[str]]:
    return [names_of(side) for side in evening.rounds[place[0]].tables[place[1]]]


def _score_at(row: TableRow, seat: str) -> Score:
    """The score of a seat's side, given the game's order of the sides."""
    mine = next(each for side, each in row.result.items() if seat in side)
    return Score(mine.points, sum(each.place > mine.place for each in row.result.values()))
