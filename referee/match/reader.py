"""Reading matches: folded from their logs, with a cache for matches in play; records, and corrections on trial."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Any

from referee.cache import Cache
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.games.edits import Edit, Transition
from referee.games.game import Game, Games
from referee.games.kit.records import Record
from referee.log.entry import ACT, REDO, REFUSED, UNDO, Entry, in_force
from referee.match.audit import Line, audit_log, corrected_transitions
from referee.match.corrections import correct, must_suit, walk
from referee.match.current import MOST_RECENT, CurrentMatch, Trial
from referee.match.log import actions, actions_of, refused_in, setup_in_force
from referee.store.damage import is_damage
from referee.store.database import Database
from referee.store.logs import Row
from referee.store.projections import Projections

CACHE_BYTES = 96 * 2**20
"""The cache size for matches in play: enough for five hundred at the end of an evening."""
BYTES_OF_A_MATCH, BYTES_OF_AN_ENTRY = 12_000, 1_300


class MatchReader:
    """Use cases that read the matches of a database."""

    def __init__(self, database: Database, games: Games) -> None:
        self.database, self.games = database, games
        self.projections = Projections(database, games)
        self.cache: Cache[CurrentMatch[Any]] = Cache(CACHE_BYTES, _size)
        """The matches in play; their logs may have grown since."""

    def row(self, match_id: int) -> Row:
        """A match's row. Raises NotThereError or DamagedError."""
        with reporting_damage(match_id):
            row = self.database.match(match_id)
        if row is None:
            raise NotThereError(f"There is no match {match_id}.")
        return row

    def game(self, match_id: int) -> Game[Any, Any, Any]:
        """The game of a match. Raises NotThereError or DamagedError."""
        current = self.cache.get(match_id)
        return current.game if current else self._game_of(self.row(match_id))

    def _game_of(self, row: Row) -> Game[Any, Any, Any]:
        with reporting_damage(row.id):
            return self.games[row.game]

    def record(self, match_id: int) -> Record[Any, Any]:
        """The record of a match: its setup and the actions in force. Raises NotThereError or DamagedError."""
        row = self.row(match_id)
        with reporting_damage(match_id):
            return self.record_of(row, in_force(self.database.entries(match_id))[0])

    def record_of(self, row: Row, live: Sequence[Entry]) -> Record[Any, Any]:
        """The record of a match according to its entries in force. Raises as `actions` does."""
        return Record(self.setup(row, live), self.actions(row, live))

    def setup(self, row: Row, live: Sequence[Entry] = ()) -> Any:
        """The setup of a match according to its entries in force, with the current names of its players.

        Raises RefusedError, LookupError or ValueError if it cannot be read.
        """
        return self.projections.named(row.book_id, self._written_setup(row, live))

    def actions(self, row: Row, live: Sequence[Entry]) -> tuple[Any, ...]:
        """The actions of a match according to its entries in force. Raises RefusedError, LookupError or
        ValueError."""
        game = self.games[row.game]
        return actions(game, game.setups.read(row.setup), live)

    def _written_setup(self, row: Row, live: Sequence[Entry]) -> Any:
        """The same, with the names as they were entered."""
        game = self.games[row.game]
        return setup_in_force(game, game.setups.read(row.setup), live)

    def project(self, match_id: int, match: Any, live: Sequence[Entry] | None = None, has_news: bool = False) -> None:
        """Rebuild the projections of a match. Only within `writing`. Raises DamagedError.

        The entries in force are read from its log unless they are given. With `has_news` an entry in the same
        transaction has corrected its setup, so a cached match is read again.
        """
        row = self.row(match_id)
        with reporting_damage(match_id):
            live = in_force(self.database.entries(match_id))[0] if live is None else live
            setup = self._written_setup(row, live)
        if self.projections.project(match_id, row.book_id, setup, match, has_news=has_news):
            self.clear_cache()

    def current(self, match_id: int) -> CurrentMatch[Any]:
        """The current match, read from the database. Raises NotThereError or DamagedError."""
        current, age = self.cache.get(match_id), self.cache.age
        with reporting_damage(match_id):
            news = self.database.entries(match_id, after=current.version) if current else []
        try:
            for entry in news:
                current = self.follow(current, entry) if current else None
        except RefusedError:
            current = None  # An entry from elsewhere that has been undone since.
        current = current or self.fold(match_id)
        self.keep(current, age)
        return current

    def keep(self, current: CurrentMatch[Any], age: int) -> None:
        """Put a match into the cache; within a transaction only once that is on the disk."""
        if self.database.is_writing:
            self.database.then(partial(self.cache.keep, current.id, current, age))
        else:
            self.cache.keep(current.id, current, age)

    def clear_cache(self) -> None:
        """Clear the cache, because rows of matches or names in them have changed.

        Within a transaction it is cleared again once that is on the disk: others read what was there until then.
        """
        self.cache.clear()
        if self.database.is_writing:
            self.database.then(self.cache.clear)

    def follow(self, current: CurrentMatch[Any], entry: Entry) -> CurrentMatch[Any] | None:
        """The match after the next entry of its log; None if that takes a replay. Raises RefusedError."""
        if entry.kind == ACT:
            return self.after(current, entry.number, actions_of(current.game, entry))
        if entry.kind == REFUSED:
            return self.after_refusal(current, entry)
        if entry.kind == UNDO and current.recent and current.last:
            undone = self.database.entries(current.id, after=current.last.number - 1)[0]
            return replace(
                current.recent[-1], version=entry.number, undone=(*current.undone, undone), refused=current.refused,
                kind=UNDO, recent=current.recent[:-1],
            )  # fmt: skip
        if entry.kind == REDO and current.undone and current.undone[-1].kind == ACT:
            *left, again = current.undone
            after = self.after(current, again.number, actions_of(current.game, again))
            return replace(after, version=entry.number, undone=tuple(left), kind=REDO)
        return None

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
        with reporting_damage(match_id):
            entries = [each for each in self.database.entries(match_id) if not before or each.number < before]
        if next_entry:
            entries = [*(each for each in entries if each.number < next_entry.number), next_entry]
        return self.folded(row, entries)

    def folded(self, row: Row, entries: Sequence[Entry]) -> CurrentMatch[Any]:
        """The match folded from a log, which need not be stored. Raises DamagedError."""
        game = self._game_of(row)
        with reporting_damage(row.id):
            live, undone = in_force(entries)
            tail = list(takewhile(lambda entry: entry.kind == ACT, reversed(live[-MOST_RECENT - 1 :])))[::-1]
            done, last = self.actions(row, live), sum(len(entry.actions) for entry in tail)
            match, news = game.fold(self.setup(row, live), done[: len(done) - last]), iter(done[len(done) - last :])
            current = CurrentMatch(
                game, row.id, row.book_id, 0, match, row.show_played, row.teaching, len(live) - len(tail), (),
                tuple(refused_in(entries)), row.opened,
            )  # fmt: skip
            for entry in tail:  # Step by step, so that these entries can be undone.
                current = self.after(current, entry.number, [next(news) for _ in entry.actions])
        kind = entries[-1].kind if entries else ""
        return replace(current, version=len(entries), undone=tuple(undone), kind=kind)

    # --- use cases ---------------------------------------------------------------------------------------------

    def trial(
        self, match_id: int, edits: Sequence[Edit] = (), version: int | None = None, setup: Any | None = None
    ) -> Trial[Any]:
        """Try edits, and another setup, without storing them. `version` is the version they were made from.

        Raises NotThereError; RefusedError if they are out of range, or if entries other than actions and refusals
        were appended since that version, or if the setup cannot be another one now.
        """
        row, game = self.row(match_id), self.game(match_id)
        with reporting_damage(match_id):
            entries = self.database.entries(match_id)
        if version is not None and any(entry.kind not in (ACT, REFUSED) for entry in entries[version:]):
            raise RefusedError(
                Fault("bad-edit", "The match has changed in the meantime. Start this correction again.")
            )
        current = replace(self.folded(row, entries), kind="", last=None)  # No news for its screens.
        before = current.setup
        transitions = walk(game, before, self.actions(row, in_force(entries)[0]))
        after = before if setup is None else self.projections.named(row.book_id, setup)
        if after != before:
            must_suit(game, current.whole_match, transitions, after)
        corrected = correct(game, transitions, after, edits)
        return Trial(current, after, transitions, corrected.edits, corrected)

    def audit_log(self, match_id: int) -> list[Line]:
        """The whole log, including undone and corrected entries. Raises NotThereError."""
        row, game = self.row(match_id), self.game(match_id)
        return audit_log(
            game,
            self.setup(row),
            self.database.entries(match_id),
            partial(self.projections.named, row.book_id),
        )

    def corrected(self, match_id: int) -> list[Transition[Any, Any]]:
        """The actions in force that a correction added. Raises NotThereError."""
        row, entries = self.row(match_id), self.database.entries(match_id)
        game, setup = self.game(match_id), self.setup(row, in_force(entries)[0])
        return corrected_transitions(game, game.setups.read(row.setup), setup, entries)

    def transitions(self, match_id: int) -> list[Transition[Any, Any]]:
        """Every action in force, with the match before and after it. Raises NotThereError."""
        record = self.record(match_id)
        return walk(self.game(match_id), record.setup, record.actions)

    def version(self, match_id: int) -> int:
        """The number of entries in a match's log."""
        return self.database.length(match_id)


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
