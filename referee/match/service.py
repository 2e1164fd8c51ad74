"""The match service: open matches, post actions, undo, redo and correct.

A post is one call. Before the transaction the cached match is compared with the poster's turn or version, the rules
judge the actions, and the next state is computed. The transaction compares the log's length; if another entry came
first, the call starts again with the current log.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from referee.faults import Fault, RefusedError
from referee.games.edits import Edit
from referee.games.game import game_of
from referee.games.kit.records import Record
from referee.log.checksums import chained
from referee.log.entry import ACT, CORRECTION, REDO, REFUSED, UNDO, Entry
from referee.match.appender import Appender, Do, Proposal
from referee.match.basis import Basis, basis_after, turn_after_same
from referee.match.corrections import must_suit
from referee.match.current import CurrentMatch, NothingToUndoError, StaleError
from referee.match.importer import Importer
from referee.match.log import edits_of, setup_of, write_correction
from referee.moments import noted, utc_text

NOTHING_CORRECTED = Fault("nothing-corrected", "This changes nothing, so there is nothing to correct.")


class MatchService(Appender):
    """The matches of a database, in all score books: every way of reading and changing them."""

    def open(
        self,
        book_id: int,
        setup: Any,
        show_played: bool = False,
        teaching: bool = False,
        key: str | None = None,
        follows: int | None = None,
    ) -> CurrentMatch[Any]:
        """Open a match with a validated setup. The same key again returns the same match, unless that is in the bin.

        A rematch `follows` another match. Watchers of that match, and of the one on the table, are notified. If
        another phone has opened the same rematch, and nothing has been played in it, it is returned.
        """
        concerned = [each for each in {follows, self.database.latest(book_id)} if each is not None]
        with self.database.writing():
            game = game_of(self.games, setup)
            written = game.setups.write(setup)
            noted(datetime.fromisoformat(written["started"]))
            number = self.database.keyed_match(book_id, key) if key else None
            if number is not None and self.database.match(number) is None:
                self.database.free_key(number)
                number = None
            if number is None and follows is not None:
                number = self.database.same_rematch(follows, game.key, written)
            if number is None:
                self.must_have_room(book_id, for_match=True)
                number = self.database.add_match(
                    book_id, game.key, written, show_played, teaching, key, follows, arrived=utc_text(self.clock())
                )
                if self.projections.project(number, book_id, setup, game.begin(setup)):
                    self.clear_cache()
        for earlier in concerned:
            self.database.notify_watchers(earlier)
        return self.current(number)

    def post(
        self,
        match_id: int,
        version: int,
        key: str,
        actions: Sequence[Any],
        turn: str | None = None,
        after: str = "",
    ) -> CurrentMatch[Any]:
        """Append some actions, all or none, and return the match once they are on the disk.

        `version` is the version that the poster saw. `key` identifies the posted form: posting it again changes
        nothing. With a `turn` the actions belong to that turn, even if there are entries since the version; with
        `after` to the turn that follows the entry of that key. Raises RefusedError with every fault, StaleError or
        NotThereError.
        """
        at = self.clock()
        timed = [replace(action, at=at) for action in actions]
        basis = basis_after(self, match_id, version, after) if after else Basis(version, turn)
        judged: CurrentMatch[Any] | None = None

        def do(before: CurrentMatch[Any], entry: Entry) -> CurrentMatch[Any]:
            nonlocal judged
            judged = before
            closed = [fault for action in timed for fault in before.game.closed_faults(before.whole_match, action)]
            if closed:
                raise RefusedError(*closed)
            return self.after(before, entry.number, _plain(timed, before))

        try:
            write = partial(_written, timed)
            proposal = Proposal(version, key, ACT, write, lambda before: basis.is_due(before, actions), do)
            return self.append(match_id, proposal)
        except RefusedError as refused:
            if judged is not None:
                self._note_refused(judged, version, key, actions, refused.faults)
            raise
        except StaleError as stale:
            stale.next_turn = turn_after_same(self, stale, basis, actions)
            raise

    def _note_refused(
        self, judged: CurrentMatch[Any], version: int, key: str, actions: Sequence[Any], faults: Sequence[Fault]
    ) -> None:
        """Note a refusal in the log, if the game requires it.

        The same actions with the same key are noted once. Raises StaleError if the match has changed since the
        actions were judged, as for allowed actions.
        """
        refusal = judged.game.refusal(judged.whole_match, faults)
        if refusal is None:
            return
        untimed = [judged.game.write_action(replace(action, at=None)) for action in actions]
        own_key = f"refused {chained(key, untimed, refusal)}"
        noted = Proposal(
            version,
            own_key,
            REFUSED,
            lambda before: (refusal,),
            lambda before: before.version == judged.version,
            self.after_refusal,
        )
        self.append(judged.id, noted)

    def undo(self, match_id: int, version: int, key: str) -> CurrentMatch[Any]:
        """Undo the last entry in force. Raises NothingToUndoError, or as `post` does."""
        return self._append(match_id, version, key, UNDO, (), self._undone)

    def redo(self, match_id: int, version: int, key: str) -> CurrentMatch[Any]:
        """Redo the entry that was undone last. Raises as `post` does."""
        return self._append(match_id, version, key, REDO, (), self._redone)

    def correct(
        self,
        match_id: int,
        version: int,
        key: str,
        edits: Sequence[Edit],
        reason: str = "",
        setup: Any | None = None,
    ) -> CurrentMatch[Any]:
        """Correct earlier actions, or the setup; all later actions must still fit.

        With a `setup` the edits come from a `trial`, and include its consequences. Raises as `post` does.
        """
        game = self.game(match_id)
        written = (write_correction(game, edits, reason, setup),)
        return self._append(match_id, version, key, CORRECTION, written, self._corrected)

    def import_records(self, book_id: int, records: Iterable[Record[Any, Any]]) -> list[tuple[int, bool]]:
        """Import records. Returns each match's number and whether it is new. Raises RefusedError."""
        return [Importer(self).bring_in(book_id, record) for record in records]

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def _append(
        self, match_id: int, version: int, key: str, kind: str, written: tuple[dict[str, Any], ...], do: Do
    ) -> CurrentMatch[Any]:
        """Append an entry that was made from a version. Raises as `post` does."""
        proposal = Proposal(version, key, kind, lambda before: written, lambda before: version == before.version, do)
        return self.append(match_id, proposal)

    def _undone(self, current: CurrentMatch[Any], entry: Entry) -> CurrentMatch[Any]:
        if not current.live:
            raise NothingToUndoError
        return self.follow(current, entry) or self.fold(current.id, entry)

    def _redone(self, current: CurrentMatch[Any], entry: Entry) -> CurrentMatch[Any]:
        if not current.undone:
            raise RefusedError(Fault("nothing-to-redo", "There is nothing to redo."))
        return self.follow(current, entry) or self.fold(current.id, entry)

    def _corrected(self, current: CurrentMatch[Any], entry: Entry) -> CurrentMatch[Any]:
        edits, setup = edits_of(current.game, entry), setup_of(current.game, entry)
        if setup is not None and not edits and _has_other_names(current, setup):
            return self._renamed(current, entry.number, setup)
        trial = self.trial(current.id, edits, current.version, setup)
        guesses = list(trial.guessing_faults(edits))
        if guesses:
            raise RefusedError(*guesses)
        if trial.corrected.misfit:
            raise RefusedError(*trial.corrected.misfit.faults)
        if len(trial.edits) > len(edits):
            raise RefusedError(Fault("bad-edit", "This correction is incomplete. Start it again."))
        if trial.changes_nothing:
            raise RefusedError(NOTHING_CORRECTED)
        return current.after(entry.number, trial.corrected.match)

    def _renamed(self, current: CurrentMatch[Any], number: int, setup: Any) -> CurrentMatch[Any]:
        """The match after a correction of nothing but its players' names, without a replay. Raises RefusedError."""
        named = self.projections.named(current.book_id, setup)
        if named == current.setup:
            raise RefusedError(NOTHING_CORRECTED)
        must_suit(current.game, current.whole_match, (), named)
        return current.after(number, replace(current.whole_match, setup=named))


def _has_other_names(current: CurrentMatch[Any], setup: Any) -> bool:
    """Return True if a setup differs from a match's in nothing but the names of its players."""
    setups = current.game.setups
    return bool(setups.with_players(setup, setups.players(current.setup)) == current.setup)


def _plain(actions: Sequence[Any], before: CurrentMatch[Any]) -> list[Any]:
    """Actions in their logged form; the first one omits anything that the match before it implies."""
    return [
        before.game.stepping.plain(before.whole_match, action) if at == 0 else action
        for at, action in enumerate(actions)
    ]


def _written(actions: Sequence[Any], before: CurrentMatch[Any]) -> tuple[dict[str, Any], ...]:
    return tuple(map(before.game.write_action, _plain(actions, before)))
