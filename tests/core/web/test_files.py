"""Export and import on the web."""

import json
import random
import re
import sqlite3
from itertools import count
from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.games.havilering.game import HAVILERING
from referee.season import season_at
from referee.web import LIMITS
from referee.web.files.views import LARGEST_UPLOAD
from tests.conftest import BOOK
from tests.havilering.self_play import SelfPlayingTable, evening, season_of
from tests.pages import text


@pytest.fixture(scope="session")
def records() -> Any:
    return [evening(number, 100 - number, lambda moment: season_at(moment).value, target=21) for number in range(5)]


def import_records(client: Any, *contents: bytes, name: str = "book.json", book: int = 1) -> Any:
    page = client.get(f"/books/{book}/files").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    parts = [b'name="csrf_token"\r\n\r\n' + token.encode()]
    parts += [b'name="file"; filename="%s"\r\n\r\n' % name.encode() + content for content in contents]
    body = (
        b"".join(b"--here\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--here--\r\n"
    )
    return client.post(f"/books/{book}/files", data=body, content_type="multipart/form-data; boundary=here")


def test_records_are_brought_in_once(client: Any, service: Any, records: Any) -> None:
    content = json.dumps(records).encode()
    assert import_records(client, content).location == "/books/1/"
    page = client.get("/books/1/").get_data(as_text=True)
    assert "5 matches imported." in page
    import_records(
        client, content[:-1] + b"," + json.dumps(evening(9, 3, lambda m: season_at(m).value, 21)).encode() + b"]"
    )
    assert "1 match imported, 5 in the book already." in client.get("/books/1/").get_data(as_text=True)
    assert len(service.database.numbers()) == 6


def test_a_saved_book_and_a_saved_record_can_be_brought_in(client: Any, service: Any, records: Any) -> None:
    service.import_records(BOOK, map(HAVILERING.read, records))
    for address in ("/books/1/book.json", "/matches/2/record.json"):
        saved = client.get(address)
        assert "attachment" in saved.headers["Content-Disposition"]
        assert import_records(client, saved.data).status_code == 303
    assert len(service.database.numbers()) == 5


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "Choose a file first"),
        (b"", "This is not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"PK\x03\x04", "This is not JSON"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"format": "havilering-book", "version": 1, "matches": [{"format": "x"}]}', "record 1"),
    ],
)
def test_what_cannot_be_read_changes_nothing_and_says_why(client: Any, service: Any, content: Any, said: str) -> None:
    answer = import_records(client, *([] if content is None else [content]), name="mine.json")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert said in page
    assert content is None or "mine.json" in page
    assert service.database.numbers() == []


def test_of_a_file_with_one_bad_match_none_comes_in(client: Any, service: Any, records: Any) -> None:
    spoilt = json.loads(json.dumps(records))
    spoilt[4]["actions"].append({"type": "deal"})
    answer = import_records(client, json.dumps(spoilt).encode())
    assert "record 5: action" in answer.get_data(as_text=True)
    assert service.database.numbers() == []


def test_of_several_files_what_came_in_is_told(
    client: Any, app: Any, service: Any, records: Any, monkeypatch: Any
) -> None:
    first, second = (json.dumps(part).encode() for part in (records[:2], records[2:]))
    sets: dict[str, Any] = {f"Set {number}": {} for number in range(60)}
    book = {"format": "havilering-book", "version": 1, "matches": records[:1], "house_rules": sets}
    others = book | {"house_rules": {f"Other {number}": {} for number in range(60)}}
    answer = import_records(client, json.dumps(book).encode(), json.dumps(others).encode())
    assert "Nothing was imported." in answer.get_data(as_text=True)
    assert service.database.numbers() == []
    assert service.database.house_rules(BOOK, "havilering") == {}

    asked = count(1)
    stopping = {"is_closing": lambda: next(asked) > 5 + 3}  # Asked for each as it is read, and as it is stored.
    monkeypatch.setattr(app, "extensions", app.extensions | stopping)
    answer = import_records(client, first, second)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "3 matches imported." in page
    assert "The referee was stopped" in page
    monkeypatch.undo()
    assert len(service.database.numbers()) == 3

    add_match, added = service.database.add_match, []

    def until_the_disk_is_full(*given: Any) -> Any:
        added.append(given)
        if len(added) > 1:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        return add_match(*given)

    monkeypatch.setattr(service.database, "add_match", until_the_disk_is_full)
    answer = import_records(client, first, second)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "1 match imported, 3 in the book already." in page
    assert "The disk is full" in page
    assert len(service.database.numbers()) == 4


def test_a_large_file_is_taken_and_one_that_is_too_large_is_not(client: Any, service: Any, records: Any) -> None:
    padded = json.dumps(records) + " " * 2_000_000
    assert import_records(client, padded.encode()).status_code == 303
    too_large = import_records(client, b" " * LARGEST_UPLOAD)
    assert (too_large.status_code, "At most 8 MB" in text(too_large.get_data(as_text=True))) == (413, True)
    page = client.get("/books/1/new").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    too_long = client.post("/books/1/new", data={"csrf_token": token, "N": "x" * 100_000})
    assert (too_long.status_code, "At most 64 kB" in text(too_long.get_data(as_text=True))) == (413, True)


def test_nobody_brings_in_files_without_end(client: Any, records: Any) -> None:
    for _ in range(LIMITS["uploads"][0]):
        assert import_records(client, b"[]").status_code == 303
    assert import_records(client, b"[]").status_code == 429


def test_tricks_are_saved_for_a_spreadsheet(client: Any, service: Any, records: Any, visit: Any) -> None:
    service.import_records(BOOK, map(HAVILERING.read, records))
    assert client.get("/books/1/tricks.csv?game=whist").status_code == 404
    of_all = client.get("/books/1/tricks.csv")
    assert of_all.mimetype == "text/csv"
    lines = of_all.get_data(as_text=True).splitlines()
    assert lines[0].startswith("match,opened,north,east,south,west,game,hand,trick,")
    own = visit(Permission.SCORE, 2).get("/matches/2/tricks.csv").get_data(as_text=True).splitlines()
    assert own[1:] == [line for line in lines if line.startswith("2,")]
    assert visit(Permission.WATCH, 2).get("/matches/2/tricks.csv").status_code == 404
    assert random.Random(1).choice(own[1:]).count(",") == lines[0].count(",")


def test_the_page_says_what_the_table_of_a_match_in_play_leaves_out(client: Any, service: Any) -> None:
    """Its hand in play, and nothing else of it."""
    hand = SelfPlayingTable(random.Random(1), season_of, accidents=0, target=1000).play(20)
    service.import_records(BOOK, [HAVILERING.read(hand)])
    assert len(client.get("/books/1/tricks.csv").get_data(as_text=True).splitlines()) == 1 + 13
    assert "The hand or deal in play is not included" in text(client.get("/books/1/files").get_data(as_text=True))
