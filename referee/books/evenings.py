"""The evenings of score books: every use case that changes them."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from referee.books.current_evening import CHANGED, CurrentEvening, plays, still_to_enter
from referee.books.evening_reader import EveningReader
from referee.books.evening_setups import check_paper, match_setup, rename, rules_of
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.evenings.actions import (
    NOT_THERE,
    Action,
    Begin,
    Come,
    End,
    EveningSetup,
    Extend,
    Fix,
    Handicap,
    Pause,
    Reseat,
    Resume,
    Unseat,
    results_of,
)
from referee.evenings.changes import NEW, Change
from referee.evenings.evening import fold
from referee.evenings.legality import fault_of
from referee.evenings.rounds import Round, Table
from referee.evenings.shapes import UNREADABLE, read_setup, write_action, write_setup
from referee.evenings.standings import standings
from referee.faults import DamagedError, Fault, RefusedError
from referee.log.checksums import chained
from referee.log.entry import ACT, REDO, UNDO, Entry
from referee.match.service import MatchService
from referee.moments import noted
from referee.store.evenings import OF_AN_EVENING, TableRow
from referee.text import folded

MOST_ENTRIES = 10_000
"""The maximum number of entries of an evening."""


class Evenings(EveningReader):
    """The evenings of a database: every way of reading and changing them."""

    def __init__(self, matches: MatchService, score_books: ScoreBooks) -> None:
        super().__init__(matches)
        self._score_books = score_books

    def open(self, book_id: int, setup: EveningSetup, key: str) -> int:
        """Open an evening; returns its number. Repeating the key returns the same evening.

        Raises RefusedError for a name that cannot be read again.
        """
        written = write_setup(setup)
        read_setup(written)
        with self._database.writing():
            number = self.store.keyed(book_id, key)
            if number:
                return number
            self._matches.must_have_room(book_id)
            opened = noted(self._matches.clock()).isoformat()
            return self.store.add(book_id, opened, written, key)

    def open_like(self, like: int, key: str) -> int:
        """Open an evening with the settings and the people of an earlier one, their handicaps and fixed tables.

        Raises NotThereError.
        """
        former = self.current(like)
        with self._database.writing():
            number, last_one = self.open(former.row.book_id, former.evening.setup, key), former.evening
            if self.store.head(number).version:
                return number
            units = sorted(last_one.latest_units, key=lambda unit: [folded(name) for name in unit])
            at = noted(self._matches.clock()).isoformat()
            of_kind = [tuple(unit for unit in units if last_one.kinds.get(unit, 0) == kind) for kind in range(2)]
            actions: list[Action] = [
                *(Come(of_kind[kind], kind) for kind in range(2) if of_kind[kind]),
                *(Handicap(unit, points) for unit, points in last_one.handicaps.items() if unit in units),
                *(Fix(unit, table) for unit, table in last_one.fixed.items() if unit in units),
            ]
            fold(last_one.setup, actions)
            phone, log = self._matches.phone(), list[Entry]()
            for version, action in enumerate(actions, 1):
                log.append(Entry(version, ACT, (write_action(action),), f"{key}-{version}", at, phone))
            self.store.append(number, log)
        return number

    def do(self, number: int, version: int, key: str, action: Action) -> CurrentEvening:
        """Append an action; a repeated key changes nothing. Raises RefusedError or NotThereError.

        The end of an evening is refused if anything changed since the version, but a result only if its own table
        changed, so two people can tick off names and enter results of different tables.
        """
        with self._database.writing():
            current = self._due(number, version if isinstance(action, End) else None, key)
            if current:
                if isinstance(action, End | Pause | Resume | Extend) or results_of(action):
                    self._database.then(partial(self._notify, current.tables))
                action = current.evening.as_known(action) if isinstance(action, Come) else action
                left = still_to_enter(self.store, current, version, current.as_written(action))
                if left:
                    self._append(current, key, ACT, write_action(left))
        return self.current(number)

    def check_paper(self, current: CurrentEvening, action: Action) -> None:
        """Raise RefusedError if no game can have ended with a result that an action enters."""
        check_paper(self._matches, self._score_books, current, action)

    def begin_round(self, number: int, version: int, key: str, seed: int, seen: str = "") -> CurrentEvening:
        """Seat everybody who is present, and open a match for each table.

        Refused if somebody has `seen` other seats, given their mark. Raises as `do` does.
        """
        before = self.current(number)  # Before the transaction, because a draw may take a second.
        drawn = seats_of(before, seed) if before.version == version else None

        def begin(current: CurrentEvening) -> Action:
            is_drawn = current.folded is before.folded and current.scores == before.scores
            seats, at = drawn if drawn and is_drawn else seats_of(current, seed), noted(self._matches.clock())
            if seen not in ("", mark_of(seats)):
                raise RefusedError(Fault("other-seats", "Results have changed these seats. Look at them again."))
            return Begin(seats, tuple(self._opened(current, table, at) for at, table in enumerate(seats.tables)), at)

        return self._seat(number, version, key, begin)

    def reseat(
        self, number: int, version: int, key: str, of_round: int, change: Callable[[CurrentEvening], Change]
    ) -> CurrentEvening:
        """Change the seats of a round, from 0. A match in which something was entered continues under the new names.

        Raises as `do` does.
        """

        def reseat(current: CurrentEvening) -> Action:
            made = change(current)
            fault = fault_of(current.evening, Reseat(of_round, made.seats, (NOT_THERE,) * len(made.was), made.was))
            if fault:
                raise RefusedError(fault)
            matches = tuple(
                self._match_after(current, (of_round, was), made.seats.tables[place], place)
                for place, was in enumerate(made.was)
            )
            return Reseat(of_round, made.seats, matches, made.was)

        return self._seat(number, version, key, reseat)

    def unseat(self, number: int, version: int, key: str) -> CurrentEvening:
        """Cancel the latest round, even if something was entered in it. Raises as `do` does."""
        return self._seat(number, version, key, lambda current: Unseat())

    def _seat(
        self, number: int, version: int, key: str, action_of: Callable[[CurrentEvening], Action]
    ) -> CurrentEvening:
        """Append an action that changes who sits where; matches and phones follow."""
        with self._database.writing():
            current = self._due(number, version, key)
            if current:
                for match_id in self.store.let_go(number):  # Its players have moved to other tables meanwhile.
                    Maintenance(self._matches).move_to_bin(match_id)
                action = action_of(current)
                self._append(current, key, ACT, write_action(current.as_written(action)))
                self._follow(current)
        return self.current(number)

    def _match_after(self, current: CurrentEvening, place: tuple[int, int], table: Table, at: int) -> int:
        """Return the number of a table's match after a change: the same match, or another one if it had not begun."""
        number, was = place
        if was == NEW:
            return self._opened(current, table, at)
        before, row = current.evening.rounds[number].tables[was], current.tables.get(place)
        is_past = number + 1 < len(current.evening.rounds) or current.evening.is_over
        if before == table or is_past or (row and row.has_entries) or place in current.evening.by_hand:
            return current.evening.matches[number][was]
        return self._opened(current, table, at)

    def _follow(self, before: CurrentEvening, is_turned_back: bool = False) -> None:
        """Note the matches of an evening after a change of seats, and correct the names in matches that continue.

        An undone change takes back only names that it gave. Their phones are notified.
        """
        number = before.id
        self.store.seat(number, self._fold(number).evening.places())
        now = self.current(number)
        self._database.then(partial(self._notify, before.tables, now.tables))
        was = {match: before.evening.rounds[at].tables[table] for at, table, match in before.evening.places()}
        for place, row in now.tables.items():
            table = now.evening.rounds[place[0]].tables[place[1]]
            old = was.get(row.match_id, table)
            if old != table and row.has_entries and not plays(row, table):
                with suppress(DamagedError):
                    rename(self._matches, row, old, table, is_turned_back)

    def undo(self, number: int, version: int, key: str) -> CurrentEvening:
        """Take the last action back. Raises as `do` does."""
        return self._turn_back(number, version, key, UNDO)

    def redo(self, number: int, version: int, key: str) -> CurrentEvening:
        """Redo the latest undone action. Raises as `do` does."""
        return self._turn_back(number, version, key, REDO)

    def _turn_back(self, number: int, version: int, key: str, kind: str) -> CurrentEvening:
        with self._database.writing():
            current = self._due(number, version, key)
            if current:
                if (current.folded.last if kind == UNDO else current.folded.undone) is None:
                    raise RefusedError(Fault(f"nothing-to-{kind}", f"There is nothing to {kind}."))
                self._append(current, key, kind)
                places = self._fold(number).evening.places()
                let_go = {match for *_, match in places} - set(self.store.seated(number))
                Maintenance(self._matches).restore_those_in_bin(current.row.book_id, let_go)
                self._follow(current, is_turned_back=True)
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
            if current and current.is_played:
                raise RefusedError(Fault("played", "An evening with entries cannot be deleted."))
            for row in (*self.store.tables(number), *self.store.tables(number, aside=True)):
                Maintenance(self._matches).move_to_bin(row.match_id)
            self.store.delete(number)

    def _is_damaged(self, number: int) -> bool:
        try:
            self.current(number)
        except UNREADABLE:
            return True
        return False

    def _opened(self, current: CurrentEvening, table: Table, place: int) -> int:
        """Open the match of a table, or resume one that was set aside; returns its number."""
        aside = next((row for row in current.aside if plays(row, table)), None)
        if aside:
            return aside.match_id
        started = noted(self._matches.clock()).isoformat()
        setup = match_setup(self._rules(current), current, table, place, started)
        key = f"{OF_AN_EVENING}{current.id}-{current.version}-{place}"
        return self._matches.open(current.row.book_id, setup, key=key).id

    def _rules(self, current: CurrentEvening) -> Mapping[str, Any]:
        """The rules with which an evening's first match began; its set of house rules may have changed since."""
        matches = (self._database.match(table.match_id) for table in current.tables.values())
        rules = next((match.setup.get("rules") for match in matches if match), None)
        return rules or rules_of(self._score_books, current.row.book_id, current.evening.setup)

    def _notify(self, *before_and_after: Mapping[tuple[int, int], TableRow]) -> None:
        """Notify the phones at the tables of the latest round, before and after a change."""
        matches = set[int]()
        for tables in before_and_after:
            latest = max((number for number, _ in tables), default=0)
            matches |= {row.match_id for (number, _), row in tables.items() if number == latest}
        for match_id in matches:
            self._database.notify_watchers(match_id)

    def _due(self, number: int, version: int | None, key: str) -> CurrentEvening | None:
        """The evening, if an entry may be made from a version (None: any); None if the key was used before.

        Raises RefusedError.
        """
        if self.store.head(number, key).has_key:
            return None
        current = self.current(number)
        self._matches.must_have_room(current.row.book_id)
        if current.version >= MOST_ENTRIES:
            text = f"This evening has {MOST_ENTRIES:,} entries, which is the limit. Open another one."
            raise RefusedError(Fault("evening-full", text))
        if version is not None and current.version != version:
            raise RefusedError(CHANGED)
        return current

    def _append(self, current: CurrentEvening, key: str, kind: str, *actions: dict[str, Any]) -> None:
        at = noted(self._matches.clock()).isoformat()
        entry = Entry(current.version + 1, kind, actions, key, at, self._matches.phone())
        self.store.append(current.id, [entry])


def mark_of(seats: Round) -> str:
    """A mark of the seats of a round, by which a preview is recognized."""
    return chained("", repr(seats))


def seats_of(current: CurrentEvening, seed: int) -> Round:
    """Return the seats of the next round. Raises RefusedError."""
    lines = standings(current.evening, current.scores, current.rounds.wide)
    places = {line.who: line.place or len(lines) for line in lines}
    return current.evening.seated(seed, current.scores, places)
