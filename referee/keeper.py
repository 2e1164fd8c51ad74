"""What the keeper of a score book does with all of it: matches into the bin and back, players renamed and parted."""

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from referee import digest
from referee.catalogue import Listed
from referee.digest import moment
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.havilering.talk import plural
from referee.people import Player
from referee.reading import Reading
from referee.setups import read_setup
from referee.table import Tables

log = logging.getLogger("referee")
BIN_DAYS = 30
"""How long a match that was thrown away can be taken back."""
AGREE_AFTER = timedelta(days=1)
"""How far apart two starts are that have to agree before something is erased."""


class Keeper:
    """Keeps the books of a book file in order."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._book = tables, tables.book
        self._archive, self._people = tables.filing.archive, tables.filing.people
        self._catalogue = tables.filing.catalogue

    def tidy(self) -> None:
        """Do what an earlier referee left undone: file what it did not file, or otherwise."""
        outdated = self._archive.outdated(digest.EDITION)
        if outdated:
            log.warning("Going through the book once: %s.", plural(len(outdated), "log"))
            for damaged in self._file_each(outdated):
                log.error("%s. `referee check` tells more.", damaged)

    def recount(self) -> list[str]:
        """File every match anew, from its log, and count the totals anew; why a match was left out, a line each."""
        left_out = list(self._file_each(self._tables.numbers()))
        with self._book.writing():
            self._people.count_anew()
        return left_out

    def _file_each(self, numbers: Iterable[int]) -> Iterator[str]:
        """Why one is left out, a line each."""
        for number in numbers:
            try:
                with self._book.writing():
                    self._file_anew(number)
            except DamagedError as error:
                yield str(error)

    def _file_anew(self, match_id: int) -> None:
        standing, row = self._tables.standing(match_id), self._book.match(match_id)
        assert row is not None
        if self._tables.filing.file(match_id, row.book_id, read_setup(row.setup, stored=True), standing.match):
            self._tables.forget()

    # --- the bin ---------------------------------------------------------------------------------------------

    def throw_away(self, match_id: int) -> None:
        """Put a match into the bin, from which it can be taken back for 30 days. Raises NotThereError."""
        with self._book.writing():
            found = self._catalogue.listed([match_id])
            if not found:
                raise NotThereError(f"There is no match {match_id}.")
            # Where the clock stands before the match was opened it is wrong, and its thirty days would seem over.
            now = max(self._tables.clock(), datetime.fromisoformat(found[0].opened))
            self._archive.throw_away(match_id, moment(now))
            self._tables.forget()

    def binned(self, book_id: int) -> list[Listed]:
        """The matches of a score book that can be taken out of the bin, the latest first."""
        return self._catalogue.binned(book_id, self._oldest_binned())

    def count_binned(self, book_id: int) -> int:
        """How many can be taken out."""
        return self._archive.count_binned(book_id, self._oldest_binned())

    def take_back(self, book_id: int, match_id: int) -> None:
        """Take a match out of the bin.

        Raises NotThereError if it is not there, or no longer, and RefusedError if it came in again from a file.
        """
        for match in self.binned(book_id):
            if match.id == match_id:  # Before anything is locked: it may be many matches that have to be read.
                self._tables.importer.digest_those_begun_at(book_id, moment(datetime.fromisoformat(match.opened)))
        with self._book.writing():
            if match_id not in [match.id for match in self.binned(book_id)]:
                raise NotThereError(f"There is no match {match_id} in the bin.")
            self._archive.take_back(match_id)
            self._file_anew(match_id)
            record = self._tables.record(match_id)
            # If somebody was renamed since, the match may now be there twice: better than to keep others waiting.
            other = self._tables.importer.digested_number_of(book_id, record, but=match_id)
            if other is not None:
                text = f"This match came in again from a file: it is match {other}. It can stay in the bin."
                raise RefusedError(Fault("there-already", text))

    def empty_bin(self) -> None:
        """Erase what two starts of the referee, a day apart, found to have been in the bin too long.

        So a clock that is wrong for a moment erases nothing.
        """
        now = self._tables.clock()
        with self._book.writing():
            due = self._archive.to_erase(self._oldest_binned(), moment(now), moment(now - AGREE_AFTER))
        for number in due:
            with self._book.writing():
                self._archive.erase(number)

    def _oldest_binned(self) -> str:
        return moment(self._tables.clock() - timedelta(days=BIN_DAYS))

    # --- names -----------------------------------------------------------------------------------------------

    def rename(self, book_id: int, player: Player, name: str) -> Player:
        """Have a player go by another name; two who then go by the same become one.

        Raises RefusedError if it is no name, or if the two sat at one table.
        """
        reading = Reading()
        name = reading.name(name, "The player")
        reading.done()
        with self._book.writing():
            renamed = self._people.rename(book_id, player, name)
            self._archive.forget_digests(book_id)
            self._tables.forget()
        return renamed

    def part(self, book_id: int, player: Player, written: str) -> Player:
        """Make a name that was written for a player another player's. Raises NotThereError."""
        with self._book.writing():
            new = self._people.part(book_id, player, written)
            self._archive.forget_digests(book_id)
            self._tables.forget()
        return new
