"""The answer to an import, the same on the page and on the command line: the fate of each match and evening."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.english import plural

THERE = "in the book already"
IN_BIN = "in the bin"
DIFFERS = "different here and left unchanged"


@dataclass(frozen=True, slots=True)
class Imported:
    """A match or an evening of an imported file, as it is in the score book now."""

    number: int
    fate: str = ""
    """The reason that nothing of it is new, THERE, IN_BIN or DIFFERS; empty if any of it is."""
    what: str = "match"

    @property
    def is_new(self) -> bool:
        """True if any of it is new."""
        return not self.fate

    @property
    def line(self) -> str:
        """The answer of the command."""
        return ", ".join(filter(None, (f"{self.what} {self.number}", self.fate)))


def imported(match: int, is_new: bool, is_binned: bool = False) -> Imported:
    """A match with its number here; it `is_new` if any of it is."""
    return Imported(match, "" if is_new else IN_BIN if is_binned else THERE)


def summary(all_imported: Sequence[Imported]) -> str:
    """The answer of the page."""
    kinds = ([each for each in all_imported if each.what == what] for what in ("match", "evening"))
    return " ".join(_of_a_kind(each) for each in kinds if each) or "Nothing was imported."


def _of_a_kind(kind: Sequence[Imported]) -> str:
    """Count the matches, or the evenings, by their fates."""
    fates = [each.fate for each in kind]
    counts = [f"{fates.count(fate)} {fate}" for fate in (THERE, IN_BIN, DIFFERS) if fate in fates]
    return ", ".join([f"{plural(fates.count(''), kind[0].what)} imported", *counts]) + "."
