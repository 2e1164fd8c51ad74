"""The posts of a table's page. They come with every tap that enters something, so they are read without WTForms."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.faults import Fault, RefusedError
from referee.web.forms import KEY
from referee.web.tables.draft import LONGEST_DRAFT

LONGEST = 64
"""The maximum length of a field other than the draft, in characters."""
_NUMBER = re.compile(r"[0-9]{1,10}\Z")
_READ: dict[str, Callable[[str], object]] = {
    "again": lambda text: text == "true",
    **dict.fromkeys(("trick", "length", "strokes"), lambda text: int(text) if _NUMBER.match(text) else text),
}
"""Readers of the keys whose values are not texts."""
FIELDS = (
    "key", "turn", "way", "after", "do", "version", "kind", "phase", "draft", "cards", "leader", "tap", "card",
    "typed", "points", "untap",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Posted:
    """A post from a table's page: the turn that it was made for, and the taps."""

    inputs: Mapping[str, str]
    """All fields."""
    version: int
    key: str
    turn: str
    way: str
    after: str
    """The key of the entry that it follows, if that had not been acknowledged when this was tapped."""
    do: str
    """The tapped key, such as `settle`, `undo` or `fault kind=exposed player=2 card=QH`; empty for a draft."""
    untap: int | None
    """The place whose value the player changes."""
    faults: tuple[Fault, ...]

    @classmethod
    def read(cls, inputs: Mapping[str, str]) -> "Posted":
        """Parse the fields of a post; invalid ones are noted as faults."""
        fields = {name: inputs.get(name, "") for name in FIELDS}
        faults = [
            Fault("bad-form", f"{name.capitalize()}: no page sends this.")
            for name, is_fine in (
                ("version", _NUMBER.match(fields["version"])),
                ("key", KEY.match(fields["key"])),
                (
                    "form",
                    all(
                        len(text) <= (LONGEST_DRAFT if name == "draft" else LONGEST) for name, text in fields.items()
                    ),
                ),
            )
            if not is_fine
        ]
        number = int(fields["version"]) if _NUMBER.match(fields["version"]) else -1
        untap = int(fields["untap"]) if _NUMBER.match(fields["untap"]) else None
        do = f"{fields['do']} card={fields['card']}" if fields["do"] and fields["card"] else fields["do"]
        key, turn, way, after = (fields[name] for name in ("key", "turn", "way", "after"))
        return cls(inputs, number, key, turn, way, after, do, untap, tuple(faults))

    def ruling(self) -> dict[str, Any]:
        """The action of a key as in a record. It may be invalid. Raises RefusedError if a value is given twice."""
        kind, *pairs = self.do.split(" ")
        data: dict[str, Any] = {"type": kind}
        for pair in pairs:
            name, _, value = pair.partition("=")
            if name in data:
                raise RefusedError(Fault("bad-form", "No page has this key."))
            data[name] = _READ.get(name, str)(value)
        return data


def number(text: str) -> int | None:
    """A whole number that is not negative; None if invalid."""
    return int(text) if _NUMBER.match(text) else None
