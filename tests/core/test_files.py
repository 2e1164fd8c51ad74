"""Export and import: a whole score book, lists of records, tricks for a spreadsheet."""

import csv
import io
import json
import random
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.books import export, spreadsheet, upload
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.faults import RefusedError
from referee.games.havilering.actions import Rules
from referee.games.havilering.game import HAVILERING
from referee.match.service import MatchService
from referee.store.database import Database
from tests.conftest import BOOK
from tests.havilering.oracle import Oracle
from tests.havilering.self_play import SelfPlayingTable, evening, season_of

HEAD = {"format": "havilering-book", "version": 1}


@pytest.fixture(scope="session")
def records() -> Any:
    return [evening(number, 100 - number, season_of, target=31) for number in range(8)]


@pytest.fixture
def database(service: MatchService, records: Any) -> Any:
    service.import_records(BOOK, map(HAVILERING.read, records))
    return service


@pytest.fixture
def other(tmp_path: Any, clock: Any) -> Any:
    service = MatchService(Database(tmp_path / "other.db"), clock)
    ScoreBooks(service.database, clock).first()
    yield service
    service.close()


def shelf_of(service: MatchService) -> ScoreBooks:
    return ScoreBooks(service.database, service.clock)


# --- a whole book --------------------------------------------------------------------------------------------


def test_a_whole_book_comes_out_and_goes_in_somewhere_else(
    database: MatchService, other: MatchService, records: Any
) -> None:
    shelf_of(database).keep_rules(BOOK, "Swan", Rules(target=61))
    text = "".join(export.whole_book(database, shelf_of(database), BOOK))
    assert json.loads(text)["matches"] == [HAVILERING.write(HAVILERING.read(record)) for record in records]
    found = upload.read_file(text, "book.json")
    assert [each.is_new for each in upload.import_records(other, shelf_of(other), BOOK, [found])] == [True] * 8
    assert shelf_of(other).house_rules(BOOK)["Swan"].target == 61
    assert "".join(export.whole_book(other, shelf_of(other), BOOK)) == text
    assert [each.is_new for each in upload.import_records(other, shelf_of(other), BOOK, [found])] == [False] * 8
    assert len(other.database.numbers()) == 8


def test_house_rules_that_are_there_already_stay(database: MatchService, other: MatchService) -> None:
    shelf_of(database).keep_rules(BOOK, "Swan", Rules(target=61))
    shelf_of(other).keep_rules(BOOK, "swan", Rules(target=31))
    found = upload.read_file("".join(export.whole_book(database, shelf_of(database), BOOK)), "book.json")
    list(upload.import_records(other, shelf_of(other), BOOK, [found]))
    own = {name: rules.target for name, rules in shelf_of(other).house_rules(BOOK).items()}
    assert own["swan"] == 31
    assert "Swan" not in own


def test_names_of_house_rules_are_read_before_anything_is_kept(other: MatchService) -> None:
    shelf_of(other).keep_rules(BOOK, "Club", Rules(target=61))
    sets = {" Club ": {"target": 500}, "Dup": {"target": 77}, "DUP": {"target": 99}}
    found = upload.read_file(json.dumps(HEAD | {"matches": [], "house_rules": sets}), "x")
    list(upload.import_records(other, shelf_of(other), BOOK, [found]))
    own = {name: rules.target for name, rules in shelf_of(other).house_rules(BOOK).items()}
    assert (own["Club"], own["Dup"], own.get("DUP")) == (61, 77, None)
    with pytest.raises(RefusedError, match="cannot be shown"):
        upload.read_file(json.dumps(HEAD | {"matches": [], "house_rules": {"Odd": {}, "\u202ebad": {}}}), "x")


def test_a_table_for_a_spreadsheet_is_told_from_a_record(database: MatchService) -> None:
    table = "".join(export.rows_as_csv(database, [1]))
    with pytest.raises(RefusedError, match=r"t.csv is a spreadsheet table"):
        upload.read_file(table.encode(), "t.csv")


def test_one_damaged_match_is_left_out_and_told(database: MatchService, caplog: Any) -> None:
    with database.database.writing():
        database.database.run("UPDATE matches SET setup = '{' WHERE id = 3")
    assert len(json.loads("".join(export.list_of_records(database)))) == 7
    assert len(json.loads("".join(export.whole_book(database, shelf_of(database), BOOK)))["matches"]) == 7
    assert "Match 3 cannot be read" in caplog.text
    pieces = export.list_of_records(database)
    next(pieces)
    Maintenance(database).move_to_bin(5)
    Maintenance(database).move_to_bin(3)
    assert len(json.loads("[" + "".join(pieces))) == 6


def test_an_empty_book_is_a_file_too(other: MatchService) -> None:
    text = "".join(export.whole_book(other, shelf_of(other), BOOK))
    assert json.loads(text)["matches"] == []
    assert upload.read_file(text, "x").records == []
    assert json.loads("".join(export.list_of_records(other))) == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (HEAD | {"version": 2, "matches": []}, "x: version is not 1"),
        (HEAD, "matches"),
        (HEAD | {"matches": {}}, "matches is not a list"),
        (
            {"format": "havilering-book", "version": 1, "matches": [], "house_rules": []},
            "house_rules is not an object",
        ),
        (HEAD | {"matches": [{}]}, "x, record 1: "),
        (
            {"format": "havilering-book", "version": 1, "matches": [], "house_rules": {"A": {"target": 1}}},
            "rules A: ",
        ),
        ([{}], "x, record 1: "),
        ({}, "x: "),
        (7, "x: "),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_place(data: Any, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        upload.read_file(json.dumps(data), "x")


def test_a_record_that_cannot_be_played_is_refused_with_its_number(records: Any) -> None:
    spoilt = json.loads(json.dumps(records[:2]))
    spoilt[1]["actions"].insert(0, {"type": "deal"})
    with pytest.raises(RefusedError, match="x, record 2: action 1 \\(deal\\): "):
        upload.read_file(json.dumps(spoilt), "x")


# --- tricks for a spreadsheet --------------------------------------------------------------------------------


def rows_of(service: MatchService) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(export.rows_as_csv(service, service.database.numbers())))))


def test_there_is_a_row_for_each_trick_as_the_second_referee_plays_it(database: MatchService, records: Any) -> None:
    rows = rows_of(database)
    due = [
        (number, record, trick)
        for number, record in enumerate(records, 1)
        for trick in Oracle(record, season_of).tricks
    ]
    assert len(rows) == len(due)
    for row, (number, record, trick) in zip(rows, due, strict=True):
        assert row["match"] == str(number)
        assert [row[name] for name in ("north", "east", "south", "west")] == list(record["players"].values())
        assert [row[f"card_{place}"] for place in range(1, 5)] == trick["cards"]
        assert (row["leader"], row["winner"], row["points"]) == (
            trick["leader"], trick["winner"], str(trick["points"]))  # fmt: skip
        assert (row["pegged_ns"], row["pegged_ew"]) == (str(trick["pegged"]["NS"]), str(trick["pegged"]["EW"]))
        held = {name: int(row[name.replace("-", "_")]) for name in trick["items"]}
        assert held == {name: detail["count"] for name, detail in trick["items"].items()}


def test_of_a_hand_that_is_played_no_trick_is_told(service: MatchService) -> None:
    table = SelfPlayingTable(random.Random(1), season_of, accidents=0, target=1000)
    service.import_records(BOOK, [HAVILERING.read(table.play(20))])
    assert {row["hand"] for row in rows_of(service)} == {"1"}
    assert len(rows_of(service)) == 13


UNSEEN = ' \t\r\n\x0b\x0c\xa0"\ufeff\u200b\u200d\u2060'


@given(st.text(min_size=1) | st.text(f"=+-@＝＠;,|'A1{UNSEEN}", min_size=1))
@example("Ann;=1+1;b")
@example("\ufeff=1+1")
@example('Ann\t"=1+1"')
@example("Ann;\ufeff@SUM(A1)")
def test_no_cell_nor_what_a_spreadsheet_may_split_off_is_taken_for_a_formula(text: str) -> None:
    cell = spreadsheet.harmless(text)
    for part in re.split(r"[;,|\t\r\n]", cell):
        assert part.lstrip(UNSEEN)[:1] not in set("=+-@＝＋－＠"), cell
    assert cell[0] not in "\t\r\n"
    assert cell.replace("'", "") == text.replace("'", "")
    if not set(text) & set("=+-@＝＋－＠"):
        assert cell in (text, "'" + text)


def test_names_that_look_like_formulas_are_harmless_and_stay_in_their_cells(
    service: MatchService, records: Any
) -> None:
    record = json.loads(json.dumps(records[1]))
    record["players"] = {"N": "=1+1", "E": '@SUM(A1)","x', "S": "-2", "W": "+3"}
    service.import_records(BOOK, [HAVILERING.read(record)])
    row = rows_of(service)[0]
    assert [row[name] for name in ("north", "east", "south", "west")] == ["'=1+1", '\'@SUM(A1)","x', "'-2", "'+3"]
