"""What the keeper of a score book does with all of it: matches into the bin and back, players renamed and parted."""

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from referee.english import plural
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.fields import FieldReader
from referee.match.service import MatchService
from referee.moments import utc_text
from referee.store.match_search import Listed
from referee.store.players import Player

log = logging.getLogger("referee")
BIN_DAYS = 30
"""How long a match that was thrown away can be taken back."""
AGREE_AFTER = timedelta(days=1)
"""How far apart two starts are that have to agree before something is erased."""


class Maintenance:
    """Keeps the books of a book file in order."""

    def __init__(self, service: MatchService) -> None:
        self._service, self._database = service, service.database
        self._summaries, self._player_store = service.projections.summaries, service.projections.player_store
        self._match_search = service.projections.match_search

    def tidy(self) -> None:
        """Do what an earlier referee left undone: file what it did not file, or otherwise."""
        outdated = self._summaries.outdated(self._service.game.edition)
        if outdated:
            log.warning("Going through the book once: %s.", plural(len(outdated), "log"))
            for damaged in self._project_each(outdated):
                log.error("%s. `referee check` tells more.", damaged)

    def recount(self) -> list[str]:
        """File every match anew, from its log, and count the totals anew; why a match was left out, a line each."""
        left_out = list(self._project_each(self._service.numbers()))
        with self._database.writing():
            self._player_store.count_anew()
        return left_out

    def _project_each(self, numbers: Iterable[int]) -> Iterator[str]:
        """Why one is left out, a line each."""
        for number in numbers:
            try:
                with self._database.writing():
                    self._project(number)
            except DamagedError as error:
                yield str(error)

    def _project(self, match_id: int) -> None:
        current, row = self._service.current(match_id), self._database.match(match_id)
        assert row is not None
        setup = self._service.game.read_setup(row.setup, stored=True)
        if self._service.projections.project(match_id, row.book_id, setup, current.match):
            self._service.clear_cache()

    # --- the bin ---------------------------------------------------------------------------------------------

    def throw_away(self, match_id: int) -> None:
        """Put a match into the bin, from which it can be taken back for 30 days. Raises NotThereError."""
        with self._database.writing():
            found = self._match_search.listed([match_id])
            if not found:
                raise NotThereError(f"There is no match {match_id}.")
            # Where the clock stands before the match was opened it is wrong, and its thirty days would seem over.
            now = max(self._service.clock(), datetime.fromisoformat(found[0].opened))
            self._summaries.throw_away(match_id, utc_text(now))
            self._service.clear_cache()

    def binned(self, book_id: int) -> list[Listed]:
        """The matches of a score book that can be taken out of the bin, the latest first."""
        return self._match_search.binned(book_id, self._oldest_binned())

    def count_binned(self, book_id: int) -> int:
        """How many can be taken out."""
        return self._summaries.count_binned(book_id, self._oldest_binned())

    def take_back(self, book_id: int, match_id: int) -> None:
        """Take a match out of the bin.

        Raises NotThereError if it is not there, or no longer, and RefusedError if it came in again from a file.
        """
        for match in self.binned(book_id):
            if match.id == match_id:  # Before anything is locked: it may be many matches that have to be read.
                self._service.importer.digest_those_begun_at(book_id, utc_text(datetime.fromisoformat(match.opened)))
        with self._database.writing():
            if match_id not in [match.id for match in self.binned(book_id)]:
                raise NotThereError(f"There is no match {match_id} in the bin.")
            self._summaries.take_back(match_id)
            self._project(match_id)
            record = self._service.record(match_id)
            # If somebody was renamed since, the match may now be there twice: better than to keep others waiting.
            other = self._service.importer.digested_number_of(book_id, record, but=match_id)
            if other is not None:
                text = f"This match came in again from a file: it is match {other}. It can stay in the bin."
                raise RefusedError(Fault("there-already", text))

    def empty_bin(self) -> None:
        """Erase what two starts of the referee, a day apart, found to have been in the bin too long.

        So a clock that is wrong for a moment erases nothing.
        """
        now = self._service.clock()
        with self._database.writing():
            due = self._summaries.to_erase(self._oldest_binned(), utc_text(now), utc_text(now - AGREE_AFTER))
        for number in due:
            with self._database.writing():
                self._summaries.erase(number)

    def _oldest_binned(self) -> str:
        return utc_text(self._service.clock() - timedelta(days=BIN_DAYS))

    # --- names -----------------------------------------------------------------------------------------------

    def rename(self, book_id: int, player: Player, name: str) -> Player:
        """Have a player go by another name; two who then go by the same become one.

        Raises RefusedError if it is no name, or if the two sat at one table.
        """
        reader = FieldReader()
        name = reader.name(name, "The player")
        reader.done()
        with self._database.writing():
            renamed = self._player_store.rename(book_id, player, name)
            self._summaries.forget_digests(book_id)
            self._service.clear_cache()
        return renamed

    def split(self, book_id: int, player: Player, written: str) -> Player:
        """Make a name that was written for a player another player's. Raises NotThereError."""
        with self._database.writing():
            new = self._player_store.split(book_id, player, written)
            self._summaries.forget_digests(book_id)
            self._service.clear_cache()
        return new
