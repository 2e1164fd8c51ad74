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

from referee.faults import Fault, RefusedError
from referee.games.havilering import match as rules
from referee.games.havilering import projection
from referee.games.havilering import snapshot as snapshot_of
from referee.games.havilering.actions import Action, Setup
from referee.games.havilering.corrections import Edit, Transition, correct, walk
from referee.games.havilering.guesses import guessing_faults
from referee.games.havilering.legality import NOT_IN_TRICK
from referee.games.havilering.record import Record, write_action
from referee.games.havilering.seasons import Calendar
from referee.games.havilering.setups import write_setup
from referee.games.havilering.state import Phase
from referee.games.havilering.turns import mark_of
from referee.match.current import CurrentMatch, StaleError, Trial
from referee.match.importer import Importer
from referee.match.loader import MatchLoader, reporting_damage
from referee.match.log import Line, actions, edits_of, history, in_force, put_right, refused_in, write_correction
from referee.season import SUSSEX, season_at
from referee.store.checksums import chained
from referee.store.database import ACT, CORRECTION, REDO, REFUSED, UNDO, Database, Entry
from referee.store.projections import Projections
from referee.store.snapshots import Snapshot

Clock = Callable[[], datetime]
MOST_CORRECTIONS = 50
"""Mendings of a match, where the entries of one are limited."""


def now_in_sussex() -> datetime:
    """The present moment, to the second."""
    return datetime.now(SUSSEX).replace(microsecond=0)


class MatchService:
    """All the tables in the book, of whatever score book."""

    def __init__(
        self,
        database: Database,
        clock: Clock = now_in_sussex,
        calendar: Calendar = season_at,
        most_entries: int | None = None,
    ) -> None:
        """`most_entries` is how many entries the log of a match may have, if that is limited."""
        self.clock = clock
        self.calendar = calendar
        self.database = database
        self.most_entries = most_entries
        self.projections = Projections(database)
        self.loader = MatchLoader(database, self.projections, calendar)
        self.importer = Importer(database, self.projections, self.loader, calendar)

    # --- looking -------------------------------------------------------------------------------------------

    def current(self, match_id: int) -> CurrentMatch:
        """The match as it stands now. Raises NotThereError."""
        return self.loader.current(match_id)

    def trial(self, match_id: int, edits: Sequence[Edit] = (), of: int | None = None) -> Trial:
        """What some edits would make of a match; nothing is stored. `of` is the version they were made from.

        Raises NotThereError, or RefusedError if they are out of reach, or the log has not just grown since.
        """
        row = self.loader.row(match_id)
        with reporting_damage(match_id):
            entries = self.database.entries(match_id)
        if of is not None and any(entry.kind not in (ACT, REFUSED) for entry in entries[of:]):
            raise RefusedError(Fault("bad-edit", "The match has changed meanwhile: begin this mending again."))
        setup, (live, undone) = self.projections.setup(row), in_force(entries)
        done = walk(setup, self.calendar, actions(live))
        match = done[-1].after if done else rules.begin(setup, self.calendar)
        current = CurrentMatch.of(row, len(entries), match, len(live), undone, refused_in(entries))
        return Trial(current, done, tuple(edits), correct(done, setup, self.calendar, edits))

    def history(self, match_id: int) -> list[Line]:
        """The whole log, with what was undone or mended. Raises NotThereError."""
        return history(
            self.projections.setup(self.loader.row(match_id)), self.calendar, self.database.entries(match_id)
        )

    def done(self, match_id: int) -> list[Transition]:
        """Every action in force, with the match before and after it. Raises NotThereError."""
        record = self.record(match_id)
        return walk(record.setup, self.calendar, record.actions)

    def put_right(self, match_id: int) -> set[tuple[int, int]]:
        """The tricks that were put right, as hand and number. Raises NotThereError."""
        return put_right(
            self.projections.setup(self.loader.row(match_id)), self.calendar, self.database.entries(match_id)
        )

    def version(self, match_id: int) -> int:
        """How many entries a match's log has."""
        return self.database.length(match_id)

    def since(self, match_id: int, version: int) -> list[Entry]:
        """The entries of a match's log after a version."""
        return self.database.entries(match_id, after=version)

    def news(self, after: int | None) -> tuple[int, set[int]]:
        """A mark, and the matches that have new entries since an earlier one, whoever entered them."""
        return self.database.news(after)

    def close(self) -> None:
        """Let go of the book."""
        self.database.close()

    def numbers(self, book_id: int | None = None) -> list[int]:
        """The numbers of all matches, of a score book or of all."""
        return self.database.numbers(book_id)

    def record(self, match_id: int) -> Record:
        """The match as people played it, without what was undone. Raises NotThereError."""
        return self.loader.record(match_id)

    # --- doing ---------------------------------------------------------------------------------------------

    def open(
        self,
        book_id: int,
        setup: Setup,
        show_played: bool = False,
        teaching: bool = False,
        key: str | None = None,
        follows: int | None = None,
    ) -> CurrentMatch:
        """Open a match. The setup has been read, so it is right. The same key again gets the same match.

        A rematch `follows` another match: whoever looks at that one is told.
        """
        with self.database.writing():
            number = self.database.keyed_match(book_id, key) if key else None
            if number is None:
                number = self.database.add_match(book_id, write_setup(setup), show_played, teaching, key, follows)
                if self.projections.file(number, book_id, setup, rules.begin(setup, self.calendar)):
                    self.forget()
        if follows is not None:
            self.database.notify_watchers(follows)
        return self.current(number)

    def post(self, match_id: int, version: int, key: str, actions: Sequence[Action]) -> CurrentMatch:
        """Do some actions, all or none, and answer once they are on the disk.

        `version` is what the poster had seen, `key` the posted form's own: the same form again gets the same
        answer and changes nothing. Raises RefusedError with every fault, StaleError, or NotThereError.
        """
        at = self.clock()
        written = (write_action(replace(action, at=at)) for action in actions)
        try:
            return self._append(match_id, version, key, ACT, written, self.loader.follow)
        except RefusedError as refused:
            if any(fault.code == NOT_IN_TRICK for fault in refused.faults):
                self._note_refused(match_id, version, key, actions)
            raise

    def _note_refused(self, match_id: int, version: int, key: str, actions: Sequence[Action]) -> None:
        """Have the log say that a claim was refused, not what was claimed: so trying out is plain to all (8.1).

        The same claim on the same trick sent again with the same key counts once, and nothing else does.
        """
        current = self.current(match_id)
        trick = current.match.last_trick
        if trick is None:  # It was undone meanwhile; a claim that is right would be answered the same.
            raise StaleError(current, self.database.entries(match_id, after=version))
        noted = {"trick": mark_of(trick), "number": trick.number}
        claimed = chained(key, [write_action(replace(action, at=None)) for action in actions], noted)
        self._append(match_id, version, f"refused {claimed}", REFUSED, [noted], self.loader.follow)

    def undo(self, match_id: int, version: int, key: str) -> CurrentMatch:
        """Undo the last entry that is in force. Raises as `post` does."""
        return self._append(match_id, version, key, UNDO, (), self._undone)

    def redo(self, match_id: int, version: int, key: str) -> CurrentMatch:
        """Do again what was undone last. Raises as `post` does."""
        return self._append(match_id, version, key, REDO, (), self._redone)

    def correct(self, match_id: int, version: int, key: str, edits: Sequence[Edit], reason: str = "") -> CurrentMatch:
        """Put earlier actions right and keep what came after them, all of which must fit. Raises as `post` does."""
        return self._append(match_id, version, key, CORRECTION, [write_correction(edits, reason)], self._corrected)

    def bring_in(
        self, book_id: int, records: Iterable[Record], is_cancelled: Callable[[], bool] = lambda: False
    ) -> list[tuple[int, bool]]:
        """Put records into a score book; for each its number, and whether it is new there. Raises RefusedError."""
        return self.importer.bring_in(book_id, records, is_cancelled)

    def back_up(self, file: Path) -> None:
        """Write a consistent copy of the book to a file, also while it is in use."""
        self.database.back_up(file)

    # --- within --------------------------------------------------------------------------------------------

    def _append(
        self,
        match_id: int,
        version: int,
        key: str,
        kind: str,
        content: Iterable[dict[str, Any]],
        do: Callable[[CurrentMatch, Entry], CurrentMatch],
    ) -> CurrentMatch:
        written = tuple(content)
        while True:
            age, current = self.loader.age, self.current(match_id)
            earlier = self.database.keyed(match_id, key)
            if earlier and earlier.kind == kind and _untimed(earlier.actions) == _untimed(written):
                return current if current.version >= earlier.number else self.current(match_id)
            if earlier or version != current.version:
                raise StaleError(current, self.database.entries(match_id, after=version))
            self._must_have_room(current, kind)
            entry = Entry(current.version + 1, kind, written, key, self.clock().isoformat())
            # Worked out before anything is locked: however long the match, no other table waits for it.
            after = do(current, entry)
            if self._write(current, entry, after):
                self.loader.keep(after, age)
                return after

    def _write(self, before: CurrentMatch, entry: Entry, after: CurrentMatch) -> bool:
        """Append an entry and what follows from it, unless another came first; whether that was done."""
        was_over, is_over = (each.match.phase is Phase.MATCH_OVER for each in (before, after))
        noted = projection.noted(after.match, was_over)
        with self.database.writing():
            self.loader.row(before.id)  # It may have been thrown away meanwhile.
            if self.database.length(before.id) != before.version:
                return False
            self.database.append(before.id, entry, is_over)
            self.projections.note(before.id, noted)
            if is_over:
                self.loader.snapshots.drop(before.id)
            elif entry.kind == ACT and snapshot_of.is_due(before.match, after.match):
                state = snapshot_of.write(after.match)
                self.loader.snapshots.keep(before.id, Snapshot(after.version, after.live, state))
        return True

    def _must_have_room(self, current: CurrentMatch, kind: str) -> None:
        if self.most_entries is None:
            return
        if current.version >= self.most_entries:
            text = f"This match has {current.version:,} entries, as many as one can have here: open a new match."
            raise RefusedError(Fault("match-full", text))
        # For each of them the log's page works out everything behind it once more.
        if kind == CORRECTION and self.database.count_corrections(current.id) >= MOST_CORRECTIONS:
            text = (
                f"This match was put right {MOST_CORRECTIONS} times, as often as one can be here: undo what is wrong."
            )
            raise RefusedError(Fault("match-full", text))

    def _undone(self, current: CurrentMatch, entry: Entry) -> CurrentMatch:
        if not current.live:
            raise RefusedError(Fault("nothing-to-undo", "There is nothing to undo."))
        return self.loader.fold(current.id, entry)

    def _redone(self, current: CurrentMatch, entry: Entry) -> CurrentMatch:
        if not current.undone:
            raise RefusedError(Fault("nothing-to-redo", "There is nothing to redo."))
        return self.loader.fold(current.id, entry)

    def _corrected(self, current: CurrentMatch, entry: Entry) -> CurrentMatch:
        edits = edits_of(entry)
        trial = self.trial(current.id, edits, current.version)
        tried = list(guessing_faults(current.match, trial.done, edits))
        if tried:
            raise RefusedError(*tried)
        if trial.corrected.misfit:
            raise RefusedError(*trial.corrected.misfit.faults)
        if trial.changes_nothing:
            raise RefusedError(Fault("nothing-mended", "This changes nothing, so there is nothing to put right."))
        return current.after(entry.number, trial.corrected.match)

    def forget(self) -> None:
        """Keep nothing in memory: the matches' rows, or the names in them, have changed."""
        self.loader.forget()


def _untimed(actions: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in action.items() if name != "at"} for action in actions]
