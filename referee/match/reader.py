"""Reading matches: the current one, its log and record, corrections on trial."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from referee.faults import Fault, RefusedError
from referee.games.edits import Edit, Transition
from referee.games.game import Game, Games
from referee.games.kit.records import Record
from referee.log.entry import ACT, REFUSED, in_force
from referee.match.audit import Line, audit_log, corrected_transitions
from referee.match.corrections import correct, must_suit, walk
from referee.match.current import CurrentMatch, Trial
from referee.match.loader import MatchLoader, reporting_damage
from referee.match.log import refused_in
from referee.store.database import Database
from referee.store.projections import Projections


class MatchReader:
    """Use cases that read the matches of a database."""

    def __init__(self, database: Database, games: Games) -> None:
        self.database, self.games = database, games
        self.projections = Projections(database, games)
        self.loader = MatchLoader(database, self.projections, games)

    def game(self, match_id: int) -> Game[Any, Any, Any]:
        """The game of a match. Raises NotThereError or DamagedError."""
        return self.loader.game(match_id)

    def current(self, match_id: int) -> CurrentMatch[Any]:
        """The current match. Raises NotThereError or DamagedError."""
        return self.loader.current(match_id)

    def trial(
        self, match_id: int, edits: Sequence[Edit] = (), version: int | None = None, setup: Any | None = None
    ) -> Trial[Any]:
        """Try edits, and another setup, without storing them. `version` is the version they were made from.

        Raises NotThereError; RefusedError if they are out of range, or if entries other than actions and refusals
        were appended since that version, or if the setup cannot be another one now.
        """
        row, game = self.loader.row(match_id), self.game(match_id)
        with reporting_damage(match_id):
            entries = self.database.entries(match_id)
        if version is not None and any(entry.kind not in (ACT, REFUSED) for entry in entries[version:]):
            raise RefusedError(
                Fault("bad-edit", "The match has changed in the meantime. Start this correction again.")
            )
        live, undone = in_force(entries)
        before = self.loader.setup(row, live)
        transitions = walk(game, before, self.loader.actions(row, live))
        match = transitions[-1].after if transitions else game.begin(before)
        current = CurrentMatch.of(game, row, len(entries), match, len(live), undone, refused_in(entries))
        after = before if setup is None else self.projections.named(row.book_id, setup)
        if after != before:
            must_suit(game, match, transitions, after)
        corrected = correct(game, transitions, after, edits)
        return Trial(current, after, transitions, corrected.edits, corrected)

    def audit_log(self, match_id: int) -> list[Line]:
        """The whole log, including undone and corrected entries. Raises NotThereError."""
        row, game = self.loader.row(match_id), self.game(match_id)
        return audit_log(
            game,
            self.loader.setup(row),
            self.database.entries(match_id),
            partial(self.projections.named, row.book_id),
        )

    def corrected(self, match_id: int) -> list[Transition[Any, Any]]:
        """The actions in force that a correction added. Raises NotThereError."""
        row, entries = self.loader.row(match_id), self.database.entries(match_id)
        game, setup = self.game(match_id), self.loader.setup(row, in_force(entries)[0])
        return corrected_transitions(game, game.read_setup(row.setup), setup, entries)

    def transitions(self, match_id: int) -> list[Transition[Any, Any]]:
        """Every action in force, with the match before and after it. Raises NotThereError."""
        record = self.record(match_id)
        return walk(self.game(match_id), record.setup, record.actions)

    def version(self, match_id: int) -> int:
        """The number of entries in a match's log."""
        return self.database.length(match_id)

    def record(self, match_id: int) -> Record[Any, Any]:
        """The record of a match: its setup and the actions in force. Raises NotThereError."""
        return self.loader.record(match_id)
