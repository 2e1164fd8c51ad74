"""Checksums that are chained: each is of what is kept, and of the checksum before it.

So what was changed on the disk, vanished or was put in between is found, and named. They are stored: what they are
made of never changes.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any


def chained(before: str, *parts: Any) -> str:
    """The checksum of some values, after another one."""
    text = json.dumps([before, *parts], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def breaks(before: str, first: int, rows: Sequence[Any]) -> Iterator[str]:
    """Where a log is not as it was written; a line each.

    `before` is the checksum before its first entry, `first` the number that it should have. Rows have the columns
    number, kind, actions, key, at and checksum.
    """
    due = first
    for number, *parts, checksum in rows:
        if number != due:
            yield f"entries are missing from its log: {due if number == due + 1 else f'{due} to {number - 1}'}"
        elif checksum != chained(before, number, *parts):
            yield f"entry {number} is not as it was written"
        before, due = str(checksum), number + 1
