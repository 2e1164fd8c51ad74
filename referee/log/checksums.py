"""Chained checksums: each covers its own values and the checksum before it.

They reveal which entries were changed, removed or inserted on the disk. They are stored, so the algorithm must never
change.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any


def chained(before: str, *parts: Any) -> str:
    """The checksum of some values, chained to the one `before`; 32 hexadecimal digits."""
    text = json.dumps([before, *parts], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def checksum_of(before: str, *entry: Any) -> str:
    """The checksum of an entry: its number, kind, actions, key, time, and phone unless that is None."""
    *parts, phone = entry
    return chained(before, *parts, *([phone] if phone is not None else []))


def whole(start: str, rows: Sequence[Any]) -> int:
    """Count the rows of a log, from its first, that are unchanged since they were written in a match of this setup.

    0 if it is the log of another match. Each row is a number, kind, actions, key, time, phone and checksum.
    """
    before = chained("", start)
    for length, (*parts, checksum) in enumerate(rows):
        if checksum != checksum_of(before, *parts):
            return length
        before = checksum
    return len(rows)


@dataclass(frozen=True, slots=True)
class ChainedRows:
    """The stored rows of a match's log, or of its end."""

    rows: Sequence[Any]
    """The number, kind, actions, key, time, phone and checksum of each entry."""
    after: int
    """The number of the entry before the first row."""
    before: str
    """The checksum of the entry before the first row."""
    last: str
    """The checksum that the last row must have."""

    def broken(self) -> Iterator[str]:
        """Describe each place where the log is damaged, one line each."""
        before, due = self.before, self.after + 1
        for number, *parts, checksum in self.rows:
            if number != due:
                yield f"entries are missing from its log: {due if number == due + 1 else f'{due} to {number - 1}'}"
            elif checksum != checksum_of(before, number, *parts):
                yield f"entry {number} has been altered"
            before, due = str(checksum), number + 1
        if before != self.last:
            is_empty = not self.rows and not self.after
            or_else = ", or its settings were changed" if is_empty else " at the end"
            yield f"entries are missing from its log{or_else}"
