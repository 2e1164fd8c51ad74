"""Merging of another log's entries into a log: the only way in for entries that were made elsewhere.

Entries that both have count once, and entries that only one has are added. If each continued differently, somebody
must choose; both then stay in the log, one of them undone.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from referee.log.entry import CORRECTION, REDO, REFUSED, UNDO, Entry, Row, entry_of, follow, in_force, load

THEIRS, OURS = "phone", "here"
"""The answers to the question of which log is right."""


class Logs:
    """Two logs with a common beginning: ours, and theirs, which is merged into it."""

    def __init__(self, ours: Sequence[Entry], theirs: Sequence[Entry], setup: str = "") -> None:
        """Given the `setup` with which ours began, as JSON, corrections of names are told apart from others."""
        self.ours, self.theirs = ours, theirs
        self.alike = same(*([(each.kind, each.actions, each.key) for each in log] for log in (ours, theirs)))
        """The number of leading entries that both share, with the same content and key, regardless of their times."""
        self.base = in_force(self.ours[: self.alike])[0]
        self.our_live, self.their_live = in_force(self.ours)[0], in_force(self.theirs)[0]
        self._known = {entry.key for entry in self.ours}
        corrected = [entry.actions[0].get("setup") for entry in self.base if entry.kind == CORRECTION]
        setups = [each for each in (load(setup) if setup else None, *corrected) if each]
        self._setup = _unnamed(setups[-1]) if setups else None

    @classmethod
    def of_rows(cls, ours: Sequence[Row], theirs: Sequence[Row], setup: str = "") -> "Logs":
        """Read two stored logs. Raises ValueError if an entry cannot be read."""
        here, there = ([entry_of(row) for row in rows] for rows in (ours, theirs))
        return cls(here, there, setup)

    def to_add(self, choice: str = "") -> list[Entry] | None:
        """List the entries that ours lacks, in the form in which to add them; None if somebody has to choose.

        A `choice` of THEIRS or OURS names the right log; the other one is entered and undone.
        """
        new = self.theirs[self.alike :]
        if not new or (new[-1].key and new[-1].key in self._known):  # Here already, or chosen earlier.
            return []
        if len(self.ours) == self.alike:
            return self._played_again(new, OURS) if choice == OURS else list(new)
        goes_on = self._longer()
        if goes_on is None:
            return self._played_again(new, choice) if choice in (THEIRS, OURS) else None
        if self._was_undone_elsewhere(new):
            return self._played_again(new, goes_on)
        known = same(_says(self.our_live), _says(self.their_live))
        added = self.their_live[known:] if goes_on == THEIRS else []
        notes = [entry for entry in new if entry.kind == REFUSED and entry.key not in self._known]
        wanted = {entry.number for entry in (*added, *notes)}
        return [self._again(entry) for entry in self.theirs if entry.number in wanted]

    @property
    def agree(self) -> bool:
        """True if the entries in force are the same in both, so that nobody has to choose."""
        return _says(self.our_live) == _says(self.their_live)

    def _longer(self) -> str | None:
        """Return which log continues the other, by its entries in force; None if neither does."""
        base, ours, theirs = _says(self.base), _says(self.our_live), _says(self.their_live)
        both_keep_base = ours[: len(base)] == base == theirs[: len(base)]
        is_undone = self._undid(self.ours, ours, theirs) or self._undid(self.theirs, theirs, ours)
        can_go_on = both_keep_base and not is_undone
        if can_go_on and (theirs[: len(ours)] == ours or self._only_names_differ(same(ours, theirs))):
            return THEIRS
        return OURS if ours == theirs or (can_go_on and ours[: len(theirs)] == theirs) else None

    def _only_names_differ(self, known: int) -> bool:
        """True if, after some entries in force, one log has only corrected names, and the other has not.

        This happens when the secretary seats a substitute while the table's phone is offline.
        """
        both = [[self._names(entry) for entry in live[known:]] for live in (self.our_live, self.their_live)]
        is_simple = any(map(all, both)) and not all(map(any, both))
        return all(both) and is_simple and not self._was_undone_elsewhere(self.theirs[self.alike :])

    def _names(self, entry: Entry) -> bool:
        """True if an entry only corrects names of players."""
        content = entry.actions[0] if entry.kind == CORRECTION else {"edits": None}
        return content["edits"] == [] and self._setup is not None and _unnamed(content.get("setup")) == self._setup

    def _undid(self, log: Sequence[Entry], live: Sequence[str], others: Sequence[str]) -> bool:
        """Return True if a log has undone something that is in force in the other, and so is not merely behind."""
        made = set(_says(_made(log[self.alike :])))
        return not (made & set(others)).issubset(live)

    def _was_undone_elsewhere(self, new: Iterable[Entry]) -> bool:
        """Return True if their new entries undid something that our log never had."""
        live = {entry.number for entry in self.their_live}
        undone = (entry for entry in _made(new) if entry.number not in live)
        return not set(_says(undone)).issubset(_says(self.ours))

    def _played_again(self, new: Iterable[Entry], choice: str) -> list[Entry]:
        """Return their entries in the order in which they were made; if OURS is right, our own follow again."""
        kept = same(_says(self.our_live), _says(self.base))
        entries = [_undo() for _ in self.our_live[kept:]] + [_rekeyed(entry) for entry in self.base[kept:]]
        live, undone = in_force(self.theirs[: self.alike])
        for entry in new:
            if entry.kind == REFUSED and entry.key in self._known:
                continue
            made = replace(undone[-1], key=entry.key, at=entry.at) if entry.kind == REDO else entry
            entries.append(self._again(made))
            follow(live, undone, entry)
        if choice == OURS:
            kept = same(_says(self.our_live), _says(self.their_live))
            entries += [_undo() for _ in self.their_live[kept:]] + [_rekeyed(entry) for entry in self.our_live[kept:]]
        return entries

    def _again(self, entry: Entry) -> Entry:
        """An entry as it was made, with another key if ours has an entry of that key."""
        return _rekeyed(entry) if entry.key in self._known else entry


def _unnamed(setup: Any) -> Any:
    return setup | {"players": None} if isinstance(setup, dict) else None


def same(ones: Sequence[Any], others: Sequence[Any]) -> int:
    """The number of values with which two sequences both begin."""
    pairs = enumerate(zip(ones, others, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(ones), len(others)))


def _says(entries: Iterable[Entry]) -> list[str]:
    return [entry.says for entry in entries]


def _made(entries: Iterable[Entry]) -> Iterable[Entry]:
    """Return the entries other than undos, redos and refusals."""
    return (entry for entry in entries if entry.kind not in (UNDO, REDO, REFUSED))


def _undo() -> Entry:
    return _rekeyed(Entry(0, UNDO, (), None, ""))


def _rekeyed(entry: Entry) -> Entry:
    """An entry with a key that no page makes, by which it is recognised if it is sent back."""
    return replace(entry, key=f"merged {secrets.token_urlsafe(9)}")
