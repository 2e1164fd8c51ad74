"""Loading matches: folded from their logs, with a cache for matches in play."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from referee.cache import Cache
from referee.faults import DamagedError, NotThereError, RefusedError
from referee.games.edits import Transition
from referee.games.game import Game, Games
from referee.games.kit.records import Record
from referee.log.entry import ACT, CORRECTION, REDO, REFUSED, UNDO, Entry, in_force
from referee.match.current import CurrentMatch
from referee.match.log import actions, actions_of, refused_in, setup_in_force
from referee.store.damage import is_damage
from referee.store.database import Database
from referee.store.logs import Row
from referee.store.projections import Projections

CACHE_BYTES = 96 * 2**20
"""The cache size for matches in play: enough for five hundred at the end of an evening."""
BYTES_OF_A_MATCH, BYTES_OF_AN_ENTRY = 12_000, 1_300


class MatchLoader:
    """Loads the matches of a database."""

    def __init__(self, database: Database, projections: Projections, games: Games) -> None:
        self._database, self._projections, self._games = database, projections, games
        self._cache: Cache[CurrentMatch[Any]] = Cache(CACHE_BYTES, _size)

    def row(self, match_id: int) -> Row:
        """A match's row. Raises NotThereError or DamagedError."""
        with reporting_damage(match_id):
            row = self._database.match(match_id)
        if row is None:
            raise NotThereError(f"There is no match {match_id}.")
        return row

    def game(self, match_id: int) -> Game[Any, Any, Any]:
        """The game of a match. Raises NotThereError or DamagedError."""
        current = self._cache.get(match_id)
        return current.game if current else self._game_of(self.row(match_id))

    def _game_of(self, row: Row) -> Game[Any, Any, Any]:
        with reporting_damage(row.id):
            return self._games[row.game]

    def record(self, match_id: int) -> Record[Any, Any]:
        """The record of a match: its setup and the actions in force. Raises NotThereError or DamagedError."""
        row = self.row(match_id)
        with reporting_damage(match_id):
            live, _ = in_force(self._database.entries(match_id))
            return Record(self.setup(row, live), self.actions(row, live))

    def setup(self, row: Row, live: Sequence[Entry] = ()) -> Any:
        """The setup of a match according to its entries in force, with the current names of its players.

        Raises RefusedError, LookupError or ValueError if it cannot be read.
        """
        return self._projections.named(row.book_id, self._written_setup(row, live))

    def actions(self, row: Row, live: Sequence[Entry]) -> tuple[Any, ...]:
        """The actions of a match according to its entries in force. Raises RefusedError, LookupError or
        ValueError."""
        game = self._games[row.game]
        return actions(game, game.read_setup(row.setup), live)

    def _written_setup(self, row: Row, live: Sequence[Entry]) -> Any:
        """The same, with the names as they were entered."""
        game = self._games[row.game]
        return setup_in_force(game, game.read_setup(row.setup), live)

    def project(self, match_id: int, match: Any) -> None:
        """Rebuild the projections of a match. Only within `writing`. Raises DamagedError."""
        row = self.row(match_id)
        with reporting_damage(match_id):
            live, _ = in_force(self._database.entries(match_id))
            setup = self._written_setup(row, live)
        if self._projections.project(match_id, row.book_id, setup, match):
            self.clear()

    def known(self, match_id: int) -> CurrentMatch[Any] | None:
        """The cached match, or None. The log may have grown since it was cached."""
        return self._cache.get(match_id)

    def current(self, match_id: int) -> CurrentMatch[Any]:
        """The current match, read from the database. Raises NotThereError or DamagedError."""
        current, age = self._cache.get(match_id), self._cache.age
        with reporting_damage(match_id):
            news = self._database.entries(match_id, after=current.version) if current else []
        if current is None or any(entry.kind in (UNDO, REDO, CORRECTION) for entry in news):
            current = self.fold(match_id)
        else:
            for entry in news:
                current = self._follow(current, entry)
        self._cache.keep(match_id, current, age)
        return current

    def keep(self, current: CurrentMatch[Any], age: int) -> None:
        """Cache a match, unless the cache was cleared since the `age` at which the computation began."""
        self._cache.keep(current.id, current, age)

    @property
    def age(self) -> int:
        """The number of times the cache was cleared."""
        return self._cache.age

    def clear(self) -> None:
        """Clear the cache, because rows of matches or names in them have changed."""
        self._cache.clear()

    def _follow(self, current: CurrentMatch[Any], entry: Entry) -> CurrentMatch[Any]:
        if entry.kind == REFUSED:
            return self.after_refusal(current, entry)
        return self.after(current, entry.number, actions_of(current.game, entry))

    def after_refusal(self, current: CurrentMatch[Any], entry: Entry) -> CurrentMatch[Any]:
        """The match after an entry that notes a refusal."""
        refused = (*current.refused, *refused_in([entry]))
        return replace(current, version=entry.number, refused=refused, kind=entry.kind)

    def after(self, current: CurrentMatch[Any], number: int, new: Sequence[Any]) -> CurrentMatch[Any]:
        """The match after the entry of a number with some actions. Raises RefusedError."""
        match, last = current.whole_match, None
        for action in new:
            last = Transition(number, action, match, current.game.step(match, action))
            match = last.after
        return current.after(number, match, last)

    def fold(self, match_id: int, next_entry: Entry | None = None, before: int | None = None) -> CurrentMatch[Any]:
        """The match folded from its log, or from the entries `before` a number.

        With a `next_entry`, which is not stored yet, the log is cut before its number and that entry is added.
        """
        row = self.row(match_id)
        game = self._game_of(row)
        with reporting_damage(match_id):
            entries = [each for each in self._database.entries(match_id) if not before or each.number < before]
            if next_entry:
                entries = [*(each for each in entries if each.number < next_entry.number), next_entry]
            live, undone = in_force(entries)
            done = self.actions(row, live)
            match, last = game.fold(self.setup(row, live), done[:-1]), None
            if done:
                last = Transition(live[-1].number, done[-1], match, game.step(match, done[-1]))
                match = last.after
        current = CurrentMatch.of(game, row, len(entries), match, len(live), undone, refused_in(entries))
        is_action = live and live[-1].kind == ACT
        return replace(current, kind=entries[-1].kind if entries else "", last=last if is_action else None)


@contextmanager
def reporting_damage(match_id: int) -> Iterator[None]:
    """Turn exceptions that mean that a match cannot be read into DamagedError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        raise DamagedError(f"Match {match_id} cannot be read: {error}") from error
    except NotThereError:
        raise
    except RefusedError as error:
        raise DamagedError(f"Match {match_id} cannot be read: {error}") from error
    except (LookupError, ValueError, TypeError) as error:
        raise DamagedError(f"Match {match_id} cannot be read: its setup or an entry is malformed") from error


def _size(current: CurrentMatch[Any]) -> int:
    """The estimated memory of a match in bytes."""
    return BYTES_OF_A_MATCH + BYTES_OF_AN_ENTRY * current.version
