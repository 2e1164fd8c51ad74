"""Checksums that are chained: each is of what is kept, and of the checksum before it.

So what was changed on the disk, vanished or was put in between is found, and named. They are stored: what they are
made of never changes.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any


def chained(before: str, *parts: Any) -> str:
    """The checksum of some values, after another one."""
    text = json.dumps([before, *parts], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class ChainedRows:
    """A match's log, or the end of it, as it is in the file."""

    rows: Sequence[Any]
    """Of an entry its number, kind, actions, key, time and checksum."""
    after: int
    """The number of the entry before the first."""
    before: str
    """The checksum before the first."""
    last: str
    """The checksum that the log is to end with."""

    def broken(self) -> Iterator[str]:
        """Where it is not as it was written; a line each."""
        before, due = self.before, self.after + 1
        for number, *parts, checksum in self.rows:
            if number != due:
                yield f"entries are missing from its log: {due if number == due + 1 else f'{due} to {number - 1}'}"
            elif checksum != chained(before, number, *parts):
                yield f"entry {number} is not as it was written"
            before, due = str(checksum), number + 1
        if before != self.last:
            is_empty = not self.rows and not self.after
            or_else = ", or what it was set up with was changed" if is_empty else " at the end"
            yield f"entries are missing from its log{or_else}"
