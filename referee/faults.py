"""Errors in people's entries, readable by people and by programs."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_NAMED = 8
"""The maximum number of faults that `in_a_line` names; the others are only counted."""
LONGEST_LINE = 1_900
"""Maximum length of that line in characters; leaves space for a prefix."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One error.

    `code` is for programs and never changes; `text` is a sentence that says how to fix it;
    `about` holds the codes of the cards, items or names concerned.
    """

    code: str
    text: str
    about: tuple[str, ...] = ()


class RefusedError(Exception):
    """Input was refused and nothing was changed. Carries the faults that were found.

    `unnamed` is the number of further faults that are not carried.
    """

    def __init__(self, *faults: Fault, unnamed: int = 0) -> None:
        super().__init__(in_a_line(faults, unnamed))
        self.faults = faults
        self.unnamed = unnamed


def in_a_line(faults: Sequence[Fault], unnamed: int = 0) -> str:
    """The first faults as one line of at most `LONGEST_LINE` characters, and the number of the others."""
    texts: list[str] = []
    room = LONGEST_LINE - 40
    for fault in faults[:MOST_NAMED]:
        text = " ".join(fault.text.split())
        if texts and len(text) > room:
            break
        texts.append(text if len(text) <= room else f"{text[: room - 1]}…")
        room -= len(texts[-1]) + 1
    more = len(faults) + unnamed - len(texts)
    if more:
        texts.append(f"And {more:,} more {'fault' if more == 1 else 'faults'}.")
    return " ".join(texts)


class DamagedError(Exception):
    """The stored data of a match cannot be read."""


class NotThereError(LookupError):
    """An error for a match, player or score book that does not exist."""
