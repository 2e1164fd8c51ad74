"""What can be done at a table: open a match, post actions, undo, redo, look. The web and the command line both
come through here; it owns the clock, and the book keeps what it is given.

Posting goes down once and up once: read what is new in the log, see whether the poster's version is the latest,
let the rules judge, append in the same transaction, and only then answer.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Any

from referee.book import ACT, MEND, REDO, UNDO, Book, Entry, Row
from referee.digest import moment
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.filing import Filing
from referee.havilering import match as rules
from referee.havilering.actions import Action, Setup
from referee.havilering.mending import Done, Edit, mend, walk
from referee.havilering.seasons import Calendar
from referee.havilering.state import Match, Phase
from referee.log import Line, actions, acts, edits_of, history, in_force, put_right, write_mending
from referee.record import Record, write_action
from referee.season import SUSSEX, season_at
from referee.setups import write_setup
from referee.standing import StaleError, Standing, Trial

Clock = Callable[[], datetime]
TABLES_IN_MIND = 256
"""How many folded matches are kept in memory; the others are folded again from their log when asked for."""


def now_in_sussex() -> datetime:
    """The present moment, to the second."""
    return datetime.now(SUSSEX).replace(microsecond=0)


class Tables:
    """All the tables in the book, of whatever score book."""

    def __init__(self, book: Book, clock: Clock = now_in_sussex, calendar: Calendar = season_at) -> None:
        self.clock = clock
        self.calendar = calendar
        self.book = book
        self.filing = Filing(book)
        self._in_mind: OrderedDict[int, Standing] = OrderedDict()
        self._minding = Lock()

    # --- looking -------------------------------------------------------------------------------------------

    def standing(self, match_id: int) -> Standing:
        """The match as it stands now. Raises NotThereError."""
        mind = self._in_mind
        known = mind.get(match_id)
        news = self.book.entries(match_id, after=known.version) if known else []
        if known is None or any(entry.kind != ACT for entry in news):
            known = self._fold(match_id)
        else:
            for entry in news:
                known = _follow(known, entry)
        self._keep(known, mind)
        return known

    def trial(self, match_id: int, edits: Sequence[Edit] = (), of: int | None = None) -> Trial:
        """What some edits would make of a match; nothing is stored. `of` is the version they were made from.

        Raises NotThereError, or RefusedError if they are out of reach, or the log has not just grown since.
        """
        row, entries = self._row(match_id), self.book.entries(match_id)
        if of is not None and any(entry.kind != ACT for entry in entries[of:]):
            raise RefusedError(Fault("bad-edit", "The match has changed meanwhile: begin this mending again."))
        setup, (live, undone) = self.filing.setup(row), in_force(entries)
        done = walk(setup, self.calendar, actions(live))
        match = done[-1].after if done else rules.begin(setup, self.calendar)
        standing = _standing(row, len(entries), match, live, undone)
        return Trial(standing, done, tuple(edits), mend(done, setup, self.calendar, edits))

    def history(self, match_id: int) -> list[Line]:
        """The whole log, with what was undone or mended. Raises NotThereError."""
        return history(self.filing.setup(self._row(match_id)), self.calendar, self.book.entries(match_id))

    def done(self, match_id: int) -> list[Done]:
        """Every action in force, with the match before and after it. Raises NotThereError."""
        record = self.record(match_id)
        return walk(record.setup, self.calendar, record.actions)

    def put_right(self, match_id: int) -> set[tuple[int, int]]:
        """The tricks that were put right, as hand and number. Raises NotThereError."""
        return put_right(self.filing.setup(self._row(match_id)), self.calendar, self.book.entries(match_id))

    def version(self, match_id: int) -> int:
        """How many entries a match's log has."""
        return self.book.length(match_id)

    def since(self, match_id: int, version: int) -> list[Entry]:
        """The entries of a match's log after a version."""
        return self.book.entries(match_id, after=version)

    def news(self, after: int | None) -> tuple[int, set[int]]:
        """A mark, and the matches that have new entries since an earlier one, whoever entered them."""
        return self.book.news(after)

    def close(self) -> None:
        """Let go of the book."""
        self.book.close()

    def numbers(self, book_id: int | None = None) -> list[int]:
        """The numbers of all matches, of a score book or of all."""
        return self.book.numbers(book_id)

    def record(self, match_id: int) -> Record:
        """The match as people played it, without what was undone. Raises NotThereError."""
        row = self._row(match_id)
        with _unspoilt(match_id):
            live, _ = in_force(self.book.entries(match_id))
            return Record(self.filing.setup(row), actions(live))

    # --- doing ---------------------------------------------------------------------------------------------

    def open(
        self,
        book_id: int,
        setup: Setup,
        show_played: bool = False,
        teaching: bool = False,
        key: str | None = None,
        follows: int | None = None,
    ) -> Standing:
        """Open a match. The setup has been read, so it is right. The same key again gets the same match.

        A rematch `follows` another match: whoever looks at that one is told.
        """
        with self.book.writing():
            number = self.book.keyed_match(book_id, key) if key else None
            if number is None:
                number = self.book.add_match(book_id, write_setup(setup), show_played, teaching, key, follows)
                if self.filing.file(number, book_id, setup, rules.begin(setup, self.calendar)):
                    self.forget()
        if follows is not None:
            self.book.stir(follows)
        return self.standing(number)

    def post(self, match_id: int, version: int, key: str, actions: Sequence[Action]) -> Standing:
        """Do some actions, all or none, and answer once they are on the disk.

        `version` is what the poster had seen, `key` the posted form's own: the same form again gets the same
        answer and changes nothing. Raises RefusedError with every fault, StaleError, or NotThereError.
        """
        at = self.clock()
        written = (write_action(replace(action, at=at)) for action in actions)
        return self._append(match_id, version, key, ACT, written, _follow)

    def undo(self, match_id: int, version: int, key: str) -> Standing:
        """Undo the last entry that is in force. Raises as `post` does."""
        return self._append(match_id, version, key, UNDO, (), self._undone)

    def redo(self, match_id: int, version: int, key: str) -> Standing:
        """Do again what was undone last. Raises as `post` does."""
        return self._append(match_id, version, key, REDO, (), self._redone)

    def mend(self, match_id: int, version: int, key: str, edits: Sequence[Edit], reason: str = "") -> Standing:
        """Put earlier actions right and keep what came after them, all of which must fit. Raises as `post` does."""
        return self._append(match_id, version, key, MEND, [write_mending(edits, reason)], self._mended)

    def bring_in(self, book_id: int, records: Iterable[Record]) -> list[tuple[int, bool]]:
        """Put records, already replayed, into a score book; for each its number, and whether it is new there."""
        return [self._bring_in(book_id, record) for record in records]

    def back_up(self, file: Path) -> None:
        """Write a consistent copy of the book to a file, also while it is in use."""
        self.book.back_up(file)

    # --- within --------------------------------------------------------------------------------------------

    def _append(
        self,
        match_id: int,
        version: int,
        key: str,
        kind: str,
        content: Iterable[dict[str, Any]],
        do: Callable[[Standing, Entry], Standing],
    ) -> Standing:
        written = tuple(content)
        with self.book.writing():
            standing = self.standing(match_id)
            earlier = self.book.keyed(match_id, key)
            if earlier and earlier.kind == kind and _untimed(earlier.actions) == _untimed(written):
                return standing
            if earlier or version != standing.version:
                raise StaleError(standing, self.book.entries(match_id, after=version))
            entry = Entry(standing.version + 1, kind, written, key, self.clock().isoformat())
            after = do(standing, entry)
            self.book.append(match_id, entry, after.match.phase is Phase.MATCH_OVER)
            self.filing.note(match_id, after.match, was_over=standing.match.phase is Phase.MATCH_OVER)
            mind = self._in_mind
        self._keep(after, mind)
        return after

    def _undone(self, standing: Standing, entry: Entry) -> Standing:
        if not standing.live:
            raise RefusedError(Fault("nothing-to-undo", "There is nothing to undo."))
        return self._fold(standing.id, [entry])

    def _redone(self, standing: Standing, entry: Entry) -> Standing:
        if not standing.undone:
            raise RefusedError(Fault("nothing-to-redo", "There is nothing to redo."))
        return self._fold(standing.id, [entry])

    def _mended(self, standing: Standing, entry: Entry) -> Standing:
        edits = edits_of(entry)
        trial = self.trial(standing.id, edits)
        if trial.mended.misfit:
            raise RefusedError(*trial.mended.misfit.faults)
        if trial.changes_nothing:
            raise RefusedError(Fault("nothing-mended", "This changes nothing, so there is nothing to put right."))
        return _with(standing, entry, trial.mended.match)

    def _fold(self, match_id: int, more: Sequence[Entry] = ()) -> Standing:
        row = self._row(match_id)
        with _unspoilt(match_id):
            entries = [*self.book.entries(match_id), *more]
            live, undone = in_force(entries)
            match = rules.fold(self.filing.setup(row), self.calendar, actions(live))
        return _standing(row, len(entries), match, live, undone)

    def _bring_in(self, book_id: int, record: Record) -> tuple[int, bool]:
        # One at a time, and played over before, so that the tables that are being played at never wait long.
        match, entries = rules.begin(record.setup, self.calendar), []
        for place, action in enumerate(record.actions, 1):
            match = rules.step(match, action)
            entries.append(Entry(place, ACT, (write_action(action),), None, match.now.isoformat()))
        with self.book.writing():
            return self._put_in(book_id, record, entries, match)

    def _put_in(self, book_id: int, record: Record, entries: list[Entry], match: Match) -> tuple[int, bool]:
        known = self.filing.as_known(book_id, record)
        for number in self.filing.archive.begun_at(book_id, moment(known.setup.started)):
            if self.record(number) == known:
                return number, False
        number = self.book.add_match(book_id, write_setup(record.setup))
        for entry in entries:
            self.book.append(number, entry, match.phase is Phase.MATCH_OVER)
        if self.filing.file(number, book_id, record.setup, match):
            self.forget()
        return number, True

    def _row(self, match_id: int) -> Row:
        row = self.book.match(match_id)
        if row is None:
            raise NotThereError(f"There is no match {match_id}.")
        return row

    def _keep(self, standing: Standing, mind: OrderedDict[int, Standing]) -> None:
        with self._minding:
            mind[standing.id] = standing
            mind.move_to_end(standing.id)
            while len(mind) > TABLES_IN_MIND:
                mind.popitem(last=False)

    def forget(self) -> None:
        """Keep nothing in memory: the matches' rows, or the names in them, have changed."""
        self._in_mind = OrderedDict()  # What is just being folded is kept in the old one.


@contextmanager
def _unspoilt(match_id: int) -> Iterator[None]:
    """What is read within is a match; raises DamagedError if it cannot be."""
    try:
        yield
    except (RefusedError, LookupError, ValueError, TypeError) as error:
        raise DamagedError(f"Match {match_id} cannot be read: {error}") from error


def _standing(row: Row, version: int, match: Match, live: list[Entry], undone: list[Entry]) -> Standing:
    return Standing(row.id, row.book_id, version, match, row.show_played, row.teaching, len(live), tuple(undone))


def _follow(standing: Standing, entry: Entry) -> Standing:
    match = standing.match
    for action in acts(entry):
        match = rules.step(match, action)
    return _with(standing, entry, match)


def _with(standing: Standing, entry: Entry, match: Match) -> Standing:
    return replace(standing, version=entry.number, match=match, live=standing.live + 1, undone=())


def _untimed(actions: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in action.items() if name != "at"} for action in actions]
