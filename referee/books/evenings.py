"""The evenings of score books: every use case that reads or changes them."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from referee import games
from referee.books.current_evening import CurrentEvening, has_played, plays_as_seated, scores_of, seated
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.cache import Cache
from referee.evenings.evening import Action, Begin, End, Enter, Evening, Length, Setup, fold
from referee.evenings.rounds import Table
from referee.evenings.shapes import UNDO, UNREADABLE, in_force, read_action, read_setup, write_action, write_setup
from referee.evenings.standings import Line, standings
from referee.faults import Fault, NotThereError, RefusedError
from referee.match.current import CurrentMatch
from referee.match.service import MatchService
from referee.moments import noted
from referee.store.evenings import NO_ROUND, EveningRow, EveningStore, TableRow, hands_of
from referee.text import folded

MOST_FOLDED = 64
"""How many evenings are kept as they stand, so that no entry at a table folds all of one again."""
LATEST = 24
"""In how many evenings of a score book somebody is looked for."""


class Evenings:
    """The evenings of a database."""

    def __init__(self, matches: MatchService, score_books: ScoreBooks) -> None:
        self._matches, self._score_books, self._database = matches, score_books, matches.database
        self.store = EveningStore(matches.database)
        matches.goes_too_far = self.goes_too_far
        self._folded = Cache[tuple[EveningRow, Evening, Action | None]](MOST_FOLDED, lambda folded: 1)

    def open(self, book_id: int, setup: Setup, key: str) -> int:
        """Open an evening; returns its number. The same key again returns the same one."""
        with self._database.writing():
            known = self.store.keyed(book_id, key)
            opened = noted(self._matches.clock()).isoformat()
            return known or self.store.add(book_id, opened, write_setup(setup), key)

    def current(self, number: int) -> CurrentEvening:
        """An evening as it stands. Raises NotThereError."""
        row, evening, last = self._fold(number)
        tables = {(each.round, each.table): each for each in self.store.tables(number)}
        found = {place: scores_of(evening, place, each) for place, each in tables.items() if each.has_entries}
        played = {place: scores for place, scores in found.items() if scores is not None}
        return CurrentEvening(row, evening, self.store.length(number), tables, {**played, **evening.by_hand}, last)

    def _fold(self, number: int) -> tuple[EveningRow, Evening, Action | None]:
        """An evening with its last action, from its log or from the cache. Raises NotThereError."""
        key, age = (number, self.store.head(number)), self._folded.age
        found = self._folded.get(key)
        if found is None:
            row = self.store.row(number)
            if row is None:
                raise NotThereError(f"There is no evening {number}.")
            actions = [
                read_action(each) for each in in_force(json.loads(entry[2]) for entry in self.store.log(number))
            ]
            found = row, fold(read_setup(json.loads(row.setup)), actions), actions[-1] if actions else None
            self._folded.keep(key, found, age)
        return found

    def of_book(self, book_id: int, most: int = -1) -> list[CurrentEvening]:
        """The evenings of a score book, latest first; all of them, or at most so many."""
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
        """A mark of what its evening has come to since a match; empty if that is what is played."""
        found = self.store.of_match(match_id)
        if found is None:
            return ""
        _, evening, _ = self._fold(found[0])
        if evening.is_over:
            return "end"
        if found[1] == NO_ROUND:
            return f"again-{len(evening.rounds)}"
        return str(len(evening.rounds)) if found[1] + 1 != len(evening.rounds) else ""

    def goes_too_far(self, before: CurrentMatch[Any], after: CurrentMatch[Any]) -> Fault | None:
        """Why a table may not come to that: a round of so many hands has them, and its result stands."""
        found = self.store.of_match(before.id)
        setup = self._fold(found[0])[1].setup if found else None
        if setup is None or setup.length is not Length.HANDS:
            return None
        was, is_now = (each.game.state_columns(each.match) for each in (before, after))
        if hands_of(was["hand"], was["phase"]) < setup.number or is_now["hand"] <= setup.number:
            return None
        text = "This table has played its round, and its result stands. Undo or a correction puts something right."
        return Fault("round-over", text)

    def told(self, match_id: int) -> str:
        """What the table of a match has to know of its evening; empty if that is nothing."""
        found = self.store.of_match(match_id)
        if found is None:
            return ""
        (_, evening, _), place = self._fold(found[0]), found[1:]
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
                current.evening.step(action)
                self._append(current, key, write_action(action))
        self._notify(concerned)
        return self.current(number)

    def begin_round(self, number: int, version: int, key: str, seed: int) -> CurrentEvening:
        """Seat everybody who is there, and open a match for each table. Raises as `do` does."""
        concerned = dict[tuple[int, int], TableRow]()
        with self._database.writing():
            current = self._due(number, version, key)
            if current:
                concerned = dict(current.tables)
                for match_id in self.store.let_go(number):  # Those who sat there have gone on meanwhile.
                    Maintenance(self._matches).move_to_bin(match_id)
                order = [line.who for line in standings(current.evening, current.scores)]
                seats = current.evening.seated(seed, current.scores, order)
                at = noted(self._matches.clock())
                matches = tuple(self._opened(current, table, place) for place, table in enumerate(seats.tables))
                action = Begin(seats, matches, at)
                self.store.seat(current.id, current.evening.step(action).places())
                self._append(current, key, write_action(action))
        self._notify(concerned)
        return self.current(number)

    def undo(self, number: int, version: int, key: str) -> CurrentEvening:
        """Take the last action back. Raises as `do` does."""
        concerned = dict[tuple[int, int], TableRow]()
        with self._database.writing():
            current = self._due(number, version, key)
            if current:
                concerned = dict(current.tables)
                if current.last is None:
                    raise RefusedError(Fault("nothing-to-undo", "There is nothing to undo."))
                if isinstance(current.last, Begin):
                    self._set_matches_aside(current)
                self._append(current, key, UNDO)
                self.store.seat(number, self.current(number).evening.places())
        self._notify(concerned)
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
        """The evenings of a score book whose names, and those of the people in it, have all of some words."""
        return [current for current in self.of_book(book_id) if _has(current.evening, words)]

    def of_player(self, book_id: int, names: Collection[str], most: int) -> list[tuple[CurrentEvening, Line]]:
        """The latest evenings in which somebody played who goes by one of some names, with their line there.

        Looked for in the `LATEST` evenings of the score book.
        """
        found = [
            (current, line)
            for current in self.of_book(book_id, LATEST)
            for line in current.standings
            if line.place and not set(names).isdisjoint(line.who)
        ]
        return found[:most]

    # --- matches ----------------------------------------------------------------------------------------------

    def _opened(self, current: CurrentEvening, table: Table, place: int) -> int:
        """Open the match of a table, unless a round that was taken back had the same."""
        setup, number = current.evening.setup, len(current.evening.rounds)
        game = games.GAMES[setup.game]
        written: dict[str, Any] = {"players": seated(game, table), "rules": self._rules(current.row.book_id, setup)}
        seats = list(written["players"])
        written |= {
            "dealer": seats[(number + place) % len(seats)],
            "started": noted(self._matches.clock()).isoformat(),
        }
        key = f"evening-{current.id}-{current.version}-{place}"
        return self._matches.open(current.row.book_id, game.read_setup(written), key=key).id

    def _rules(self, book_id: int, setup: Setup) -> dict[str, Any]:
        game = games.GAMES[setup.game]
        sets = self._score_books.house_rules(book_id, game)
        written = game.write_rules(sets[setup.rules]) if setup.rules in sets else {}
        if setup.length is Length.GAME:
            return written | ({"best_of": 1} if "best_of" in game.records.setups.rules.values else {})
        return written | {**game.endless} | ({"best_of": 1} if "best_of" in game.records.setups.rules.values else {})

    def _set_matches_aside(self, current: CurrentEvening) -> None:
        """The matches of the latest round are none. Raises RefusedError if something was entered in one.

        They go to the bin when the next round begins: the phones at their tables first go on from there.
        """
        latest = len(current.evening.rounds) - 1
        rows = [row for (number, _), row in current.tables.items() if number == latest]
        if any(row.has_entries for row in rows):
            text = "Something was entered in this round already: put the results right instead."
            raise RefusedError(Fault("round-begun", text))
        self.store.set_aside(current.id, latest)

    def _notify(self, tables: Mapping[tuple[int, int], TableRow]) -> None:
        """Phones at the tables of the latest round learn what has become of it."""
        latest = max((number for number, _ in tables), default=0)
        for (number, _), row in tables.items():
            if number == latest:
                self._database.notify_watchers(row.match_id)

    # --- the log ----------------------------------------------------------------------------------------------

    def _due(self, number: int, version: int | None, key: str) -> CurrentEvening | None:
        """The evening, if an entry may be made from a version, or None from any; None if the key was there.

        Raises RefusedError.
        """
        if self.store.has_entry(number, key):
            return None
        current = self.current(number)
        if version is not None and current.version != version:
            raise RefusedError(
                Fault("evening-changed", "Somebody else has changed the evening: look, and do it again.")
            )
        return current

    def _append(self, current: CurrentEvening, key: str, action: dict[str, Any]) -> None:
        at = noted(self._matches.clock()).isoformat()
        self.store.append(current.id, self.store.length(current.id) + 1, key, action, at)


def _has(evening: Evening, words: Collection[str]) -> bool:
    text = folded(" ".join([evening.setup.name, *(name for unit in evening.units for name in unit)]))
    return all(folded(word) in text for word in words)
