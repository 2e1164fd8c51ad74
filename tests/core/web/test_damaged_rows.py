"""Any value in a row of the database: its book opens, can be exported, and can delete a damaged match."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import BOOK
from tests.core.web.test_evenings import NAMES, Secretary
from tests.frozen.reading import Reader, command, unpack
from tests.servers import hidden

pytestmark = [pytest.mark.fails, pytest.mark.timeout(180)]
NAME = "0.1.0"
OF_THE_SERVER = ("_sqlite_migrations", "epochs", "sqlite_sequence", "score_books")
DERIVED = ("results", "totals", "deals", "tricks")
"""The ends of the names of tables that are derived from the logs, and read by no list of matches."""
TORN = "cast(x'ff41' as text)"
"""Text that is not UTF-8."""
VALUES = {"TEXT": ("''", "'x'", "'[]'", TORN), "INTEGER": ("-1", "1000000000000", "NULL")}
"""The damage to a column, by its type."""


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """A book with matches of all games, and an evening with a round that is over and one that is not."""
    folder = tmp_path_factory.mktemp("whole") / "whole"
    unpack(NAME, folder)
    found = Reader("", folder)
    with found.keeper() as client:
        secretary = Secretary(client, client.application.extensions["evenings"])
        secretary.open()
        secretary.come(*NAMES[:8])
        for number in range(2):
            secretary.do(begin="1")
            for table in range(2 - number):
                secretary.do(result="1", round=str(number), table=str(table), side_0="121", side_1="97")
    return found


def columns(reader: Reader, table: str) -> Iterator[tuple[str, str, bool]]:
    """The name and type of each column, and whether it is part of the key."""
    for column in reader.rows(f"PRAGMA table_info({table})"):
        yield column["name"], column["type"], bool(column["pk"])


def rows(reader: Reader, table: str) -> list[dict[str, Any]]:
    """The rows to damage: of the matches one of each game, over and not, and one of the evening."""
    if table == "matches":
        of_evening = "id IN (SELECT match_id FROM evening_matches)"
        return reader.rows(f"SELECT * FROM matches GROUP BY game_key, over, {of_evening}")
    keys = ", ".join(f"{name} DESC" for name, _, is_key in columns(reader, table) if is_key)
    last = reader.rows(f"SELECT * FROM {table} ORDER BY {keys or 'number DESC'} LIMIT 1")
    return reader.rows(f"SELECT * FROM {table} LIMIT 1") + last


@contextmanager
def damaged(
    reader: Reader, folder: Path, table: str, row: Mapping[str, Any], column: str, value: str
) -> Iterator[bool]:
    """Damage a row of a copy of the book, which the reader then reads; tells whether the database let it happen."""
    whole, is_possible = reader.folder, True
    keys = [name for name, _, is_key in columns(reader, table) if is_key]
    shutil.copytree(whole, folder)
    with closing(sqlite3.connect(folder / "book.db")) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        where = " AND ".join(f"{key} IS :{key}" for key in keys or row)
        try:
            connection.execute(f"UPDATE {table} SET {column} = {value} WHERE {where}", row)
        except sqlite3.IntegrityError:
            is_possible = False
        connection.commit()
    reader.folder = folder
    try:
        yield is_possible
    finally:
        reader.folder = whole
        shutil.rmtree(folder)


def number_of(row: Mapping[str, Any]) -> int | None:
    """The number of the match that a row is about, if it is about one."""
    number: int | None = row.get("match_id", row.get("id") if "game_key" in row else None)
    return number


def books_to_read(reader: Reader, row: Mapping[str, Any], turn: int) -> list[int]:
    """The book of a row and another one, which take turns; all books if the row is in none."""
    matches = reader.rows(f"SELECT book_id FROM matches WHERE id = {number_of(row) or 0}")
    own = matches[0]["book_id"] if matches else row.get("book_id")
    return sorted({own, reader.books[turn % len(reader.books)]}) if own else reader.books


def failures(reader: Reader, row: Mapping[str, Any], books: Collection[int]) -> Iterator[str]:
    """The addresses that answer with an error, with their status."""
    number, token = number_of(row), ""
    with reader.keeper() as client:
        addresses = [f"/books/{book}/{page}" for book in books for page in ("", "files", "logs.json")]
        if number:
            addresses.append(f"/matches/{number}/throw-away")
        for address in addresses:
            answer = client.get(address)
            if answer.status_code >= 500:
                yield f"{address}: {answer.status_code}"
            elif address.endswith("files"):
                token = hidden(answer.get_data(as_text=True), "csrf_token")
        for book in books if number else ():
            answer = client.post(f"/books/{book}/bin/{number}/in", data={"csrf_token": token})
            if answer.status_code >= 500:
                yield f"deleting match {number}: {answer.status_code}"


@pytest.mark.quick(0)
def test_no_damaged_value_takes_its_book_with_it(reader: Reader, tmp_path: Path, thorough: bool) -> None:
    """Each column of each table with the content of a book in turn, with every value or with one; the row is another
    one each time."""
    names = [row["name"] for row in reader.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    tables = {name: rows(reader, name) for name in names if name not in OF_THE_SERVER and not name.endswith(DERIVED)}
    cases = [
        (table, column, value)
        for table, found in tables.items() if found
        for place, (column, kind, _) in enumerate(columns(reader, table))
        for value in (VALUES[kind] if thorough else [VALUES[kind][place % len(VALUES[kind])]])
    ]  # fmt: skip
    wrong = dict[str, list[str]]()
    for number, (table, column, value) in enumerate(cases):
        row = tables[table][number % len(tables[table])]
        books = books_to_read(reader, row, number)
        with damaged(reader, tmp_path / "damaged", table, row, column, value) as is_possible:
            found = list(failures(reader, row, books)) if is_possible else []
            wrong |= {f"{table}.{column} = {value} of {dict(row)}": found} if found else {}
    assert len(cases) > (200 if thorough else 60)
    assert wrong == {}


@pytest.mark.parametrize(
    ("table", "column"), [("matches", "game_key"), ("matches", "opened"), ("places", "player_id")]
)
def test_a_damaged_match_is_named_and_can_be_deleted(reader: Reader, tmp_path: Path, table: str, column: str) -> None:
    pages = [f"/books/{BOOK}/{query}" for query in ("", "?state=finished", "?state=open")]
    with reader.keeper() as client:
        number = int(
            re.findall(r'href="(?:/[a-z-]+)?/matches/(\d+)/sheet"', client.get(pages[1]).get_data(as_text=True))[0]
        )
    row = reader.rows(f"SELECT * FROM {table} WHERE {'match_id' if table == 'places' else 'id'} = {number}")[0]
    value = "1000" if column == "player_id" else "'x'"
    with damaged(reader, tmp_path / "damaged", table, row, column, value), reader.keeper() as client:
        found = f"Match {number} is damaged"
        assert any(found in client.get(page).get_data(as_text=True) for page in pages)
        page = client.get(f"/matches/{number}/throw-away").get_data(as_text=True)
        form = {"csrf_token": hidden(page, "csrf_token")}
        answer = client.post(f"/books/{BOOK}/bin/{number}/in", data=form, follow_redirects=True)
        assert f"Deleted: Match {number}" in answer.get_data(as_text=True)
        assert not any(found in client.get(each).get_data(as_text=True) for each in pages)


def test_a_damaged_time_of_an_evening_is_found(reader: Reader, tmp_path: Path) -> None:
    (row, _) = rows(reader, "evenings")
    with damaged(reader, tmp_path / "damaged", "evenings", row, "opened", "''"):
        with reader.keeper() as client:
            assert "Evening 1 is damaged" in client.get("/books/1/").get_data(as_text=True)
        found = command("check", "--instance", tmp_path / "damaged")
        assert found["status"] == 1
        assert any("evening 1" in line for line in found["output"]), found
