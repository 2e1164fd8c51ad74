"""Reading a match's log: the entries in force, and their actions."""

from collections.abc import Iterable
from typing import Any

from referee.fields import FieldReader
from referee.games.edits import Edit, edited
from referee.games.game import Game
from referee.games.kit.records import Record
from referee.log.entry import CORRECTION, REFUSED, Entry

_NUMBERS = range(10**6)


def refused_in(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """The refusals noted in a log, as plain data."""
    return [entry.actions[0] for entry in entries if entry.kind == REFUSED]


def actions(game: Game[Any, Any, Any], opened: Any, live: Iterable[Entry]) -> tuple[Any, ...]:
    """Return the actions of the entries in force, with corrections applied, given a match's setup as `opened`.

    A correction changes the actions in their recorded form.
    """
    setup, actions_in_force = opened, list[Any]()
    for entry in live:
        if entry.kind == CORRECTION:
            actions_in_force[:] = edited(tidy(game, setup, actions_in_force), edits_of(game, entry))
            setup = setup_of(game, entry) or setup
        else:
            actions_in_force += actions_of(game, entry)
    return tidy(game, setup, actions_in_force)


def tidy(game: Game[Any, Any, Any], setup: Any, actions: Iterable[Any]) -> tuple[Any, ...]:
    """Return some leading actions as they are in a match's record."""
    return game.tidy(Record(setup, tuple(actions))).actions


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
