"""The list of entries from which the wrong one is chosen: by hands or deals, claims with their tricks."""

from dataclasses import dataclass, field
from typing import Any

from referee.match.current import Trial
from referee.web.tables.correcting import Corrections


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry of the list, with its number, its words, and the entries that belong to it."""

    number: int
    text: str
    belonging: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Part:
    """A hand or deal of the list, its latest entry first."""

    name: str
    brief: str
    """Its summary while it is folded."""
    note: str
    is_open: bool
    entries: list[Listed] = field(default_factory=list)


MOST = 500
"""The number of entries on a page."""


def window(count: int, entry: int | None) -> range:
    """Return the range of entries on a page: the latest, or those around the `entry`."""
    end = count if entry is None else max(min(count, entry + MOST // 2), min(count, MOST))
    return range(max(0, end - MOST), end)


def parts(corrections: Corrections, trial: Trial[Any], entry: int | None) -> list[Part]:
    """Return the parts of a match that have entries, latest first.

    The part of the `entry`, or else the latest, is open.
    """
    listed = window(len(trial.transitions), entry)
    now, by_name, holding = trial.current.whole_match, dict[str, Part](), dict[str, Listed]()
    for done in trial.transitions[listed.start : listed.stop]:
        name, words = corrections.part(done.before), corrections.belonging(done, now)
        if name not in by_name:
            by_name[name] = Part(name, corrections.brief(done.before, now), corrections.note(done.before, now), False)
        part = by_name[name]
        part.is_open |= done.number == entry
        if words and name in holding:
            holding[name].belonging.append((done.number, words))
            continue
        part.entries.append(Listed(done.number, corrections.describe(done, now, ())))
        if corrections.holds(done.action):
            holding[name] = part.entries[-1]
    latest_first = list(by_name.values())[::-1]
    for part in latest_first:
        part.entries.reverse()
    for part in latest_first[:1]:
        part.is_open |= not any(each.is_open for each in latest_first)
    return latest_first
