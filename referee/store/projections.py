"""Filing: what becomes of a match in the archive whenever its log grows. The log is the truth; this follows it."""

from dataclasses import replace

from referee.games.havilering import projection
from referee.games.havilering.actions import Setup
from referee.games.havilering.projection import Noted
from referee.games.havilering.record import Record
from referee.games.havilering.seats import SEAT_NAMED
from referee.games.havilering.setups import read_setup, write_setup
from referee.games.havilering.state import Match, Phase
from referee.store.database import Database, Row
from referee.store.match_search import MatchSearch
from referee.store.players import PlayerStore
from referee.store.summaries import Summaries


class Projections:
    """The filing of a book. What changes something is to be called within `book.writing`."""

    def __init__(self, database: Database) -> None:
        self.summaries = Summaries(database)
        self.match_search = MatchSearch(database)
        self.player_store = PlayerStore(database)

    def file(self, match_id: int, book_id: int, setup: Setup, match: Match) -> bool:
        """File a match that is new, or that is to be filed anew; `setup` has the names as they were written.

        Whether somebody turned out to be two people, so that other matches have other names now.
        """
        written = write_setup(setup)["players"]
        parted = self.player_store.keep_apart(book_id, written.values())
        places = {seat: (name, self.player_store.called(book_id, name).id) for seat, name in written.items()}
        self.summaries.seat(match_id, places)
        self.summaries.note(match_id, projection.heading(setup) | {"over": match.phase is Phase.MATCH_OVER})
        self.note(match_id, projection.noted(match, was_over=True))
        if parted:
            self.summaries.forget_digests(book_id)
        return parted

    def note(self, match_id: int, noted: Noted) -> None:
        """Note how a match stands after an entry, and what it came to, once it is over."""
        self.summaries.note(match_id, noted.columns)
        if noted.settled is not None:
            self.summaries.settle(match_id, *noted.settled)

    def setup(self, row: Row) -> Setup:
        """What a match was set up with, with the names its players go by now. Raises RefusedError or ValueError."""
        setup = read_setup(row.setup, stored=True)
        now = {SEAT_NAMED[seat]: name for seat, name in self.summaries.seated(row.id).items()}
        return replace(setup, players={**setup.players, **now})

    def as_known(self, book_id: int, record: Record) -> Record:
        """A record with the names its players go by now."""
        written = record.setup.players.items()
        now = {seat: player.name for seat, name in written if (player := self.player_store.by_name(book_id, name))}
        return replace(record, setup=replace(record.setup, players={**record.setup.players, **now}))
