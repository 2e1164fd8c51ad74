"""What is wrong with something a person entered: every fault at once, for people and for programs."""

from dataclasses import dataclass


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
    """Something was refused, and nothing was changed. Carries every fault that was found."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(" ".join(fault.text for fault in faults))
        self.faults = faults


class DamagedError(Exception):
    """What is kept of a match cannot be read."""


class NotThereError(LookupError):
    """There is no match of that number."""
