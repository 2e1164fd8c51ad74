"""Reading a match's log: the entries in force, and their actions."""

from collections.abc import Iterable, Sequence
from typing import Any

from referee.faults import RefusedError
from referee.fields import FieldReader
from referee.games.edits import Edit, Placed, placed_by
from referee.games.game import Game
from referee.log.entry import CORRECTION, REFUSED, Entry

_NUMBERS = range(10**6)


def refused_in(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """The refusals noted in a log, as plain data."""
    return [entry.actions[0] for entry in entries if entry.kind == REFUSED]


def actions(game: Game[Any, Any, Any], opened: Any, live: Iterable[Entry]) -> tuple[Any, ...]:
    """Return the actions of the entries in force, with corrections applied, given a match's setup as `opened`.

    A correction changes the actions in their recorded form.
    """
    tidying = Tidying(game, opened)
    for entry in live:
        if entry.kind == CORRECTION:
            tidying.correct(edits_of(game, entry), setup_of(game, entry))
        else:
            tidying.actions += actions_of(game, entry)
    return tuple(tidying.tidied())


class Tidying:
    """The leading actions of a log, in the form in which a match's record has them, while corrections change them.

    What comes before a correction's first edit is not replayed again.
    """

    def __init__(self, game: Game[Any, Any, Any], setup: Any) -> None:
        self._game, self._matches = game, [game.begin(setup)]
        """The match before each action that is tidy, and after the last one."""
        self.actions: list[Any] = []

    def tidied(self) -> list[Any]:
        """The actions, tidy as far as the rules allow them."""
        game, matches = self._game, self._matches
        if not game.omits_leaders or not any(getattr(action, "leader", None) for action in self.actions):
            return self.actions
        for number in range(len(matches) - 1, len(self.actions)):
            action = self.actions[number]
            self.actions[number] = game.stepping.plain(matches[-1], action)
            try:
                matches.append(game.step(matches[-1], action))
            except RefusedError:
                break
        return self.actions

    def correct(self, edits: Sequence[Edit], setup: Any | None) -> list[Placed]:
        """Apply a correction, of the setup too unless that is None. Raises RefusedError if it is out of range."""
        placed = list(placed_by(self.tidied(), edits))
        self.actions = [each.action for each in placed]
        del self._matches[min((edit.first for edit in edits), default=len(placed) + 1) :]
        if setup is not None:
            self._matches = [self._game.begin(setup)]
        return placed


def actions_of(game: Game[Any, Any, Any], entry: Entry) -> list[Any]:
    """The actions of an entry that is not a correction."""
    return [game.read_action(action) for action in entry.actions]


def must_be_readable(game: Game[Any, Any, Any], entries: Iterable[Entry]) -> None:
    """Raise RefusedError if an entry cannot be read, in force or not: the log shows all of them."""
    for entry in entries:
        if entry.kind == CORRECTION:
            edits_of(game, entry)
            setup_of(game, entry)
        elif entry.kind != REFUSED:
            actions_of(game, entry)


def edits_of(game: Game[Any, Any, Any], entry: Entry) -> list[Edit]:
    """The edits of a correction. Raises RefusedError, LookupError or TypeError if they cannot be read."""
    return read_edits(game, entry.actions[0]["edits"])


def setup_of(game: Game[Any, Any, Any], entry: Entry) -> Any | None:
    """The setup that an entry corrects the match to, with the names as entered; None if it does not.

    Raises RefusedError or ValueError if it cannot be read.
    """
    content = entry.actions[0] if entry.kind == CORRECTION and entry.actions else {}
    if not isinstance(content, dict):
        raise ValueError(f"entry {entry.number} is not a correction")
    return game.setups.read(content["setup"]) if "setup" in content else None


def setup_in_force(game: Game[Any, Any, Any], opened: Any, live: Iterable[Entry]) -> Any:
    """The setup of a match with the names as entered: as it was `opened`, or as an entry in force corrected it."""
    corrected = [setup for entry in live if (setup := setup_of(game, entry)) is not None]
    return corrected[-1] if corrected else opened


def write_correction(
    game: Game[Any, Any, Any], edits: Iterable[Edit], reason: str, setup: Any | None = None
) -> dict[str, Any]:
    """A correction as plain data, as the log stores it; `setup` is the corrected setup, if it changes."""
    written: dict[str, Any] = {"edits": write_edits(game, edits), "reason": reason}
    return written if setup is None else written | {"setup": game.setups.write(setup)}


def write_edits(game: Game[Any, Any, Any], edits: Iterable[Edit]) -> list[dict[str, Any]]:
    """The edits of a correction as plain data for JSON."""
    return [
        {
            "first": edit.first,
            "last": edit.last,
            "actions": None if edit.actions is None else [game.write_action(action) for action in edit.actions],
        }
        for edit in edits
    ]


def read_edits(game: Game[Any, Any, Any], data: object) -> list[Edit]:
    """Read the edits of a correction from plain data. Raises RefusedError."""
    reader = FieldReader()
    if not isinstance(data, list):
        reader.fail("edits", "is not a list")
        data = []
    edits = []
    for each in data:
        fields = reader.fields(each, "edit", ("first", "last", "actions"))
        reader.done()
        first = reader.whole(fields["first"], "first", _NUMBERS)
        last = reader.whole(fields["last"], "last", _NUMBERS)
        if not isinstance(fields["actions"], list | None):
            reader.fail("actions", "is not a list")
        reader.done()
        new = fields["actions"]
        edits.append(Edit(first, last, None if new is None else tuple(game.read_action(action) for action in new)))
    reader.done()
    return edits
