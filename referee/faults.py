"""What is wrong with something a person entered: every fault at once, for people and for programs."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_NAMED = 8
"""Faults that are told in one line; of the others only how many there are."""
LONGEST_LINE = 1_900
"""Characters of that line, so that there is room for what a program puts before it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    `code` is for programs and never changes; `text` is a sentence that says how to put it right;
    `about` holds the codes of the cards, items or names concerned.
    """

    code: str
    text: str
    about: tuple[str, ...] = ()


class RefusedError(Exception):
    """Something was refused, and nothing was changed. Carries the faults that were found.

    `unnamed` is the number of faults beyond those that are carried.
    """

    def __init__(self, *faults: Fault, unnamed: int = 0) -> None:
        super().__init__(in_a_line(faults, unnamed))
        self.faults = faults
        self.unnamed = unnamed


def in_a_line(faults: Sequence[Fault], unnamed: int = 0) -> str:
    """The first few faults as one line of at most `LONGEST_LINE` characters, and how many more there are."""
    told: list[str] = []
    room = LONGEST_LINE - 40
    for fault in faults[:MOST_NAMED]:
        text = " ".join(fault.text.split())
        if told and len(text) > room:
            break
        told.append(text if len(text) <= room else f"{text[: room - 1]}…")
        room -= len(told[-1]) + 1
    more = len(faults) + unnamed - len(told)
    if more:
        told.append(f"And {more:,} more {'fault' if more == 1 else 'faults'}.")
    return " ".join(told)


class DamagedError(Exception):
    """What is kept of a match cannot be read."""


class NotThereError(LookupError):
    """There is no match of that number."""
