"""An evening in its current state: the matches' results, and the standings."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee import games
from referee.evenings.actions import Action, Length, Score
from referee.evenings.evening import Evening, fold
from referee.evenings.rounds import Shape, Table, names_of
from referee.evenings.shapes import read_action, read_setup
from referee.evenings.standings import Line, Results, standings
from referee.games.game import Game
from referee.games.kit.rounds import Rounds
from referee.log.entry import in_force, load
from referee.store.evenings import EveningRow, EveningStore, TableRow
from referee.text import same_name

AnyGame = Game[Any, Any, Any]


def shape_of(game: AnyGame, is_fixed: bool) -> Shape:
    """The tables of a game: two pairs, two players, or three to six who play alone."""
    if game.partners:
        return Shape(2) if is_fixed else Shape(2, 2)
    return Shape(2) if len(game.seats) == 2 else Shape(4, 1, 3, 6)


Folded = tuple[EveningRow, Evening, Action | None, Action | None]
"""An evening with the actions that an undo and a redo would apply to."""


def folded_from(store: EveningStore, number: int) -> Folded:
    """Fold an evening from its log. Raises NotThereError, or one of UNREADABLE."""
    row, (live, undone) = store.row(number), in_force(store.entries(number))
    actions, again = ([read_action(entry.actions[0]) for entry in entries] for entries in (live, undone))
    evening = fold(read_setup(load(row.setup)), actions)
    return row, evening, actions[-1] if actions else None, again[-1] if again else None


@dataclass(frozen=True)
class CurrentEvening:
    """The current state of an evening, and its place in its log."""

    row: EveningRow
    evening: Evening
    version: int
    tables: Mapping[tuple[int, int], TableRow]
    """The matches' rows, by round and table, from 0."""
    scores: Results
    """The scores of all tables, including those that are still playing."""
    last: Action | None
    """The action that an undo would undo."""
    undone: Action | None = None
    """The action that a redo would redo."""

    @cached_property
    def results(self) -> Results:
        """The scores of the tables that have played their round; in the latest round, only once they are over."""
        latest, is_over = len(self.evening.rounds) - 1, self.evening.is_over
        return {
            place: scores
            for place, scores in self.scores.items()
            if place[0] < latest or is_over or self.is_over(*place)
        }

    @property
    def id(self) -> int:
        """Its number."""
        return self.row.id

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
        latest = len(self.evening.rounds) - 1
        tables = self.evening.rounds[latest].tables if latest >= 0 else ()
        return [number for number in range(len(tables)) if not self.is_over(latest, number)]


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
    found = dict[str, str]()
    for seat, side in zip(seats, table, strict=False):
        found[seat], found[game.partners[seat]] = names_of(side)
    return {seat: found[seat] for seat in seats}


def scores_of(evening: Evening, place: tuple[int, int], row: TableRow) -> tuple[Score, ...] | None:
    """The scores of the sides of a table, by the names in its match; None if others play there, or not as seated."""
    if not plays_as_seated(evening, place, row):
        return None
    seat_of = _seats(row.players)
    return tuple(_score_at(row, seat_of[same_name(names[0])]) for names in _sides(evening, place))


def plays_as_seated(evening: Evening, place: tuple[int, int], row: TableRow) -> bool:
    """Return True if those play at a table who were seated there, with the same partners, in whatever seats."""
    at_table = {
        frozenset(same_name(row.players[seat]) for seat in side if seat in row.players) for side in row.result
    }
    return at_table == {frozenset(map(same_name, names)) for names in _sides(evening, place)}


def planned_scores(evening: Evening, place: tuple[int, int], row: TableRow) -> tuple[Score, ...]:
    """Return the scores of a table in the places of the players who were seated there."""
    game, table = games.GAMES[evening.setup.game], evening.rounds[place[0]].tables[place[1]]
    seat_of = _seats(seated(game, table))
    return tuple(_score_at(row, seat_of[same_name(names[0])]) for names in _sides(evening, place))


def _seats(players: Mapping[str, str]) -> dict[str, str]:
    return {same_name(name): seat for seat, name in players.items()}


def _sides(evening: Evening, place: tuple[int, int]) -> list[list[str]]:
    return [names_of(side) for side in evening.rounds[place[0]].tables[place[1]]]


def _score_at(row: TableRow, seat: str) -> Score:
    """The score of a seat's side, given what its game says who is before whom."""
    mine = next(each for side, each in row.result.items() if seat in side)
    return Score(mine.points, sum(each.place > mine.place for each in row.result.values()))
