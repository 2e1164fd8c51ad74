"""What can be done at a table: open a match, post actions, undo, redo, look. The web and the command line both
come through here; it owns the clock, and the book keeps what it is given.

Posting goes down once and up once: read what is new in the log, see whether the poster's version is the latest,
let the rules judge, append in the same transaction, and only then answer.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from referee import digest
from referee.book import ACT, MEND, REDO, REFUSED, UNDO, Book, Entry
from referee.checksums import chained
from referee.faults import Fault, RefusedError
from referee.filing import Filing
from referee.folding import Folding, unspoilt
from referee.havilering import match as rules
from referee.havilering import snapshot as snapshot_of
from referee.havilering.actions import Action, Setup
from referee.havilering.legality import NOT_IN_TRICK
from referee.havilering.mending import Done, Edit, mend, walk
from referee.havilering.seasons import Calendar
from referee.havilering.state import Phase
from referee.havilering.trying import tries_out
from referee.importing import Importer
from referee.log import Line, actions, edits_of, history, in_force, put_right, refused_in, write_mending
from referee.record import Record, write_action
from referee.season import SUSSEX, season_at
from referee.setups import write_setup
from referee.snapshots import Snapshot
from referee.standing import StaleError, Standing, Trial
from referee.turns import mark_of

Clock = Callable[[], datetime]
MOST_MENDINGS = 50
"""Mendings of a match, where the entries of one are limited."""


def now_in_sussex() -> datetime:
    """The present moment, to the second."""
    return datetime.now(SUSSEX).replace(microsecond=0)


class Tables:
    """All the tables in the book, of whatever score book."""

    def __init__(
        self,
        book: Book,
        clock: Clock = now_in_sussex,
        calendar: Calendar = season_at,
        most_entries: int | None = None,
    ) -> None:
        """`most_entries` is how many entries the log of a match may have, if that is limited."""
        self.clock = clock
        self.calendar = calendar
        self.book = book
        self.most_entries = most_entries
        self.filing = Filing(book)
        self.folding = Folding(book, self.filing, calendar)
        self.importer = Importer(book, self.filing, self.folding, calendar)

    # --- looking -------------------------------------------------------------------------------------------

    def standing(self, match_id: int) -> Standing:
        """The match as it stands now. Raises NotThereError."""
        return self.folding.standing(match_id)

    def trial(self, match_id: int, edits: Sequence[Edit] = (), of: int | None = None) -> Trial:
        """What some edits would make of a match; nothing is stored. `of` is the version they were made from.

        Raises NotThereError, or RefusedError if they are out of reach, or the log has not just grown since.
        """
        row = self.folding.row(match_id)
        with unspoilt(match_id):
            entries = self.book.entries(match_id)
        if of is not None and any(entry.kind not in (ACT, REFUSED) for entry in entries[of:]):
            raise RefusedError(Fault("bad-edit", "The match has changed meanwhile: begin this mending again."))
        setup, (live, undone) = self.filing.setup(row), in_force(entries)
        done = walk(setup, self.calendar, actions(live))
        match = done[-1].after if done else rules.begin(setup, self.calendar)
        standing = Standing.of(row, len(entries), match, len(live), undone, refused_in(entries))
        return Trial(standing, done, tuple(edits), mend(done, setup, self.calendar, edits))

    def history(self, match_id: int) -> list[Line]:
        """The whole log, with what was undone or mended. Raises NotThereError."""
        return history(self.filing.setup(self.folding.row(match_id)), self.calendar, self.book.entries(match_id))

    def done(self, match_id: int) -> list[Done]:
        """Every action in force, with the match before and after it. Raises NotThereError."""
        record = self.record(match_id)
        return walk(record.setup, self.calendar, record.actions)

    def put_right(self, match_id: int) -> set[tuple[int, int]]:
        """The tricks that were put right, as hand and number. Raises NotThereError."""
        return put_right(self.filing.setup(self.folding.row(match_id)), self.calendar, self.book.entries(match_id))

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
        return self.folding.record(match_id)

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
        try:
            return self._append(match_id, version, key, ACT, written, self.folding.follow)
        except RefusedError as refused:
            if any(fault.code == NOT_IN_TRICK for fault in refused.faults):
                self._note_refused(match_id, version, key, actions)
            raise

    def _note_refused(self, match_id: int, version: int, key: str, actions: Sequence[Action]) -> None:
        """Have the log say that a claim was refused, not what was claimed: so trying out is plain to all (8.1).

        The same claim on the same trick sent again with the same key counts once, and nothing else does.
        """
        standing = self.standing(match_id)
        trick = standing.match.last_trick
        if trick is None:  # It was undone meanwhile; a claim that is right would be answered the same.
            raise StaleError(standing, self.book.entries(match_id, after=version))
        noted = {"trick": mark_of(trick), "number": trick.number}
        claimed = chained(key, [write_action(replace(action, at=None)) for action in actions], noted)
        self._append(match_id, version, f"refused {claimed}", REFUSED, [noted], self.folding.follow)

    def undo(self, match_id: int, version: int, key: str) -> Standing:
        """Undo the last entry that is in force. Raises as `post` does."""
        return self._append(match_id, version, key, UNDO, (), self._undone)

    def redo(self, match_id: int, version: int, key: str) -> Standing:
        """Do again what was undone last. Raises as `post` does."""
        return self._append(match_id, version, key, REDO, (), self._redone)

    def mend(self, match_id: int, version: int, key: str, edits: Sequence[Edit], reason: str = "") -> Standing:
        """Put earlier actions right and keep what came after them, all of which must fit. Raises as `post` does."""
        return self._append(match_id, version, key, MEND, [write_mending(edits, reason)], self._mended)

    def bring_in(
        self, book_id: int, records: Iterable[Record], is_cancelled: Callable[[], bool] = lambda: False
    ) -> list[tuple[int, bool]]:
        """Put records into a score book; for each its number, and whether it is new there. Raises RefusedError."""
        return self.importer.bring_in(book_id, records, is_cancelled)

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
        while True:
            age, standing = self.folding.age, self.standing(match_id)
            earlier = self.book.keyed(match_id, key)
            if earlier and earlier.kind == kind and _untimed(earlier.actions) == _untimed(written):
                return standing if standing.version >= earlier.number else self.standing(match_id)
            if earlier or version != standing.version:
                raise StaleError(standing, self.book.entries(match_id, after=version))
            self._must_have_room(standing, kind)
            entry = Entry(standing.version + 1, kind, written, key, self.clock().isoformat())
            # Worked out before anything is locked: however long the match, no other table waits for it.
            after = do(standing, entry)
            if self._write(standing, entry, after):
                self.folding.keep(after, age)
                return after

    def _write(self, before: Standing, entry: Entry, after: Standing) -> bool:
        """Append an entry and what follows from it, unless another came first; whether that was done."""
        was_over, is_over = (each.match.phase is Phase.MATCH_OVER for each in (before, after))
        noted = digest.noted(after.match, was_over)
        with self.book.writing():
            self.folding.row(before.id)  # It may have been thrown away meanwhile.
            if self.book.length(before.id) != before.version:
                return False
            self.book.append(before.id, entry, is_over)
            self.filing.note(before.id, noted)
            if is_over:
                self.folding.snapshots.drop(before.id)
            elif entry.kind == ACT and snapshot_of.is_due(before.match, after.match):
                state = snapshot_of.write(after.match)
                self.folding.snapshots.keep(before.id, Snapshot(after.version, after.live, state))
        return True

    def _must_have_room(self, standing: Standing, kind: str) -> None:
        if self.most_entries is None:
            return
        if standing.version >= self.most_entries:
            text = f"This match has {standing.version:,} entries, as many as one can have here: open a new match."
            raise RefusedError(Fault("match-full", text))
        # For each of them the log's page works out everything behind it once more.
        if kind == MEND and self.book.count_mendings(standing.id) >= MOST_MENDINGS:
            text = f"This match was put right {MOST_MENDINGS} times, as often as one can be here: undo what is wrong."
            raise RefusedError(Fault("match-full", text))

    def _undone(self, standing: Standing, entry: Entry) -> Standing:
        if not standing.live:
            raise RefusedError(Fault("nothing-to-undo", "There is nothing to undo."))
        return self.folding.fold(standing.id, entry)

    def _redone(self, standing: Standing, entry: Entry) -> Standing:
        if not standing.undone:
            raise RefusedError(Fault("nothing-to-redo", "There is nothing to redo."))
        return self.folding.fold(standing.id, entry)

    def _mended(self, standing: Standing, entry: Entry) -> Standing:
        edits = edits_of(entry)
        trial = self.trial(standing.id, edits, standing.version)
        tried = list(tries_out(standing.match, trial.done, edits))
        if tried:
            raise RefusedError(*tried)
        if trial.mended.misfit:
            raise RefusedError(*trial.mended.misfit.faults)
        if trial.changes_nothing:
            raise RefusedError(Fault("nothing-mended", "This changes nothing, so there is nothing to put right."))
        return standing.after(entry.number, trial.mended.match)

    def forget(self) -> None:
        """Keep nothing in memory: the matches' rows, or the names in them, have changed."""
        self.folding.forget()


def _untimed(actions: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in action.items() if name != "at"} for action in actions]
