"""Books that earlier releases made: what today's referee makes of them is what it always made of them.

Of the referee this uses only its commands, its addresses and the database's views, see `tests/frozen`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.frozen.reading import BOOKS, FOLDER, Reader, command, expected, opened, unpack

pytestmark = pytest.mark.quick(0)
LINKS = json.loads((FOLDER / "links.json").read_text())


def differences(found: Any, due: Any, where: str = "") -> list[str]:
    """The differences between two answers, a line each."""
    if found == due:
        return []
    if isinstance(found, dict) and isinstance(due, dict):
        keys = dict.fromkeys([*due, *found])
        return [line for key in keys for line in differences(found.get(key), due.get(key), f"{where} > {key}")]
    if isinstance(found, list) and isinstance(due, list) and len(found) == len(due):
        pairs = enumerate(zip(found, due, strict=True))
        return [line for place, pair in pairs for line in differences(*pair, f"{where}[{place}]")]
    return [f"{where}: {found!r} instead of {due!r}"]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("name", BOOKS)
def test_it_comes_to_what_it_always_came_to(name: str, tmp_path: Path) -> None:
    found = json.loads(json.dumps(Reader(name, tmp_path).answers()))
    assert differences(found, expected(name)) == []


def counted(reader: Reader, book: int) -> dict[str, list[str]]:
    """Every view of the database for a score book, without the numbers of rows and the times of undone entries."""
    views = [row["name"] for row in reader.rows("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name")]
    own = {row["id"] for row in reader.rows(f"SELECT id FROM matches WHERE book_id = {book}")}
    found = {}
    for view in views:
        rows = [row for row in reader.rows(f"SELECT * FROM {view}")
                if (row["book"] == book if "book" in row else row["match"] in own)]  # fmt: skip
        kept = ({name: row[name] for name in row if name not in ("match", "book", "player", "ended")} for row in rows)
        found[view] = sorted(map(json.dumps, kept))
    return found


@pytest.mark.timeout(180)
@pytest.mark.parametrize("name", BOOKS)
def test_what_it_exports_comes_in_again_with_the_same_figures(name: str, tmp_path: Path) -> None:
    there, file = Reader(name, tmp_path / "there"), tmp_path / "book.json"
    for book in there.books:
        with there.keeper() as client:
            file.write_text(client.get(f"/books/{book}/book.json").get_data(as_text=True), encoding="utf-8")
        back = tmp_path / f"back-{book}"
        brought_in = command("import", file, "--instance", back)
        assert (brought_in["status"], brought_in["errors"]) == (0, [])
        reader = Reader("", back)
        assert [command("check", *each.here)["status"] for each in (there, reader)] == [0, 0]
        assert differences(counted(reader, 1), counted(there, book)) == []
        with reader.keeper() as client:
            again = json.loads(client.get("/books/1/book.json").get_data(as_text=True))
        assert again | {"name": ""} == json.loads(file.read_text(encoding="utf-8")) | {"name": ""}


@pytest.mark.parametrize("name", LINKS)
def test_its_links_lead_where_they_led(name: str, tmp_path: Path) -> None:
    unpack(name, tmp_path)
    with opened(tmp_path) as app:
        for link, where in LINKS[name].items():
            client = app.test_client()
            answer = client.get(link)
            assert (answer.status_code, answer.headers.get("Location")) == (303 if where else 404, where), link
            if where:
                assert client.get(where, follow_redirects=True).status_code == 200
