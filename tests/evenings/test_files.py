"""Evenings in a score book's file: exported, imported, and moved to another instance."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.books import check, current_evening, evenings_file
from referee.books.current_evening import CurrentEvening
from referee.books.evenings import Evenings
from referee.books.evenings_file import recount
from referee.books.logs_file import read_logs, whole_book
from referee.books.logs_import import LogsImport
from referee.books.maintenance import Maintenance
from referee.books.permissions import OWN
from referee.books.score_books import ScoreBooks
from referee.cli import main
from referee.evenings.actions import NOT_THERE, Come, Enter, EveningSetup, Length, Movement, Score
from referee.evenings.evening import fold
from referee.evenings.rounds import Shape
from referee.faults import RefusedError
from referee.log.checksums import chained, checksum_of
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.match_search import Criteria
from referee.web import create_app
from referee.web.sharing.views import address
from tests.conftest import BOOK
from tests.core.web.test_files import import_records


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
    setup = EveningSetup("Club", "cribbage", Shape(2), False, Movement.EVERYBODY, Length.GAME, 1)
    number = found.open(BOOK, setup, "evening-key")
    current = found.do(number, 0, "come", Come(tuple((name,) for name in ("Ann", "Bob", "Cat", "Dan"))))
    current = found.begin_round(number, current.version, "first", 1)
    current = found.do(number, current.version, "one", Enter(0, 0, (Score(121), Score(80))))
    for turn in ("first", "second"):  # The first time it is done again.
        current = found.undo(number, current.version, f"undone {turn}")
        current = found.redo(number, current.version, "redone") if turn == "first" else current
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
    """The content of an evening, whatever the numbers of its matches."""
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


def test_a_match_that_was_set_aside_stays_with_its_evening(
    evenings: Evenings, service: MatchService, other: MatchService
) -> None:
    """It is no other match of the book, and continues when the same people sit together again."""
    before = evenings.current(1)
    match, pegs = before.tables[1, 0].match_id, {"type": "adjust", "player": "N", "points": 5, "reason": "as pegged"}
    service.post(match, 0, "pegged", [service.game(match).read_action(pegs)])
    evenings.unseat(1, before.version, "cancelled")
    (aside,) = evenings.current(1).aside
    book = bring_in(other, whole(service))
    there = Evenings(other, ScoreBooks(other.database, other.clock))
    for _ in range(2):
        (again,) = there.current(1).aside
        assert sorted(again.players.values()) == sorted(aside.players.values())
        assert len(other.projections.match_search.find(book, Criteria(of_no_evening=True), 9)) == 1
        bring_in(other, whole(service))
    there.undo(1, there.current(1).version, "back")
    assert (1, 0) in there.current(1).scores


def test_what_went_on_otherwise_stays(evenings: Evenings, service: MatchService, other: MatchService) -> None:
    file = whole(service)
    book = bring_in(other, file)
    there = Evenings(other, ScoreBooks(other.database, other.clock))
    for each, number in ((evenings, 121), (there, 60)):
        each.do(1, each.current(1).version, f"key-{number}", Enter(0, 0, (Score(number), Score(2))))
    bring_in(other, whole(service))
    assert there.current(1).evening.by_hand[0, 0] == (Score(60), Score(2))
    assert len(there.of_book(book)) == 1


def test_nobody_waits_while_the_log_of_an_evening_is_folded(
    evenings: Evenings, service: MatchService, other: MatchService, monkeypatch: Any
) -> None:
    file, folded = whole(service), list[bool]()

    def watched(*given: Any) -> Any:
        folded.append(other.database.sqlite.conn.in_transaction)
        return fold(*given)

    for module in (evenings_file, current_evening):
        monkeypatch.setattr(module, "fold", watched)
    for _ in range(2):
        bring_in(other, file)
    assert set(folded) == {False}


def test_an_evening_that_continues_while_it_is_imported_loses_nothing(
    evenings: Evenings, service: MatchService, other: MatchService, monkeypatch: Any
) -> None:
    bring_in(other, whole(service))
    evenings.do(1, evenings.current(1).version, "more", Enter(1, 0, (Score(1), Score(2))))
    there = Evenings(other, ScoreBooks(other.database, other.clock))
    action, folded = Enter(1, 1, (Score(3), Score(4))), list[Any]()

    def late(*given: Any) -> Any:
        folded.append(fold(*given))
        if len(folded) == 2:  # The file alone first, then with the log that is here.
            there.do(1, there.current(1).version, "late", action)
        return folded[-1]

    monkeypatch.setattr(evenings_file, "fold", late)
    bring_in(other, whole(service))
    monkeypatch.undo()
    assert there.current(1).evening.by_hand == {(1, 1): action.scores}
    assert list(check.problems(other.database)) == []


def test_an_import_says_what_became_of_each_evening(
    evenings: Evenings, service: MatchService, tmp_path: Path, capsys: Any
) -> None:
    """The page and the command give the same answer."""
    file, folder = tmp_path / "logs.json", tmp_path / "there"

    def told_by_the_page(app: Flask) -> str:
        link = address(app.extensions["score_books"].grant(OWN, BOOK), app.config["SECRET_KEY"])
        owner = app.test_client()
        owner.get(link)
        assert import_records(owner, file.read_bytes()).status_code == 303
        page = owner.get(f"/books/{BOOK}/").get_data(as_text=True)
        return str(re.findall(r'class="notice"[^>]*>([^<]*)<', page)[0])

    def told(by_page: bool) -> str:
        file.write_text(json.dumps(whole(service)))
        app = create_app(folder)
        app.extensions["score_books"].first()
        page = told_by_the_page(app) if by_page else ""
        app.extensions["service"].close()
        if by_page:
            return page
        assert main(["import", str(file), "--instance", str(folder)]) == 0
        return str(capsys.readouterr().out.splitlines()[-1])

    assert told(False) == "evening 1"
    assert told(False) == "evening 1, in the book already"
    assert told(True) == "0 matches imported, 5 in the book already. 0 evenings imported, 1 in the book already."
    evenings.do(1, evenings.current(1).version, "more", Enter(1, 0, (Score(1), Score(2))))
    assert told(True).endswith("1 evening imported.")
    with closing(MatchService(Database(folder / "book.db"))) as there:
        other = Evenings(there, ScoreBooks(there.database, there.clock))
        for each, points in ((evenings, 60), (other, 61)):
            each.do(1, each.current(1).version, f"key-{points}", Enter(1, 1, (Score(points), Score(2))))
    assert told(False) == "evening 1, different here and left unchanged"
    assert told(True).endswith("0 evenings imported, 1 different here and left unchanged.")


def test_an_evening_of_a_wrong_clock_is_not_the_latest_for_ever(
    evenings: Evenings, service: MatchService, other: MatchService, clock: Any
) -> None:
    """It was opened a year from now, and so were its entries made: it is as if that was when the file came."""
    file = whole(service)
    (evening,) = file["evenings"]
    evening["opened"] = evening["opened"].replace("2026", "2027")
    evening["entries"] = [[*entry[:3], entry[3].replace("2026", "2027")] for entry in evening["entries"]]
    book, now = bring_in(other, file), clock()
    there = Evenings(other, ScoreBooks(other.database, other.clock))
    assert there.store.changed(1) <= now
    clock.move(days=2)
    open_one = there.open(book, there.current(1).evening.setup, "the next one")
    assert there.latest(book) == open_one
    bring_in(other, file)
    assert list(check.problems(other.database)) == []
    assert len(there.of_book(book)) == 2


def test_a_match_that_is_not_in_the_file(evenings: Evenings, service: MatchService, other: MatchService) -> None:
    file = whole(service)
    gone = evenings.current(1).tables[0, 0].match_id
    file["matches"] = [match for match in file["matches"] if match["number"] != gone]
    bring_in(other, file)
    found = Evenings(other, ScoreBooks(other.database, other.clock)).current(1)
    assert found.evening.matches[0][0] == NOT_THERE
    assert (0, 0) not in found.tables
    assert (0, 1) in found.tables


@pytest.mark.parametrize("where", ["before it moved", "there", "here since", "there and restored"])
def test_an_evening_comes_back_although_a_match_of_it_was_deleted(
    evenings: Evenings, service: MatchService, other: MatchService, where: str
) -> None:
    """The file lacks the match, or it is in the bin here: the evening is the same, and has gone on."""
    there = Evenings(other, ScoreBooks(other.database, other.clock))

    def first_match(found: Evenings) -> int:
        return found.current(1).tables[0, 0].match_id

    if where == "before it moved":
        Maintenance(service).move_to_bin(first_match(evenings))
    bring_in(other, whole(service))
    if where.startswith("there"):
        gone = first_match(there)
        Maintenance(other).move_to_bin(gone)
        bring_in(service, whole(other))
        if where.endswith("restored"):
            Maintenance(other).restore_from_bin(BOOK, gone)
    elif where == "here since":
        Maintenance(service).move_to_bin(first_match(evenings))
    now = there.do(1, there.current(1).version, "more", Enter(1, 0, (Score(121), Score(80))))
    bring_in(service, whole(other))
    back = evenings.current(1)
    assert (back.version, back.evening.by_hand) == (now.version, now.evening.by_hand)
    assert [*back.tables] == [(0, 0)] * where.startswith("there") + [(0, 1), (1, 0), (1, 1)]
    assert list(check.problems(service.database)) == []
    assert len(evenings.of_book(BOOK)) == 1


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
    assert any("its tables differ from its log" in line for line in check.problems(database))
    recount(database)
    assert list(check.problems(database)) == []
    with database.writing():
        database.run("DELETE FROM entries WHERE evening_id = 1 AND number = 2")
    assert any("entries are missing from its log" in line for line in check.problems(database))


def test_a_book_without_evenings_has_the_file_that_it_had(service: MatchService, open_match: Any) -> None:
    open_match()
    assert "evenings" not in whole(service)


def begun(evening: dict[str, Any]) -> dict[str, Any]:
    """The first round of an evening, as it stands in a file."""
    return next(action for row in evening["entries"] if (action := json.loads(row[2]))["type"] == "round")


def change(evening: dict[str, Any], kind: str, **more: Any) -> None:
    """Change the first action of a kind."""
    row = next(row for row in evening["entries"] if json.loads(row[2])["type"] == kind)
    row[2] = json.dumps(json.loads(row[2]) | more)


def again(evening: dict[str, Any], **more: Any) -> None:
    """Change the last action, which begins a round."""
    row = evening["entries"][-1]
    row[2] = json.dumps(json.loads(row[2]) | more)


def change_setup(evening: dict[str, Any], **more: Any) -> None:
    evening["setup"] = json.dumps(json.loads(evening["setup"]) | more)


@pytest.mark.quick(11)
@pytest.mark.parametrize("spoil", [
    lambda evening: change(evening, "round", tables=[[[["Ann"]], [["Bob"], ["Cat"], ["Dan"]]]], matches=[0]),
    lambda evening: change(evening, "round", tables=[[[["Ann"], ["Bob"], ["Cat"], ["Dan"]]]], matches=[0]),
    lambda evening: change(evening, "round", at="0001-01-01T00:00:00+00:00"),
    lambda evening: change(evening, "round", at="2026-01-01T00:00:00"),
    lambda evening: change(evening, "round", matches=[10**12, 10**12]),
    lambda evening: change(evening, "result", scores=[[10**12, 0], [0, 0]]),
    lambda evening: change(evening, "result", scores=[[121, 10**12], [0, 0]]),
    lambda evening: change(evening, "come", units=[["x" * 5000]]),
    lambda evening: change(evening, "come", units=[["A\0"]]),
    lambda evening: change(evening, "come", units=[["\ud800"]]),
    lambda evening: change(evening, "come", units=[[""]]),
    lambda evening: change(evening, "come", units=[[str(number)] for number in range(15_500)]),
    lambda evening: change_setup(evening, name="x" * 5000),
    lambda evening: change_setup(evening, name="A\0"),
    lambda evening: change_setup(evening, game="whist"),
    lambda evening: change_setup(evening, shape=[1, 1, 0, 0]),
    lambda evening: change_setup(evening, shape=[10**12, 1, 0, 0]),
    lambda evening: change_setup(evening, number=10**12),
    lambda evening: change_setup(evening, more=1),
    lambda evening: change(evening, "come", more=1),
    lambda evening: change(evening, "round", numbers=[1]),
    lambda evening: change(evening, "round", numbers=[1, 1]),
    lambda evening: change(evening, "round", numbers=[1, 10**8]),
    lambda evening: change(evening, "round", matches=begun(evening)["matches"][:1] * 2),
    lambda evening: again(evening, matches=begun(evening)["matches"]),
    lambda evening: evening.update(key="\ud800"),
    lambda evening: evening["entries"][0].__setitem__(1, "\ud800"),
    lambda evening: evening["entries"][1].__setitem__(1, evening["entries"][0][1]),
    lambda evening: evening["entries"][1].__setitem__(0, 7),
    lambda evening: evening["entries"][0].__setitem__(2, '{"type":"undo"}'),
    lambda evening: evening["entries"][0].__setitem__(2, '{"type":"redo"}'),
    lambda evening: evening.update(setup="[" * 100_000),
    lambda evening: evening.update(setup='{"name": 1' + "0" * 10_000 + "}"),
])  # fmt: skip
def test_what_no_evening_of_the_app_can_be_is_refused_in_words(
    evenings: Evenings, service: MatchService, other: MatchService, spoil: Callable[[Any], Any]
) -> None:
    file = whole(service)
    spoil(file["evenings"][0])
    with pytest.raises(RefusedError) as refused:
        bring_in(other, file)
    assert not any(word in str(refused.value) for word in ("Error", "Traceback", "int()", "NoneType", "pop from"))
    assert not Evenings(other, ScoreBooks(other.database, other.clock)).store.of_book(1)


def test_a_match_of_another_evening_stays_there(evenings: Evenings, service: MatchService) -> None:
    """A crafted file says that another evening has it: `check` would complain for ever, and no backup be restored."""
    file = whole(service)
    file["evenings"][0]["key"] = "another"
    bring_in(service, file)
    assert evenings.current(2).evening.matches == ((NOT_THERE,) * 2,) * 2
    assert len(evenings.current(1).tables) == 4
    assert list(check.problems(service.database)) == []


def test_an_evening_with_the_key_of_another_is_refused(evenings: Evenings, service: MatchService) -> None:
    file, before = whole(service), evenings.current(1)
    change_setup(file["evenings"][0], name="Another")
    with pytest.raises(RefusedError, match="Another: another evening here has the same key"):
        bring_in(service, file)
    assert shown(evenings.current(1)) == shown(before)


def test_a_file_has_each_evening_once(evenings: Evenings, service: MatchService, other: MatchService) -> None:
    """Each copy would be compared with all of the evening here."""
    file = whole(service)
    file["evenings"] *= 2
    with pytest.raises(RefusedError, match="is there more than once"):
        bring_in(other, file)
    assert not Evenings(other, ScoreBooks(other.database, other.clock)).store.of_book(1)


def test_pauses_do_not_add_up_beyond_the_calendar(evenings: Evenings, service: MatchService, client: Any) -> None:
    file = whole(service)
    file["evenings"][0]["key"] = "another"
    change_setup(file["evenings"][0], length="minutes", number=20)
    entries = file["evenings"][0]["entries"]
    for number in range(12):
        kind, at = ("resume", "2990-01-01") if number % 2 else ("pause", "1610-01-01")
        action = json.dumps({"type": kind, "at": f"{at}T00:00:00+00:00"})
        entries.append([len(entries) + 1, f"time-{number}", action, file["evenings"][0]["opened"]])
    bring_in(service, file)
    for path in ("/evenings/2/", "/evenings/2/board", "/books/1/", "/books/1/evenings"):
        assert client.get(path).status_code == 200, path


@pytest.mark.parametrize("harm", [
    """UPDATE entries SET actions = '[{"type":"nonsense"}]' WHERE evening_id = 1 AND number = 3""",
    """UPDATE entries SET kind = 'mend' WHERE evening_id = 1 AND number = 3""",
])  # fmt: skip
def test_what_is_undone_is_checked_too(evenings: Evenings, service: MatchService, harm: str) -> None:
    """It would be in the file of the book, which could not be imported then."""
    database = service.database
    with database.writing():
        database.run("DROP TRIGGER entries_no_update")
        database.run(harm)
        before = chained("", database.rows("SELECT setup FROM evenings")[0][0])
        for entry in database.rows("SELECT number, kind, actions, key, at, phone FROM entries WHERE evening_id = 1"):
            before = checksum_of(before, *entry)
            changed = "UPDATE entries SET checksum = ? WHERE evening_id = 1 AND number = ?"
            database.run(changed, [before, entry[0]])
        database.run("UPDATE evenings SET checksum = ?", [before])
    assert any("evening 1 cannot be read" in line for line in check.problems(database))


@pytest.mark.parametrize(("round_number", "table"), [(-1, 0), (0, -1), (2, 0), (0, 2)])
def test_there_is_no_result_of_a_table_that_is_not_there(evenings: Evenings, round_number: int, table: int) -> None:
    with pytest.raises(RefusedError, match="There is no such table"):
        evenings.do(1, 0, "key", Enter(round_number, table, (Score(121), Score(80))))


@pytest.mark.quick(3)
@pytest.mark.parametrize("harm", [
    "UPDATE evenings SET setup = '{'",
    "UPDATE evenings SET setup = '{}'",
    """UPDATE evenings SET setup = replace(setup, '"shape":[2', '"shape":[1')""",
    "UPDATE entries SET actions = '{' WHERE evening_id = 1 AND number = 1",
    "UPDATE entries SET actions = '[]' WHERE evening_id = 1 AND number = 2",
    "UPDATE entries SET at = '' WHERE evening_id = 1 AND number = 2",
    "UPDATE entries SET number = 99 WHERE evening_id = 1 AND number = 2",
    "UPDATE evenings SET checksum = ''",
])  # fmt: skip
def test_a_damaged_evening_is_named_and_nothing_else_suffers(
    evenings: Evenings, service: MatchService, client: Any, harm: str
) -> None:
    """The start page works, so does the export, and the evening can be deleted."""
    with service.database.writing():
        service.database.run("DROP TRIGGER entries_no_update")
        service.database.run(harm)
        evenings._folded.clear()
    assert any("evening 1 cannot be read" in line for line in check.problems(service.database))
    for path in ("/books/1/", "/books/1/evenings", "/books/1/players", "/books/1/?q=ann"):
        assert client.get(path).status_code == 200, path
    page = client.get("/books/1/").get_data(as_text=True)
    assert "Evening 1 is damaged" in page
    assert "evenings" not in whole(service)
    token = re.findall(r'name="csrf_token"\s+value="([^"]+)"', page)[0]
    assert client.post("/evenings/1/", data={"csrf_token": token, "delete": "1"}).status_code == 303
    assert "Evening 1" not in client.get("/books/1/").get_data(as_text=True)
    assert not [line for line in check.problems(service.database) if "evening" in line]
