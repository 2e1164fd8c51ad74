"""The evenings of score books: every use case that reads them."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from referee.books.current_evening import (
    CurrentEvening,
    Folded,
    continued,
    folded_from,
    has_played,
    plays_as_seated,
    scores_of,
)
from referee.cache import Cache
from referee.evenings.actions import NOT_THERE, Length, Score
from referee.evenings.evening import Evening
from referee.evenings.naming import renamed
from referee.evenings.shapes import UNREADABLE
from referee.evenings.standings import Line
from referee.faults import Fault
from referee.match.current import CurrentMatch
from referee.match.service import MatchService
from referee.store.evenings import NO_ROUND, EveningRow, EveningStore, TableRow, hands_of
from referee.text import folded

FOLDED_BYTES, HEADS_BYTES, TEXTS_BYTES = 64 * 2**20, 4 * 2**20, 4 * 2**20
"""The sizes of caches: of folded evenings, so that an entry at a table need not fold its evening again; of the ends
of logs with the names of renamed players; and of searchable texts."""
BYTES_OF_AN_EVENING, BYTES_OF_A_SEAT = 4_000, 400
A_DAY = timedelta(days=1)
LATEST, MOST_SEARCHED, MOST_FOUND = 24, 1000, 50
"""The number of latest evenings searched for a player, of those searched for words, and the maximum number found."""
Names = tuple[tuple[str, str], ...]
"""The new names of renamed players, by their names in the log."""


class _Head(NamedTuple):
    """The end of an evening's log, and the names of its players then."""

    version: int
    checksum: str
    of_names: int
    """The age of the cache of matches, which is cleared whenever a player gets another name."""
    names: Names


class EveningReader:
    """The evenings of a database, read only."""

    def __init__(self, matches: MatchService) -> None:
        self._matches, self._database = matches, matches.database
        self.store = EveningStore(matches.database)
        matches.goes_too_far = self.goes_too_far
        self._folded = Cache[Folded](FOLDED_BYTES, _size)
        self._heads = Cache[_Head](HEADS_BYTES, lambda head: 200 * (1 + len(head.names)))
        """The end of each log when it was last folded, by the evening's number."""
        self._texts = Cache[str](TEXTS_BYTES, lambda text: 500 + 4 * len(text))

    def current(self, number: int) -> CurrentEvening:
        """Return the current state of an evening. Raises NotThereError."""
        folded = self._fold(number)
        tables = {(each.round, each.table): each for each in self._rows(folded)}
        evening = folded.evening
        found = {place: scores_of(evening, place, each) for place, each in tables.items() if each.has_begun}
        played = {place: scores for place, scores in found.items() if scores is not None}
        version, scores = self.store.head(number).version, {**played, **evening.by_hand}
        scores = {place: each for place, each in scores.items() if each}  # Tables that were written off have none.
        aside = [each for each in self._rows(folded, aside=True) if each.has_entries]
        return CurrentEvening(folded, version, tables, scores, aside)

    def latest(self, book_id: int) -> int | None:
        """The latest evening of a score book; None if there is none."""
        return next((row.id for row in self.store.of_book(book_id, 1)), None)

    def on_table(self, book_id: int) -> int | None:
        """The evening to which the link of a score book's table leads; None if it leads to a match.

        It is the latest one: while it is being prepared, and until a match is opened after it.
        """
        number, match_id = self.latest(book_id), self._database.latest(book_id)
        if number is None or (self._matches.clock() - self.store.changed(number) <= A_DAY and self._goes_on(number)):
            return number
        return number if match_id and self.has(number, match_id) else None

    def of_match(self, match_id: int) -> tuple[int, int, int] | None:
        """The evening of a match, its round and its table; None if it belongs to none that can be read."""
        found = self.store.of_match(match_id)
        with suppress(*UNREADABLE):
            return found if found and self._fold(found[0]) else None
        return None

    def has(self, number: int | None, match_id: int) -> bool:
        """True if a match belongs to an evening."""
        found = self.of_match(match_id)
        return found is not None and found[0] == number

    def _goes_on(self, number: int) -> bool:
        try:
            return not self.evening(number).is_over
        except UNREADABLE:
            return False

    def evening(self, number: int) -> Evening:
        """Return an evening without the results of its matches. Raises NotThereError or DamagedError."""
        return self._fold(number).evening

    def match_at(self, number: int, table: int | None) -> int | None:
        """The match at a table of the latest round, from 0; None if there is none, or if it is in the bin."""
        latest = next(reversed(self.evening(number).matches), ())
        match_id = latest[table] if table is not None and table < len(latest) else NOT_THERE
        return match_id if self._database.match(match_id) else None

    def _rows(self, folded: Folded, match_id: int | None = None, aside: bool = False) -> list[TableRow]:
        """The rows of an evening's matches, or of one of them, under their players' current names."""
        rows = self.store.tables(folded.row.id, match_id, aside)
        return [replace(each, players=renamed(each.players, folded.names)) for each in rows]

    def _fold(self, number: int) -> Folded:
        """An evening from its log or from the cache. Raises NotThereError or DamagedError."""
        age, last, head = self._folded.age, self._heads.get(number), self._head(number)
        folded = self._folded.get((number, head.checksum, head.names))
        if folded is None:
            folded = self._continued(number, last, head.names) or folded_from(self.store, number, dict(head.names))
            self._folded.keep((number, head.checksum, head.names), folded, age)
        if head is not last and not self._database.is_writing:  # Else it may be undone.
            self._heads.keep(number, head, self._heads.age)
        return folded

    def _head(self, number: int) -> _Head:
        """The end of an evening's log, and its names. Raises NotThereError."""
        head, of_names, last = self.store.head(number), self._matches.cache.age, self._heads.get(number)
        if last and (last.checksum, last.of_names) == (head.checksum, of_names):
            return last
        return _Head(head.version, head.checksum, of_names, tuple(self.store.called(number).items()))

    def _continued(self, number: int, last: _Head | None, names: Names) -> Folded | None:
        """Continue an evening with the entries that have come since it was folded; None if that is not possible."""
        before = self._folded.get((number, last.checksum, names)) if last else None
        if last is None or before is None or self.store.checksum_of(number, last.version) != last.checksum:
            return None
        return continued(before, self.store.entries(number, last.version), dict(names))

    def clear_cache(self) -> None:
        """Clear the caches, because logs were rewritten."""
        for cache in (self._folded, self._heads, self._texts):
            cache.clear()

    def of_book(self, book_id: int, most: int = -1) -> list[CurrentEvening]:
        """Return the evenings of a score book, latest first: all of them, or the latest `most`."""
        return self.listed(book_id, most)[0]

    def listed(self, book_id: int, most: int = -1, before: int = 0) -> tuple[list[CurrentEvening], list[int]]:
        """The evenings of a score book, as from the store's `of_book`, and the numbers of unreadable ones."""
        evenings, damaged = list[CurrentEvening](), list[int]()
        for row in self.store.of_book(book_id, most, before):
            try:
                evenings.append(self.current(row.id))
            except UNREADABLE:
                damaged.append(row.id)
        return evenings, damaged

    def over(self, book_id: int, game: str, most: int) -> list[CurrentEvening]:
        """Return the latest `most` evenings of a game that are over, latest first."""
        return self._those(self.store.of_book(book_id, game=game), lambda number: self.evening(number).is_over, most)

    def _those(self, rows: Iterable[EveningRow], is_one: Callable[[int], bool], most: int) -> list[CurrentEvening]:
        """Return the first `most` of some evenings that can be read, of those for which `is_one` returns True."""
        found = list[CurrentEvening]()
        for row in rows:
            with suppress(*UNREADABLE):
                found += [self.current(row.id)] if is_one(row.id) else []
            if len(found) == most:
                break
        return found

    def goes_on_at(self, match_id: int) -> str:
        """Return a mark of the evening's progress since a match; empty if the match is current."""
        place = self.of_match(match_id)
        if place is None:
            return ""
        evening = self._fold(place[0]).evening
        if evening.is_over:
            return "end"
        if place[1] == NO_ROUND:
            return f"again-{len(evening.rounds)}"
        return str(len(evening.rounds)) if place[1] + 1 != len(evening.rounds) else ""

    def goes_too_far(self, current: CurrentMatch[Any]) -> Fault | None:
        """Return the fault of an action after its table has played the round's hands, when the result is final."""
        place, last, game = self.of_match(current.id), current.last, current.game
        setup = self._fold(place[0]).evening.setup if place else None
        if setup is None or setup.length is not Length.HANDS or last is None:
            return None
        if game.is_over(last.after) and game.result(last.after) == game.result(last.before):
            return None  # The players say when they stop.
        was, is_now = game.state_columns(last.before), game.state_columns(last.after)
        if hands_of(was["hand"], was["phase"]) < setup.number or is_now["hand"] <= setup.number:
            return None
        text = "This table has finished its round. To change the result, undo or correct an entry."
        return Fault("round-over", text)

    def notice(self, match_id: int) -> str:
        """Return the evening's notice for the table of a match; empty if there is none."""
        found = self.of_match(match_id)
        if found is None:
            return ""
        folded, place = self._fold(found[0]), found[1:]
        evening = folded.evening
        if evening.is_over:
            return "The evening is over."
        if place[0] == NO_ROUND:
            return "This match is set aside."
        if self.goes_on_at(match_id):
            return "A later round has begun."
        if place in evening.by_hand:
            return _from_paper(evening.by_hand[place])
        row = next(iter(self._rows(folded, match_id)), None)
        if row and not plays_as_seated(evening, place, row):
            return "Other people were seated here: tell the secretary."
        if has_played(evening, place, row):
            return "This round is over."
        return (
            ""
            if row and row.has_begun
            else f"Round {place[0] + 1}: this is table {evening.rounds[place[0]].all_numbers[place[1]]}."
        )

    def has_finished(self, match_id: int) -> bool:
        """True if a match of an evening has played its round; false for results from paper."""
        found = self.of_match(match_id)
        if found is None:
            return False
        folded, place = self._fold(found[0]), found[1:]
        row = next(iter(self._rows(folded, match_id)), None)
        return place not in folded.evening.by_hand and has_played(folded.evening, place, row)

    def found(self, book_id: int, words: Collection[str]) -> list[CurrentEvening]:
        """Return the evenings of a score book whose name and players together contain all the words of a search.

        Searches the `MOST_SEARCHED` latest ones, and finds the `MOST_FOUND` latest of them.
        """
        wanted = [folded(word) for word in words]
        rows = self.store.of_book(book_id, MOST_SEARCHED)
        return self._those(rows, lambda number: all(word in self._text(number) for word in wanted), MOST_FOUND)

    def _text(self, number: int) -> str:
        """The name of an evening and of its players, for comparison. Raises NotThereError or DamagedError."""
        age, head = self._texts.age, self._head(number)
        text = self._texts.get((number, head.checksum, head.names))
        if text is None:
            evening = self.evening(number)
            text = folded(" ".join([evening.setup.name, *(name for unit in evening.units for name in unit)]))
            self._texts.keep((number, head.checksum, head.names), text, age)
        return text

    def of_player(
        self, book_id: int, game: str, names: Collection[str], most: int
    ) -> list[tuple[CurrentEvening, Line]]:
        """Return the latest evenings of a game in which somebody played under one of some names, with their line.

        Searches the `LATEST` evenings of the score book.
        """
        evenings = [
            (current, line)
            for current in self.of_book(book_id, LATEST)
            if current.evening.setup.game == game
            for line in current.standings
            if line.place and not set(names).isdisjoint(line.who)
        ]
        return evenings[:most]


def _from_paper(scores: Sequence[Score]) -> str:
    """The notice of a result that was entered by hand."""
    if not scores:
        return "This table is written off: nothing played at it counts."
    points = [score.points for score in scores]
    if not any(points) and any(score.games for score in scores):
        return "The winner is entered from paper."
    joint = ", " if min(points) < 0 else "–"
    return f"Entered from paper: {joint.join(map(str, points))}.".replace("-", "−")


def _size(folded: Folded) -> int:
    """The estimated memory of an evening in bytes."""
    evening = folded.evening
    seats = len(evening.units) + sum(len(each.units) for each in evening.rounds)
    return (1 + bool(folded.names)) * (BYTES_OF_AN_EVENING + BYTES_OF_A_SEAT * seats)
