"""Import of records into a score book: each is replayed, and skipped if the score book has it already."""

from typing import Any

from referee.faults import DamagedError, NotThereError
from referee.games.game import game_of
from referee.games.kit.records import Record
from referee.log.entry import ACT, Entry
from referee.match.appender import Appender


class Importer:
    """Imports records into the score books of a database."""

    def __init__(self, service: Appender) -> None:
        self._service, self._database, self._games = service, service.database, service.games
        self._projections = service.projections

    def bring_in(self, book_id: int, record: Record[Any, Any]) -> tuple[int, bool]:
        """Import a record into a score book. Returns the match's number, and True if it is new.

        Uses one short transaction, with the replay before it, so that other writers do not wait long. Raises
        RefusedError if the record breaks the rules.
        """
        match, entries = self._play(record)
        found = self.number_of(book_id, record)
        if found is not None:
            return found, False
        game = game_of(self._games, record.setup)
        digest = game.digest(record)
        with self._database.writing():
            self._service.must_have_room(book_id, for_match=True)
            number = self._database.add_match(book_id, game.key, game.setups.write(record.setup))
            head = self._database.head(number)
            assert head is not None
            checksum = self._database.append(number, entries, head.checksum)
            if self._projections.project(number, book_id, record.setup, match, checksum):
                self._service.clear_cache()
            self._projections.summaries.update(number, {"record_digest": digest})
        return number, True

    def _play(self, record: Record[Any, Any]) -> tuple[Any, list[Entry]]:
        """The match of a record, and the entries of its log."""
        game = game_of(self._games, record.setup)
        match, entries = game.begin(record.setup), list[Entry]()
        for place, action in enumerate(game.tidy(record).actions, 1):
            match = game.step(match, action)
            written = (game.write_action(action),)
            entries.append(Entry(place, ACT, written, None, match.now.isoformat()))
        return match, entries

    def number_of(self, book_id: int, record: Record[Any, Any], but: int = 0) -> int | None:
        """The number of a score book's match that equals a record, other than match `but`; None if there is none."""
        self.digest_those_begun_at(book_id, game_of(self._games, record.setup).setup_columns(record.setup)["began"])
        return self.digested_number_of(book_id, record, but)

    def digested_number_of(self, book_id: int, record: Record[Any, Any], but: int = 0) -> int | None:
        """Like `number_of`, but only among the matches that have a digest, so that no log is read."""
        game = game_of(self._games, record.setup)
        ids = self._projections.player_store.ids_of(book_id, game.setups.players(record.setup))
        with_digest = self._projections.summaries.with_digest(book_id, game.digest(record), ids)
        return next((found for found in with_digest if found != but), None)

    def digest_those_begun_at(self, book_id: int, began: str) -> None:
        """Compute the missing digests of a score book's matches that began at a moment."""
        for number, checksum in self._projections.summaries.without_digest(book_id, began):
            self._digest(number, checksum)

    def _digest(self, number: int, checksum: str) -> None:
        """Compute and store the digest of a match's record, if the match can be read."""
        try:
            digest = self._service.game(number).digest(self._service.record(number))
        except (DamagedError, NotThereError):
            return
        with self._database.writing():
            self._projections.summaries.note_digest(number, checksum, digest)
