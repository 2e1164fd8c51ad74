"""The evenings of score books: every use case that reads or changes them."""

from collections.abc import Collection, Mapping
from typing import Any

from referee import games
from referee.books.current_evening import (
    CurrentEvening,
    Folded,
    folded_from,
    has_played,
    plays_as_seated,
    scores_of,
)
from referee.books.evening_setups import match_setup, rules_of
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.cache import Cache
from referee.evenings.actions import Action, Begin, Come, End, Enter, Length, Setup
from referee.evenings.evening import Evening
from referee.evenings.rounds import Table
from referee.evenings.shapes import UNREADABLE, write_action, write_setup
from referee.evenings.standings import Line, standings
from referee.faults import Fault, RefusedError
from referee.log.entry import ACT, REDO, UNDO, Entry
from referee.match.current import CurrentMatch
from referee.match.service import MatchService
from referee.moments import noted
from referee.store.evenings import NO_ROUND, EveningStore, TableRow, hands_of
from referee.text import folded

MOST_FOLDED = 64
"""The number of evenings kept folded, so that an entry at a table need not fold its evening again."""
MOST_ENTRIES = 10_000
"""The maximum number of entries of an evening."""
LATEST = 24
"""The number of a score book's latest evenings in which somebody is looked for."""


class Evenings:
    """The evenings of a database."""

    def __init__(self, matches: MatchService, score_books: ScoreBooks) -> None:
        self._matches, self._score_books, self._database = matches, score_books, matches.database
        self.store = EveningStore(matches.database)
        matches.goes_too_far = self.goes_too_far
        self._folded = Cache[Folded](MOST_FOLDED, lambda folded: 1)

    def open(self, book_id: int, setup: Setup, key: str) -> int:
        """Open an evening; returns its number. The same key again returns the same one."""
        with self._database.writing():
            known = self.store.keyed(book_id, key)
            opened = noted(self._matches.clock()).isoformat()
            return known or self.store.add(book_id, opened, write_setup(setup), key)

    def current(self, number: int) -> CurrentEvening:
        """Return the current state of an evening. Raises NotThereError."""
        row, evening, last, undone = self._fold(number)
        tables = {(each.round, each.table): each for each in self.store.tables(number)}
        found = {place: scores_of(evening, place, each) for place, each in tables.items() if each.has_entries}
        played = {place: scores for place, scores in found.items() if scores is not None}
        version, scores = self.store.head(number).version, {**played, **evening.by_hand}
        return CurrentEvening(row, evening, version, tables, scores, last, undone)

    def _fold(self, number: int) -> Folded:
        """An evening from its log or from the cache. Raises NotThereError or DamagedError."""
        key, age = (number, self.store.head(number).checksum), self._folded.age
        found = self._folded.get(key)
        if found is None:
            found = folded_from(self.store, number)
            self._folded.keep(key, found, age)
        return found

    def clear_cache(self) -> None:
        """Clear the cache, because logs were rewritten."""
        self._folded.clear()

    def of_book(self, book_id: int, most: int = -1) -> list[CurrentEvening]:
        """Return the evenings of a score book, latest first: all of them, or the latest `most`."""
        return self.listed(book_id, most)[0]

    def listed(self, book_id: int, most: int = -1, before: int = 0) -> tuple[list[CurrentEvening], list[int]]:
        """The evenings of a score book as `of_book` of the store has them, and the numbers of unreadable ones."""
        found, damaged = list[CurrentEvening](), list[int]()
        for row in self.store.of_book(book_id, most, before):
            try:
                found.append(self.current(row.id))
            except UNREADABLE:
                damaged.append(row.id)
        return found, damaged

    def goes_on_at(self, match_id: int) -> str:
        """Return a mark of the evening's progress since a match; empty if the match is current."""
        found = self.store.of_match(match_id)
        if found is None:
            return ""
        evening = self._fold(found[0])[1]
        if evening.is_over:
            return "end"
        if found[1] == NO_ROUND:
            return f"again-{len(evening.rounds)}"
        return str(len(evening.rounds)) if found[1] + 1 != len(evening.rounds) else ""

    def goes_too_far(self, before: CurrentMatch[Any], after: CurrentMatch[Any]) -> Fault | None:
        """Return the fault of an entry after its table has played the round's hands, whose result is then final."""
        found = self.store.of_match(before.id)
        setup = self._fold(found[0])[1].setup if found else None
        if setup is None or setup.length is not Length.HANDS:
            return None
        game, was, is_now = before.game, *(each.game.state_columns(each.whole_match) for each in (before, after))
        if game.is_over(after.whole_match) and game.result(after.whole_match) == game.result(before.whole_match):
            return None  # The players say that they stop.
        if hands_of(was["hand"], was["phase"]) < setup.number or is_now["hand"] <= setup.number:
            return None
        text = "This table has played its round, and its result stands. Undo or a correction puts something right."
        return Fault("round-over", text)

    def told(self, match_id: int) -> str:
        """Return the evening's notice for the table of a match; empty if there is none."""
        found = self.store.of_match(match_id)
        if found is None:
            return ""
        evening, place = self._fold(found[0])[1], found[1:]
        if self.goes_on_at(match_id):
            return "The evening is over." if evening.is_over else "A later round has begun."
        if place in evening.by_hand:
            points = "–".join(str(score.points) for score in evening.by_hand[place])
            return f"Entered from paper: {points}."
        row = next(iter(self.store.tables(found[0], match_id)), None)
        if row and not plays_as_seated(evening, place, row):
            return "Others were seated here: tell the secretary."
        if has_played(evening, place, row):
            return "This round is played. Your phone goes on by itself."
        return "" if row and row.has_entries else f"Round {place[0] + 1}: this is table {place[1] + 1}."

    def do(self, number: int, version: int, key: str, action: Action) -> CurrentEvening:
        """Append an action; with the same key again nothing changes. Raises RefusedError or NotThereError.

        Only the end is refused if there was something since the version: two may tick off names and enter results.
        """
        concerned = dict[tuple[int, int], TableRow]()
        with self._database.writing():
            current = self._due(number, version if isinstance(action, End) else None, key)
            if current:
                concerned = dict(current.tables) if isinstance(action, End | Enter) else {}
                action = current.evening.as_known(action) if isinstance(action, Come) else action
                current.evening.step(action)
                self._append(current, key, ACT, write_action(action))
        self._notify(concerned)
        return self.current(number)

    def begin_round(self, number: int, version: int, key: str, seed: int) -> CurrentEvening:
        """Seat everybody who is present, and open a match for each table. Raises as `do` does."""
        concerned = dict[tuple[int, int], TableRow]()
        with self._database.writing():
            current = self._due(number, version, key)
            if current:
                concerned = dict(current.tables)
                for match_id in self.store.let_go(number):  # Those who sat there have gone on meanwhile.
                    Maintenance(self._matches).move_to_bin(match_id)
                lines = standings(current.evening, current.scores, current.rounds.wide)
                places = {line.who: line.place or len(lines) for line in lines}
                seats = current.evening.seated(seed, current.scores, places)
                at = noted(self._matches.clock())
                matches = tuple(self._opened(current, table, place) for place, table in enumerate(seats.tables))
                action = Begin(seats, matches, at)
                self.store.seat(current.id, current.evening.step(action).places())
                self._append(current, key, ACT, write_action(action))
        self._notify(concerned)
        return self.current(number)

    def undo(self, number: int, version: int, key: str) -> CurrentEvening:
        """Take the last action back. Raises as `do` does."""
        return self._turn_back(number, version, key, UNDO)

    def redo(self, number: int, version: int, key: str) -> CurrentEvening:
        """Redo the latest undone action. Raises as `do` does."""
        return self._turn_back(number, version, key, REDO)

    def _turn_back(self, number: int, version: int, key: str, kind: str) -> CurrentEvening:
        concerned = dict[tuple[int, int], TableRow]()
        with self._database.writing():
            current = self._due(number, version, key)
            if current:
                concerned = dict(current.tables)
                action = current.last if kind == UNDO else current.undone
                if action is None:
                    raise RefusedError(Fault(f"nothing-to-{kind}", f"There is nothing to {kind}."))
                if kind == UNDO and isinstance(action, Begin):
                    self._set_matches_aside(current)
                self._append(current, key, kind)
                self.store.seat(number, self.current(number).evening.places())
        self._notify({**concerned, **self.current(number).tables})
        return self.current(number)

    def delete(self, number: int, version: int) -> None:
        """Delete an evening in which nothing was played, or that cannot be read, for good.

        Raises RefusedError or NotThereError.
        """
        with self._database.writing():
            if self._is_damaged(number):
                self.store.delete(number)
                return
            current = self._due(number, version, "")
            if current and current.scores:
                raise RefusedError(Fault("played", "Something was played in this evening: it stays."))
            for row in current.tables.values() if current else ():
                Maintenance(self._matches).move_to_bin(row.match_id)
            self.store.delete(number)

    def _is_damaged(self, number: int) -> bool:
        try:
            self.current(number)
        except UNREADABLE:
            return True
        return False

    def found(self, book_id: int, words: Collection[str]) -> list[CurrentEvening]:
        """Return the evenings of a score book whose name and players together contain all of some words."""
        return [current for current in self.of_book(book_id) if _has(current.evening, words)]

    def of_player(self, book_id: int, names: Collection[str], most: int) -> list[tuple[CurrentEvening, Line]]:
        """Return the latest evenings in which somebody played under one of some names, with their line there.

        Searches the `LATEST` evenings of the score book.
        """
        found = [
            (current, line)
            for current in self.of_book(book_id, LATEST)
            for line in current.standings
            if line.place and not set(names).isdisjoint(line.who)
        ]
        return found[:most]

    def _opened(self, current: CurrentEvening, table: Table, place: int) -> int:
        """Open the match of a table of the next round; returns its number."""
        started = noted(self._matches.clock()).isoformat()
        setup = match_setup(self._score_books, current, table, place, started)
        key = f"evening-{current.id}-{current.version}-{place}"
        return self._matches.open(current.row.book_id, setup, key=key).id

    def check_paper(self, number: int, entered: Enter) -> None:
        """Raise RefusedError if a game of an evening cannot have ended with a result from paper."""
        current = self.current(number)
        setup, row = current.evening.setup, current.tables.get((entered.round, entered.table))
        if entered.scores is None or setup.length is not Length.GAME:
            return
        game, points = games.GAMES[setup.game], [score.points for score in entered.scores]
        agreed = game.read_rules(rules_of(self._score_books, current.row.book_id, setup))
        rules = self._matches.current(row.match_id).match.setup.rules if row else agreed
        faults = tuple(game.rounds.paper_faults(rules, points))
        if faults:
            raise RefusedError(*faults)

    def _set_matches_aside(self, current: CurrentEvening) -> None:
        """Remove the matches of the latest round from the evening. Raises RefusedError if one of them has entries.

        They go to the bin only when the next round begins: the phones at their tables move on first.
        """
        latest = len(current.evening.rounds) - 1
        rows = [row for (number, _), row in current.tables.items() if number == latest]
        if any(row.has_entries for row in rows):
            text = "Something was entered in this round already: put the results right instead."
            raise RefusedError(Fault("round-begun", text))
        self.store.set_aside(current.id, latest)

    def _notify(self, tables: Mapping[tuple[int, int], TableRow]) -> None:
        """Notify the phones at the tables of the latest round."""
        latest = max((number for number, _ in tables), default=0)
        for (number, _), row in tables.items():
            if number == latest:
                self._database.notify_watchers(row.match_id)

    def _due(self, number: int, version: int | None, key: str) -> CurrentEvening | None:
        """The evening, if an entry may be made from a version, or None from any; None if the key was there.

        Raises RefusedError.
        """
        if self.store.head(number, key).has_key:
            return None
        current = self.current(number)
        if current.version >= MOST_ENTRIES:
            text = f"This evening has {MOST_ENTRIES:,} entries, as many as one can have: open another one."
            raise RefusedError(Fault("evening-full", text))
        if version is not None and current.version != version:
            raise RefusedError(
                Fault("evening-changed", "Somebody else has changed the evening: look, and do it again.")
            )
        return current

    def _append(self, current: CurrentEvening, key: str, kind: str, *actions: dict[str, Any]) -> None:
        at = noted(self._matches.clock()).isoformat()
        entry = Entry(current.version + 1, kind, actions, key, at, self._matches.phone())
        self.store.append(current.id, [entry])


def _has(evening: Evening, words: Collection[str]) -> bool:
    text = folded(" ".join([evening.setup.name, *(name for unit in evening.units for name in unit)]))
    return all(folded(word) in text for word in words)
