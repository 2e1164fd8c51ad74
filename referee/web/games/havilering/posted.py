"""The posts of the table's page. They come with every trick, so they are parsed without WTForms, for speed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.cards import read_cards
from referee.faults import Fault
from referee.web.components.picking import read_places
from referee.web.games.havilering.draft import Draft, read_items, read_taken

LONGEST = {
    "key": 64, "cards": 200, "card": 20, "typed": 200, "items": 2000, "add": 20, "less": 20, "back": 4, "by": 1,
    "answer": 10, "turn": 20, "calling": 1, "taken": 200,
}  # fmt: skip
"""The maximum length of each field in characters."""
_KEY = re.compile(r"[\w.-]+\Z")
"""Without spaces: the keys of entries that the referee makes itself contain one."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A post from the table's page, with the draft. Fields that were not posted are empty."""

    version: int = -1
    """The version of the log that the page was made from."""
    key: str = ""
    """The key of the entry."""
    cards: str = ""
    """The draft's cards, and its items."""
    items: str = ""
    card: str = ""
    """The tapped card."""
    typed: str = ""
    add: str = ""
    less: str = ""
    back: int | None = None
    """The place of a card to take back."""
    by: str = ""
    answer: str = ""
    turn: str = ""
    calling: str = ""
    taken: str = ""
    faults: tuple[Fault, ...] = ()
    """The faults of the form."""

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Posted":
        """Parse the fields of a post; invalid ones are noted as faults."""
        found: dict[str, Any] = {name: given[name] for name in LONGEST if given.get(name)}
        texts = [f"{name.capitalize()}: this is too long." for name in found if len(found[name]) > LONGEST[name]]
        version, back = _whole(given.get("version")), found.pop("back", None)
        if version is None:
            texts.append("Version: this is not a number.")
        if not _KEY.match(found.get("key", "")):
            texts.append("Key: this is not one that a page has.")
        if back is not None and _whole(back) is None:
            texts.append("Card to take back: this is not a number.")
        faults = tuple(Fault("bad-form", text) for text in texts)
        return cls(version=-1 if version is None else version, back=_whole(back), faults=faults, **found)

    def draft_before(self, calling: bool = False) -> Draft:
        """The draft that the page was made with. Raises RefusedError."""
        return Draft(read_places(self.cards), read_items(self.items), calling, read_taken(self.taken))

    def draft_after(self, before: Draft) -> Draft:
        """The draft after the tapped, typed or taken back cards and items. Raises RefusedError."""
        draft = before.with_cards(read_cards(f"{self.card} {self.typed}"))
        draft = draft.with_items(read_items(self.add)).with_items(read_items(self.less), -1)
        draft = draft if self.back is None else draft.without_card(self.back)
        return draft if draft == before else replace(draft, taken=())  # A new tap clears the redo list.


def _whole(text: str | None) -> int | None:
    """A non-negative whole number, or None."""
    return int(text) if text and len(text) < 11 and text.isdecimal() else None
