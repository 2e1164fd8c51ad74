"""A draft correction: its edits in the query string, and the corrected setup.

Of a closed trick it contains only the changed cards, since an address must not reveal the others.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.faults import Fault, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.edits import Edit
from referee.games.game import Game
from referee.match.log import read_edits, write_edits

_AS_ENTERED = "-"
_VERSIONS = range(10**9)
MOST_EDITS, MOST_ACTIONS = 60, 120
"""Limits of one correction: far more than a hand. Each change previews the whole correction again."""
MOST_IMPLIED = 500
"""The limit where the setup is corrected: claims of many hands may follow from that."""


@dataclass(frozen=True, slots=True)
class Edits:
    """The edits of a draft correction. Immutable: each method returns new edits."""

    game: Game[Any, Any, Any]
    made: tuple[Edit, ...] = ()
    version: int | None = None
    """The version of the log that their numbers refer to."""
    setup: Any | None = None
    """The corrected setup; None if it is not corrected."""
    entered: Sequence[Any] = ()
    """The actions in force, which they edit."""

    @property
    def text(self) -> str:
        """The edits as the query string carries them."""
        edits = write_edits(self.game, self.made)
        for new, old in _tricks(self.game, edits, self.entered):
            new["cards"] = [_AS_ENTERED if card == was else card for card, was in zip(new["cards"], old, strict=True)]
        data: dict[str, Any] = {"of": self.version, "edits": edits}
        if self.setup is not None:
            data["setup"] = self.game.setups.write(self.setup)
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

    @property
    def first(self) -> int:
        """The number of the first action that an edit touches."""
        return min((edit.first for edit in self.made), default=1)

    def touches(self, number: int) -> bool:
        """Return True if an action is replaced or dropped."""
        return any(edit.first <= number <= edit.last and edit.actions is not None for edit in self.made)

    def instead(self, number: int, action: Any) -> "Edits":
        """Replace the action of a number."""
        return self._with(Edit(number, number, (action,)))

    def without(self, first: int, last: int) -> "Edits":
        """Drop the actions `first` to `last`."""
        return self._with(Edit(first, last, ()))

    def keeping(self, first: int, last: int) -> "Edits":
        """Keep the actions `first` to `last` unchanged."""
        return self._with(Edit(first, last, None))

    def put_in(self, number: int, action: Any) -> "Edits":
        """Insert an action before the action of a number, after those already inserted there."""
        there = [each for edit in self.made if edit.first == number and edit.inserts for each in edit.actions or ()]
        return self._with(Edit(number, number - 1, (*there, action)))

    def at(self, number: int) -> Any | None:
        """The replacement of the action of a number, or None."""
        changed = (edit.actions for edit in self.made if edit.first == edit.last == number and edit.actions)
        return next((actions[0] for actions in changed), None)

    def without_last_of(self, edit: Edit) -> "Edits":
        """The edits without the last of the actions that one of them inserts."""
        rest = replace(self, made=tuple(each for each in self.made if each is not edit))
        for action in (edit.actions or ())[:-1]:
            rest = rest.put_in(edit.first, action)
        return rest

    def _with(self, edit: Edit) -> "Edits":
        """Add an edit, replacing edits that it overlaps or that are at the same place."""
        made = [edit]
        for each in self.made:
            if each.first > edit.last or edit.first > each.last:
                made += [each] if (each.first, each.last) != (edit.first, edit.last) else []
            elif not each.actions:
                # Preserve the parts of a keep or drop outside the new edit.
                made += [replace(each, last=edit.first - 1)] if each.first < edit.first else []
                made += [replace(each, first=edit.last + 1)] if each.last > edit.last else []
        return replace(self, made=tuple(sorted(made, key=lambda each: (each.first, each.last))))


def _tricks(
    game: Game[Any, Any, Any], edits: object, entered: Sequence[Any]
) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """The tricks that replace one trick, as plain data, each with the cards entered before."""
    for edit in edits if isinstance(edits, list) else ():
        match edit:
            case {"first": int(first), "last": int(last), "actions": [{"cards": list(cards)} as new]}:
                if first == last and 1 <= first <= len(entered):
                    old = game.write_action(entered[first - 1]).get("cards", ())
                    if len(old) == len(cards):
                        yield new, old


def read(game: Game[Any, Any, Any], text: str, entered: Sequence[Any] = ()) -> Edits:
    """Read edits of the actions in force from the query string. Raises RefusedError."""
    if not text:
        return Edits(game)
    data = parse_json(text)
    reader = FieldReader()
    fields = reader.fields(data, "the correction", ("of", "edits"), optional=("setup",))
    version = reader.whole(fields.get("of"), "of", _VERSIONS)
    reader.done()
    setup = game.setups.read(fields["setup"]) if "setup" in fields else None
    for new, old in _tricks(game, fields["edits"], entered):
        new["cards"] = [was if card == _AS_ENTERED else card for card, was in zip(new["cards"], old, strict=True)]
    # Times in the query string are not trusted.
    made = [
        replace(edit, actions=edit.actions and tuple(replace(action, at=None) for action in edit.actions))
        for edit in read_edits(game, fields["edits"])
    ]
    most_edits, most_actions = (MOST_IMPLIED, MOST_IMPLIED) if setup is not None else (MOST_EDITS, MOST_ACTIONS)
    if len(made) > most_edits or sum(len(edit.actions or ()) for edit in made) > most_actions:
        raise RefusedError(Fault("bad-edit", "This is too much for one correction. Confirm part of it first."))
    return Edits(game, tuple(made), version, setup, entered)
