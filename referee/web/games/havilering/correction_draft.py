"""A draft correction: its edits in the query string, and the actions from its forms."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.cards import Card, codes
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader, parse_json
from referee.games.edits import Edit
from referee.games.havilering.actions import Action, Adjust, Play
from referee.games.havilering.combinations import Item
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.state import Match, Phase
from referee.match.log import read_edits, write_edits
from referee.web.games.havilering import questions

_VERSIONS = range(10**9)
MOST_EDITS, MOST_ACTIONS = 60, 120
"""Limits of one correction: far more than a hand, since each change previews it again."""


@dataclass(frozen=True, slots=True)
class Edits:
    """The edits of a draft correction. Immutable: each method returns new edits."""

    made: tuple[Edit, ...] = ()
    of: int | None = None
    """The version of the log that their numbers refer to."""

    @property
    def text(self) -> str:
        """The edits as the query string carries them."""
        data = {"of": self.of, "edits": write_edits(HAVILERING, self.made)}
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

    @property
    def first(self) -> int:
        """The number of the first action that an edit touches."""
        return min((edit.first for edit in self.made), default=1)

    def touches(self, number: int) -> bool:
        """Whether an action is replaced or dropped."""
        return any(edit.first <= number <= edit.last and edit.actions is not None for edit in self.made)

    def instead(self, number: int, action: Action) -> "Edits":
        """Replace the action of a number."""
        return self._with(Edit(number, number, (action,)))

    def without(self, first: int, last: int) -> "Edits":
        """Drop the actions `first` to `last`."""
        return self._with(Edit(first, last, ()))

    def keeping(self, first: int, last: int) -> "Edits":
        """Keep the actions `first` to `last` as they are."""
        return self._with(Edit(first, last, None))

    def put_in(self, number: int, action: Action) -> "Edits":
        """Insert an action before that of a number, after those inserted there already."""
        there = [each for edit in self.made if edit.first == number and edit.inserts for each in edit.actions or ()]
        return self._with(Edit(number, number - 1, (*there, action)))

    def at(self, number: int) -> Action | None:
        """The replacement of the action of a number, or None."""
        changed = (edit.actions for edit in self.made if edit.first == edit.last == number and edit.actions)
        return next((actions[0] for actions in changed), None)

    def reopened(self, edit: Edit) -> dict[str, Any]:
        """The URL parameters of the page that edits a replaced or inserted action again."""
        if not edit.inserts or not edit.actions:
            return {"number": edit.first, "edits": self.text}
        *kept, last = edit.actions
        rest = replace(self, made=tuple(each for each in self.made if each is not edit))
        for action in kept:
            rest = rest.put_in(edit.first, action)
        back = {"number": edit.first, "insert": 1, "edits": rest.text}
        if isinstance(last, Play):
            back |= {"cards": ".".join(codes(last.cards)), "at": 0}
        if isinstance(last, Adjust):
            back |= {"insert": "ruling", "side": last.side.value, "points": last.points, "reason": last.reason}
        return back

    def _with(self, edit: Edit) -> "Edits":
        """Add an edit, which replaces those that it overlaps, or that are at the same place."""
        made = [edit]
        for each in self.made:
            if each.first > edit.last or edit.first > each.last:
                made += [each] if (each.first, each.last) != (edit.first, edit.last) else []
            elif not each.actions:
                # Preserve the parts of a keep or drop outside the new edit.
                made += [replace(each, last=edit.first - 1)] if each.first < edit.first else []
                made += [replace(each, first=edit.last + 1)] if each.last > edit.last else []
        return replace(self, made=tuple(sorted(made, key=lambda each: (each.first, each.last))))


def read(text: str) -> Edits:
    """Read edits from the query string. Raises RefusedError."""
    if not text:
        return Edits()
    data = parse_json(text)
    reader = FieldReader()
    fields = reader.fields(data, "the correction", ("of", "edits"))
    of = reader.whole(fields.get("of"), "of", _VERSIONS)
    reader.done()
    # Times in the query string are not trusted.
    made = [
        replace(edit, actions=edit.actions and tuple(replace(action, at=None) for action in edit.actions))
        for edit in read_edits(HAVILERING, fields["edits"])
    ]
    if len(made) > MOST_EDITS or sum(len(edit.actions or ()) for edit in made) > MOST_ACTIONS:
        raise RefusedError(Fault("bad-edit", "This is too much for one correction: confirm some of it, then go on."))
    return Edits(tuple(made), of)


def forgotten(match: Match) -> dict[str, Any]:
    """The action that the match waits for, as plain data with empty content."""
    match match.phase:
        case Phase.CLAIM:
            return {"type": "claim", "items": {}}
        case Phase.HAND_OVER:
            return {"type": "deal"}
        case Phase.OFFER_FIRST | Phase.OFFER_SECOND:
            return {"type": "reply", "answer": ""}
    return {"type": "trick", "cards": []}


def missing(match: Match, given: Mapping[str, str]) -> dict[str, Any]:
    """The action to insert, as plain data: a ruling, as far as it is filled in, or what the match waits for."""
    if given.get("insert") != "ruling":
        return forgotten(match)
    return {"type": "adjust", "points": given.get("points", "0")} | {
        name: given.get(name, "") for name in ("side", "reason")
    }


def content(kind: str, given: Mapping[str, str], picking: questions.Asking) -> dict[str, Any]:
    """An action as plain data from the fields of its form; reading it as a record finds the faults."""
    match kind:
        case "trick":
            return {"type": kind, "cards": codes(_four(picking.cards))}
        case "claim" | "muggins":
            counts = {item.value: _number(given.get(item.value, "")) for item in Item}
            items = {item: count for item, count in counts.items() if count}
            return {"type": kind, "items": items} | ({"by": given.get("by", "")} if kind == "muggins" else {})
        case "reply":
            return {"type": kind, "answer": given.get("answer", "")}
        case "adjust":
            points, reason = _number(given.get("points", "")), given.get("reason", "").strip()
            return {"type": kind, "side": given.get("side", ""), "points": points, "reason": reason}
    return {"type": kind}


def _four(cards: Sequence[Card | None]) -> list[Card]:
    return [card for card in cards if card]


def _number(text: str) -> int | str:
    """A whole number, or the text itself, which the record's reader refuses."""
    try:
        return int(text.strip() or 0)
    except ValueError:
        return text
