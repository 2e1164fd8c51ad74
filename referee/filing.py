"""Filing: what becomes of a match in the archive whenever its log grows. The log is the truth; this follows it."""

from dataclasses import replace

from referee import digest
from referee.archive import Archive
from referee.book import Book, Row
from referee.catalogue import Catalogue
from referee.digest import Noted
from referee.havilering.actions import Setup
from referee.havilering.seats import SEAT_NAMED
from referee.havilering.state import Match, Phase
from referee.people import People
from referee.record import Record
from referee.setups import read_setup, write_setup


class Filing:
    """The filing of a book. What changes something is to be called within `book.writing`."""

    def __init__(self, book: Book) -> None:
        self.archive = Archive(book)
        self.catalogue = Catalogue(book)
        self.people = People(book)

    def file(self, match_id: int, book_id: int, setup: Setup, match: Match) -> bool:
        """File a match that is new, or that is to be filed anew; `setup` has the names as they were written.

        Whether somebody turned out to be two people, so that other matches have other names now.
        """
        written = write_setup(setup)["players"]
        parted = self.people.keep_apart(book_id, written.values())
        places = {seat: (name, self.people.called(book_id, name).id) for seat, name in written.items()}
        self.archive.seat(match_id, places)
        self.archive.note(match_id, digest.heading(setup) | {"over": match.phase is Phase.MATCH_OVER})
        self.note(match_id, digest.noted(match, was_over=True))
        if parted:
            self.archive.forget_digests(book_id)
        return parted

    def note(self, match_id: int, noted: Noted) -> None:
        """Note how a match stands after an entry, and what it came to, once it is over."""
        self.archive.note(match_id, noted.columns)
        if noted.settled is not None:
            self.archive.settle(match_id, *noted.settled)

    def setup(self, row: Row) -> Setup:
        """What a match was set up with, with the names its players go by now. Raises RefusedError or ValueError."""
        setup = read_setup(row.setup, stored=True)
        now = {SEAT_NAMED[seat]: name for seat, name in self.archive.seated(row.id).items()}
        return replace(setup, players={**setup.players, **now})

    def as_known(self, book_id: int, record: Record) -> Record:
        """A record with the names its players go by now."""
        written = record.setup.players.items()
        now = {seat: player.name for seat, name in written if (player := self.people.by_name(book_id, name))}
        return replace(record, setup=replace(record.setup, players={**record.setup.players, **now}))
