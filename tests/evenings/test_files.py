"""Evenings go with a score book: into its file and back, and to another instance."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.books import check
from referee.books.current_evening import CurrentEvening
from referee.books.evenings import Evenings
from referee.books.evenings_file import recount
from referee.books.logs_file import LogsImport, read_logs, whole_book
from referee.books.score_books import ScoreBooks
from referee.evenings.evening import NOT_THERE, Come, Enter, Length, Movement, Score, Setup
from referee.evenings.rounds import Shape
from referee.faults import RefusedError
from referee.match.service import MatchService
from referee.store.database import Database
from tests.conftest import BOOK


@pytest.fixture
def other(tmp_path: Path, clock: Any) -> Iterator[MatchService]:
    made = MatchService(Database(tmp_path / "other.db"), clock)
    yield made
    made.close()


@pytest.fixture
def evenings(service: MatchService, score_books: ScoreBooks, open_match: Any) -> Evenings:
    """A book with a match, and an evening of two rounds in which something was entered, taken back, and played."""
    open_match()
    found = Evenings(service, score_books)
    setup = Setup("Club", "cribbage", Shape(2), False, Movement.EVERYBODY, Length.GAME, 1)
    number = found.open(BOOK, setup, "evening-key")
    current = found.do(number, 0, "come", Come(tuple((name,) for name in ("Ann", "Bob", "Cat", "Dan"))))
    current = found.begin_round(number, current.version, "first", 1)
    current = found.do(number, current.version, "one", Enter(0, 0, (Score(121), Score(80))))
    current = found.undo(number, current.version, "undone")
    found.begin_round(number, current.version, "second", 2)
    return found


def whole(service: MatchService, book: int = BOOK) -> dict[str, Any]:
    books = ScoreBooks(service.database, service.clock)
    return dict(json.loads("".join(whole_book(service, books, book, lambda number, why: None))))


def bring_in(service: MatchService, file: dict[str, Any]) -> int:
    books = ScoreBooks(service.database, service.clock)
    book = books.first().id
    list(LogsImport(service, books).bring_in(book, read_logs(json.loads(json.dumps(file)), "The file")))
    return book


def shown(current: CurrentEvening) -> Any:
    """What an evening is, whatever the numbers of its matches."""
    seats = [each.tables for each in current.evening.rounds]
    return (
        current.evening.setup,
        current.evening.here,
        seats,
        current.evening.by_hand,
        current.version,
        sorted(current.tables),
    )


def test_an_evening_comes_with_the_file_of_its_book(
    evenings: Evenings, service: MatchService, other: MatchService
) -> None:
    file = whole(service)
    book = bring_in(other, file)
    there = Evenings(other, ScoreBooks(other.database, other.clock))
    (found,), (before,) = there.of_book(book), evenings.of_book(BOOK)
    assert shown(found) == shown(before)
    for place, row in before.tables.items():
        assert service.record(row.match_id) == other.record(found.tables[place].match_id)
    assert list(check.problems(other.database)) == []
    bring_in(other, file)
    assert len(there.of_book(book)) == 1
    current = evenings.do(1, before.version, "more", Enter(1, 0, (Score(1), Score(2))))
    bring_in(other, whole(service))
    assert shown(there.current(1)) == shown(current)


def test_what_went_on_otherwise_stays(evenings: Evenings, service: MatchService, other: MatchService) -> None:
    file = whole(service)
    book = bring_in(other, file)
    there = Evenings(other, ScoreBooks(other.database, other.clock))
    for each, number in ((evenings, 121), (there, 60)):
        each.do(1, each.current(1).version, f"key-{number}", Enter(0, 0, (Score(number), Score(2))))
    bring_in(other, whole(service))
    assert there.current(1).evening.by_hand[0, 0] == (Score(60), Score(2))
    assert len(there.of_book(book)) == 1


def test_a_match_that_is_not_in_the_file(evenings: Evenings, service: MatchService, other: MatchService) -> None:
    file = whole(service)
    gone = evenings.current(1).tables[0, 0].match_id
    file["matches"] = [match for match in file["matches"] if match["number"] != gone]
    bring_in(other, file)
    found = Evenings(other, ScoreBooks(other.database, other.clock)).current(1)
    assert found.evening.matches[0][0] == NOT_THERE
    assert (0, 0) not in found.tables
    assert (0, 1) in found.tables


@pytest.mark.parametrize("spoil", [
    lambda evening: evening.update(setup="{"), lambda evening: evening.update(setup="{}"),
    lambda evening: evening.update(entries=[[1, "a", "[]", evening["opened"]]]),
    lambda evening: evening.update(entries=[[1, "a", "nonsense", evening["opened"]]]),
    lambda evening: evening.update(entries=evening["entries"][1:]),
    lambda evening: evening.update(key=None), lambda evening: evening.pop("opened")])  # fmt: skip
def test_nonsense_is_refused(
    evenings: Evenings, service: MatchService, other: MatchService, spoil: Callable[[Any], Any]
) -> None:
    file = whole(service)
    spoil(file["evenings"][0])
    file["evenings"][0]["entries"] = file["evenings"][0].get("entries", [])
    with pytest.raises(RefusedError):
        bring_in(other, file)
    assert not Evenings(other, ScoreBooks(other.database, other.clock)).store.of_book(1)


def test_a_damaged_evening_is_found(evenings: Evenings, service: MatchService) -> None:
    database = service.database
    assert list(check.problems(database)) == []
    with database.writing():
        database.run("DELETE FROM evening_matches WHERE round = 0")
    assert any("its tables are not those of its log" in line for line in check.problems(database))
    recount(database)
    assert list(check.problems(database)) == []
    with database.writing():
        database.run("DELETE FROM evening_entries WHERE number = 2")
    assert any("entries of its log are missing" in line for line in check.problems(database))
    with database.writing():
        insert = "INSERT INTO evening_entries (evening_id, number, key, action, at) VALUES (1, 99, 'x', ?, 'now')"
        database.run(insert, ['{"type": "nonsense"}'])
    assert any("evening 1 cannot be read" in line for line in check.problems(database))


def test_a_book_without_evenings_has_the_file_that_it_had(service: MatchService, open_match: Any) -> None:
    open_match()
    assert "evenings" not in whole(service)
