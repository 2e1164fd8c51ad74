"""The posts of the table's page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.faults import Fault

LONGEST = 64
"""The maximum length of a field in characters."""
_KEY = re.compile(r"[\w.-]+\Z")
"""Without spaces: the keys of entries that the referee makes itself contain one."""
_NUMBER = re.compile(r"[0-9]{1,10}\Z")
_BARE = ("go", "deal", "misdeal")


@dataclass(frozen=True, slots=True)
class Posted:
    """A post from the table's page: the phase and turn that it was made for, and the key that was tapped."""

    version: int
    key: str
    turn: str
    phase: str
    way: str
    after: str
    """The key of the entry that it follows, if that had not been acknowledged when this was tapped."""
    do: str
    """The tapped key, such as `go`, `peg N 3`, `hand 12` or `undo`; empty for a card."""
    card: str
    """The tapped or typed card, or several."""
    cards: str
    """The cards of a hand or crib that were tapped before."""
    faults: tuple[Fault, ...]

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Posted":
        """Parse the fields of a post; invalid ones are noted as faults."""
        names = ("key", "turn", "phase", "way", "after", "do", "version", "cards")
        key, turn, phase, way, after, do, version, cards = (given.get(name, "") for name in names)
        do = f"{do} {given.get('points', '')}".strip()  # Typed beside a key, where there are too many for keys.
        card = f"{given.get('card', '')} {given.get('typed', '')}".strip()
        faults = [
            Fault("bad-form", f"{name.capitalize()}: this is not one that a page has.")
            for name, is_fine in (
                ("version", _NUMBER.match(version)),
                ("key", _KEY.match(key)),
                ("form", max(map(len, (key, turn, phase, way, after, do, cards, card))) <= LONGEST),
            )
            if not is_fine
        ]
        if card.casefold() == "go" and not do:  # Typed.
            do, card = "go", ""
        number = int(version) if _NUMBER.match(version) else -1
        return cls(number, key, turn, phase, way, after, do, card, cards, tuple(faults))

    @property
    def is_four(self) -> bool:
        """Whether a tapped card is one of four, those of a hand or crib."""
        return self.phase in ("hand", "crib") or self.way == "hands"

    @property
    def is_ruling(self) -> bool:
        """Whether it does not belong to a turn."""
        return self.do.split(" ")[0] in ("misdeal", "penalty")

    def action(self, cards: list[str]) -> dict[str, Any]:
        """The action as in a record; `cards` are those of a hand or crib. It may be invalid."""
        kind, *words = self.do.split(" ")
        points = int(words[-1]) if words and _NUMBER.match(words[-1]) else None
        if not self.do and self.is_four:
            return {"type": "crib" if self.phase == "crib" else "hand", "cards": cards}
        if not self.do:
            return {"type": "starter" if self.phase == "starter" else "play", "card": self.card}
        if kind in _BARE:
            return {"type": kind}
        if kind == "reply":
            return {"type": kind, "answer": words[-1] if words else ""}
        if kind == "peg":
            return {"type": kind, "player": words[0] if words else "", "points": points}
        if kind == "penalty":
            data = dict(zip(("kind", "against"), words, strict=False))
            return {"type": kind, **data} | ({"points": points} if words[:1] == ["overpeg"] else {})
        if kind == "total":  # What it is the total of depends on what was awaited.
            kind = self.phase if self.phase in ("claim", "crib") else "hand"
        return {"type": kind, "points": points}
