"""Forgetting a person: all their names are replaced in the logs and in everything derived from them.

The logs get a new chain of checksums, and the score book a new epoch, so that phones compare their copies of its
matches and update them (`referee/books/merge.py`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from referee.books.evenings import Evenings
from referee.books.maintenance import Maintenance
from referee.faults import DamagedError, NotThereError
from referee.fields import NAME_LENGTH
from referee.games.kit.values import REASON_LENGTH
from referee.log.entry import CORRECTION, Row, dump, load
from referee.log.shape import LONGEST
from referee.match.service import MatchService
from referee.store.book_rows import BookRows
from referee.store.log_rows import LogRows
from referee.store.logs import OF_EVENINGS, OF_MATCHES
from referee.store.notes import LONGEST_NOTE, Notes
from referee.store.rewriting import UNREADABLE, put, rewritten, unguarded
from referee.text import same_name

FORMER = "Former player"
_NAMES = ("players", "units", "unit", "tables", "out")
"""The keys of setups and actions that hold names of players."""
_TEXTS = {"reason": REASON_LENGTH, UNREADABLE: LONGEST}
_TEXTS |= dict.fromkeys(("name", "phone", "rules", "kinds"), NAME_LENGTH)
"""The keys of texts that people have written, with the maximum length."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A summary of the changes."""

    name: str
    """The player's new name."""
    matches: int
    evenings: int


class Renaming:
    """Replaces a player's names in the plain data of logs: whole names in name fields, and words in texts."""

    def __init__(self, new_names: Mapping[str, str], others: frozenset[str] = frozenset()) -> None:
        """`others` are the names of other players, which may differ only in their case."""
        self._new_names, self._others = new_names, others
        self.has_renamed = False
        """True if a name field had such a name, not only a text."""
        self.texts = 0
        """The number of texts that were changed."""
        self._by_word = {same_name(name): new for name, new in reversed(list(new_names.items()))}
        forms = {form for name in new_names for form in (name, name.casefold())}  # “GROSSMANN” for “Großmann”.
        longest_first = sorted(map(_pattern, forms), key=len, reverse=True)
        self._words = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first) or '(?!)'})(?!\w)", re.IGNORECASE)

    def __call__(self, data: Any, key: str = "", is_name: bool = False) -> Any:
        """Plain data with its names replaced."""
        if isinstance(data, dict):
            return {name: self(value, name, is_name or name in _NAMES) for name, value in data.items()}
        if isinstance(data, list):
            return [self(each, key, is_name) for each in data]
        if isinstance(data, str) and is_name:
            return self._name(data)
        return self.text(data, _TEXTS[key]) if isinstance(data, str) and key in _TEXTS else data

    def _name(self, name: str) -> str:
        usual = name if name in self._others else self._by_word.get(same_name(name), name)
        new = self._new_names.get(name, usual)
        self.has_renamed |= new != name
        return new

    def text(self, text: str, longest: int) -> str:
        """A text with the names in it replaced, ignoring case, the width of spaces and how accents are composed."""
        composed = normalize("NFC", text)
        new = self._words.sub(lambda match: self._by_word.get(same_name(_spaced(match[0])), FORMER), composed)
        self.texts += new != composed
        return text if new == composed else new[:longest].strip()


def _spaced(name: str) -> str:
    return " ".join(name.split())


def _pattern(name: str) -> str:
    return r"\s+".join(map(re.escape, normalize("NFC", name).split()))


def renamed_since(before: str, now: str, at_any_time: bool = False) -> dict[str, str] | None:
    """The new names of players who were forgotten since a setup was written; both are JSON.

    None if the setups belong to different matches; with `at_any_time` the same match may have two times of opening.
    """
    try:
        setup, setup_now = load(before), load(now)
        seats, seats_now = setup.pop("players"), setup_now.pop("players")
        if at_any_time:
            setup["started"] = setup_now["started"]
        is_same = setup == setup_now and seats.keys() == seats_now.keys()
        names = {name: seats_now[seat] for seat, name in seats.items() if name != seats_now[seat]}
        # A phone may send any text in place of a name, but searching for a long one takes long.
        may_be = all(len(name) <= NAME_LENGTH and new.startswith(FORMER) for name, new in names.items())
        return names if is_same and may_be else None
    except (AttributeError, LookupError, TypeError, ValueError):
        return None


def renamed_by_corrections(before: Sequence[Row], now: Sequence[Row]) -> dict[str, str]:
    """The new names of players who were forgotten since, from corrections in the same places of two logs."""
    names = dict[str, str]()
    for was, row in zip(before, now, strict=False):
        if was[3] == row[3] and was[1] == row[1] == CORRECTION:
            setup, setup_now = (dump(load(each[2])[0].get("setup")) for each in (was, row))
            names |= renamed_since(setup, setup_now) or {}
    return names


class Forgetting:
    """Forgets people of the score books of a database."""

    def __init__(self, service: MatchService, evenings: Evenings) -> None:
        self._service, self._database, self._evenings = service, service.database, evenings
        self._rows = LogRows(service.database)
        self._players = service.projections.player_store

    def forget(self, book_id: int, name: str) -> Forgotten:
        """Forget a player by one of their names, in one transaction. Raises NotThereError."""
        new_names, first = self._renaming(book_id, name)
        # Before the transaction, so that others wait only for the writing; logs that have grown since are rewritten
        # in it.
        ready = {number: rewrite for number, *rewrite in self._rewritten(book_id, first, {})}
        with self._database.writing():
            names_now, change = self._renaming(book_id, name)
            ready = ready if names_now == new_names else {}
            found = list(self._rewritten(book_id, change, ready))
            matches = [new for _, _, new, _ in found if new]
            evenings = list(self._evenings_of(book_id, change))
            self._players.forget(book_id, names_now, next(iter(names_now)))
            with unguarded(self._database):
                for logs, kind in ((matches, OF_MATCHES), (evenings, OF_EVENINGS)):
                    for log in logs:
                        put(self._database, log, kind)
            BookRows(self._database).recount(book_id)
            if not first.has_renamed and not change.has_renamed:
                raise NotThereError(f"There is no player {name} in score book {book_id}.")
            self._forget_in_texts(book_id, change)
            self._clear_caches()
            for number, _, new, has_other_words in found:
                if has_other_words and new and new["binned"] is None:  # Search uses them.
                    with suppress(DamagedError):
                        Maintenance(self._service).project(number)
            self._database.begin_epoch(book_id)
            self._database.leave_no_trace()
            self._database.then(self._clear_caches)
        for match in matches:
            self._database.notify_watchers(match["id"])
        return Forgotten(next(iter(names_now.values())), len(matches), len(evenings))

    def _clear_caches(self) -> None:
        self._service.clear_cache()
        self._evenings.clear_cache()

    def _rewritten(
        self, book_id: int, change: Renaming, ready: Mapping[int, Sequence[Any]]
    ) -> Iterator[tuple[int, str, dict[str, Any] | None, bool]]:
        """Yield each match's number, checksum and rewritten form, or None, and whether texts in it differ."""
        for number, checksum in self._rows.heads(book_id):
            rewrite = ready.get(number)
            if rewrite and rewrite[0] == checksum:
                yield number, rewrite[0], rewrite[1], rewrite[2]
            else:
                before = change.texts
                new = rewritten(self._rows.match(number), change)
                yield number, checksum, new, change.texts > before

    def _evenings_of(self, book_id: int, change: Renaming) -> Iterator[dict[str, Any]]:
        """Yield the rewritten form of each evening that changes."""
        for row in self._evenings.store.of_book(book_id):
            entries, checksum = self._rows.log(row.id, logs=OF_EVENINGS), self._evenings.store.head(row.id).checksum
            log = {"id": row.id, "setup": row.setup, "entries": entries, "checksum": checksum}
            yield from filter(None, [rewritten(log, change)])

    def _renaming(self, book_id: int, name: str) -> tuple[dict[str, str], Renaming]:
        """Return a player's new names by the old ones, the current one first, and the renaming that applies them."""
        player = self._players.by_name(book_id, name)
        own = [player.name, *self._players.other_names(player)] if player else [name]
        others = {written for written, _ in self._rows.names(book_id)} - set(own)
        # Also names of people who are players of no match, or are no longer.
        written = re.findall(rf"{FORMER}(?: \d+)?", " ".join(self._rows.naming(book_id, FORMER)))
        used_names = {each.casefold() for each in (*others, *written) if each not in own}
        new_names = dict[str, str]()
        for each in own:
            new_names[each] = _free(used_names)
            used_names.add(new_names[each].casefold())
        return new_names, Renaming(new_names, frozenset(others))

    def _forget_in_texts(self, book_id: int, change: Renaming) -> None:
        """Replace the names in texts outside the logs."""
        notes = Notes(self._database)
        for match_id, hand, text in notes.of_book(book_id, with_bin=True):
            notes.put(match_id, hand, change.text(text, LONGEST_NOTE))
        for game, name, rules in self._rows.house_rules(book_id):
            new = change.text(name, NAME_LENGTH)
            if new != name:
                self._database.forget_rules(book_id, game, name)
                used_names = {each.casefold() for each in self._database.house_rules(book_id, game)}
                self._rows.add_house_rules(book_id, [(game, _free(used_names, new), rules)])
        (book,) = self._database.score_books(book_id)
        self._database.rename_score_book(book_id, change.text(book.name, NAME_LENGTH))


def _free(used_names: set[str], name: str = FORMER) -> str:
    """The name, with the first free number if another player has it; names are compared casefolded."""
    number, free = 1, name
    while free.casefold() in used_names:
        number += 1
        free = f"{name[: NAME_LENGTH - 4]} {number}"
    return free
