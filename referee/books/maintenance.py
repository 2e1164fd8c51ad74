"""Maintenance of score books: the bin, and renaming, merging and splitting players."""

import logging
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta

from referee.english import plural
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.fields import read_value
from referee.match.importer import Importer
from referee.match.service import MatchService
from referee.moments import noted, utc_text
from referee.store.book_rows import BookRows
from referee.store.match_search import MatchSummary
from referee.store.player_names import Alike, Player

log = logging.getLogger("referee")
BIN_DAYS = 30
"""The number of days that a match or a score book stays in the bin."""
AGREE_AFTER = timedelta(days=1)
"""The minimum time between the two checks that must agree before something is erased."""


class Maintenance:
    """Maintains the score books of a database."""

    def __init__(self, service: MatchService) -> None:
        self._service, self._database = service, service.database
        self._summaries, self._player_store = service.projections.summaries, service.projections.player_store
        self._match_search, self._book_rows = service.projections.match_search, BookRows(service.database)

    def update_projections(self) -> None:
        """Update projections written by an earlier release, and add missing ones."""
        games = self._service.games.values()
        outdated = [number for game in games for number in self._summaries.outdated(game.key, game.edition)]
        if outdated:
            log.warning("Updating the book once: %s.", plural(len(outdated), "log"))
            for damaged in self._project_each(outdated):
                log.error("%s. Run `referee check` for details.", damaged)

    def recount(self) -> list[str]:
        """Rebuild all projections from the logs; returns the reasons why matches were omitted, one line each."""
        left_out = list(self._project_each(self._service.database.numbers()))
        with self._database.writing():
            for store in self._service.projections.player_stores.values():
                store.rebuild_totals()
            self._book_rows.recount()
        return left_out

    def _project_each(self, numbers: Iterable[int]) -> Iterator[str]:
        """Project matches; yields the reason for each one omitted, one line each."""
        for number in numbers:
            try:
                with self._database.writing():
                    self.project(number)
            except DamagedError as error:
                yield str(error)

    def project(self, match_id: int) -> None:
        """Rebuild the projections of a match. Only within `writing`. Raises DamagedError or NotThereError."""
        self._service.project(match_id, self._service.current(match_id).whole_match)

    # --- the bin ---------------------------------------------------------------------------------------------

    def move_to_bin(self, match_id: int) -> None:
        """Move a match to the bin, from which it can be restored for `BIN_DAYS` days. Raises NotThereError."""
        with self._database.writing():
            rows = self._match_search.listed([match_id])
            if not rows:
                raise NotThereError(f"There is no match {match_id}.")
            (match,), now, games = rows, noted(self._service.clock()), self._service.games
            if not match.is_damaged:
                # A clock that is earlier than the opening of the match is wrong, and it would be erased too soon.
                now = max(now, datetime.fromisoformat(match.opened))
            counted = games.values() if match.is_damaged else [games[match.game_key]]
            self._summaries.move_to_bin(match_id, counted, utc_text(now))
            self._service.clear_cache()

    def binned(self, book_id: int) -> list[MatchSummary]:
        """The matches in the bin of a score book, the latest first."""
        return self._match_search.binned(book_id, self._oldest_binned())

    def count_binned(self, book_id: int) -> int:
        """Count the matches in the bin of a score book."""
        return self._summaries.count_binned(book_id, self._oldest_binned())

    def restore_from_bin(self, book_id: int, match_id: int) -> None:
        """Restore a match from the bin.

        Raises NotThereError if it is not there, and RefusedError if it has been imported again meanwhile.
        """
        for match in self.binned(book_id):  # Before the transaction, because it may read and replay many matches.
            if match.id == match_id and not match.is_damaged:
                Importer(self._service).digest_those_begun_at(book_id, utc_text(datetime.fromisoformat(match.opened)))
                self._read_ahead(match_id)
        with self._database.writing():
            if match_id not in [match.id for match in self.binned(book_id)]:
                raise NotThereError(f"There is no match {match_id} in the bin.")
            self._summaries.restore_from_bin(match_id)
            self.project(match_id)
            record = self._service.record(match_id)
            # A renaming since then may hide a duplicate. That is accepted, rather than reading logs within the lock.
            other = Importer(self._service).digested_number_of(book_id, record, but=match_id)
            if other is not None:
                text = f"This match was imported again: it is match {other}. It can stay in the bin."
                raise RefusedError(Fault("there-already", text))

    def _read_ahead(self, match_id: int) -> None:
        """Put a match in the bin into the cache of matches in play."""
        age, row = self._service.cache.age, self._database.match(match_id, is_binned=True)
        if row:
            current = self._service.folded(row, self._database.entries(match_id))
            self._service.keep(current, age)

    def restore_those_in_bin(self, book_id: int, matches: Collection[int]) -> None:
        """Restore some matches without entries if they are in the bin. Only within `writing`."""
        for match in self.binned(book_id) if matches else ():
            if match.id in matches:
                self._summaries.restore_from_bin(match.id)
                self.project(match.id)

    def empty_bin(self) -> None:
        """Erase the matches and score books that two checks, a day apart, found to be in the bin for too long.

        So a single wrong clock reading erases nothing. If the disk is full or the database in use, they stay until
        the next time, and everything else works.
        """
        try:
            self._erase_those_due()
        except sqlite3.Error as error:
            log.warning("The bin could not be emptied: %s", error)

    def _erase_those_due(self) -> None:
        now = self._service.clock()
        moments = self._oldest_binned(), utc_text(now), utc_text(now - AGREE_AFTER)
        with self._database.writing():
            due, books = (self._summaries.to_erase(table, *moments) for table in ("matches", "score_books"))
        for number in due:
            with self._database.writing():
                self._summaries.erase(number)
        for number in books:
            self.erase_book(number)

    def move_book_to_bin(self, book_id: int) -> None:
        """Move a score book to the bin: all its links stop working until it is restored. Raises NotThereError."""
        self._must_be_there(book_id, is_binned=False)
        with self._database.writing():
            self._book_rows.move_to_bin(book_id, utc_text(noted(self._service.clock())))

    def restore_book(self, book_id: int) -> None:
        """Restore a score book from the bin; its links are valid again. Raises NotThereError."""
        self._must_be_there(book_id, is_binned=True)
        with self._database.writing():
            self._book_rows.move_to_bin(book_id, None)

    def erase_book(self, book_id: int) -> None:
        """Erase a score book that is in the bin, with everything in it. Raises NotThereError."""
        self._must_be_there(book_id, is_binned=True)
        with self._database.writing():
            self._book_rows.erase(book_id, self._service.games)
            self._service.clear_cache()

    def _must_be_there(self, book_id: int, is_binned: bool) -> None:
        row = next(iter(self._book_rows.rows(book_id)), None)
        if row is None or (row.binned is not None) is not is_binned:
            where = " in the bin" if is_binned else ""
            raise NotThereError(f"There is no score book {book_id}{where}.")

    def _oldest_binned(self) -> str:
        return utc_text(self._service.clock() - timedelta(days=BIN_DAYS))

    # --- names -----------------------------------------------------------------------------------------------

    def rename(self, book_id: int, player: Player, name: str, alike: Alike | None = None) -> Player:
        """Rename a player; if another player has that name, the two are merged.

        `alike` are all players of the book, if they have been read. Raises RefusedError if the name is invalid, or
        if the two played in one match.
        """
        valid = read_value(lambda reader: reader.name(name, "The player"))
        with self._database.writing():
            renamed = self._player_store.rename(book_id, player, valid, alike)
            self._service.clear_cache()
        return renamed

    def keep_apart(self, one: Player, other: Player) -> None:
        """Note that two players with similar names are two people."""
        with self._database.writing():
            self._player_store.note_that_they_are_two(one, other)

    def split(self, book_id: int, player: Player, written: str) -> Player:
        """Make one of a player's names a separate player. Raises NotThereError."""
        with self._database.writing():
            new = self._player_store.split(book_id, player, written)
            self._service.clear_cache()
        return new
