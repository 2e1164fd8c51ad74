"""Books that earlier releases made: what today's referee makes of them is what it always made of them.

Of the referee this uses only its commands, its addresses and the database's views, see `tests/frozen`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.frozen.reading import BOOKS, FOLDER, Reader, expected, opened, unpack

LINKS = json.loads((FOLDER / "links.json").read_text())


def differences(found: Any, due: Any, where: str = "") -> list[str]:
    """Where two answers differ, a line each."""
    if found == due:
        return []
    if isinstance(found, dict) and isinstance(due, dict):
        keys = dict.fromkeys([*due, *found])
        return [line for key in keys for line in differences(found.get(key), due.get(key), f"{where} > {key}")]
    if isinstance(found, list) and isinstance(due, list) and len(found) == len(due):
        pairs = enumerate(zip(found, due, strict=True))
        return [line for place, pair in pairs for line in differences(*pair, f"{where}[{place}]")]
    return [f"{where}: {found!r} instead of {due!r}"]


def test_every_release_that_changed_the_schema_is_here() -> None:
    assert [name.split("-")[0] for name in BOOKS] == [str(number) for number in range(1, len(BOOKS) + 1)]
    assert len(BOOKS) >= 6


@pytest.mark.parametrize("name", BOOKS)
def test_it_comes_to_what_it_always_came_to(name: str, tmp_path: Path) -> None:
    found = json.loads(json.dumps(Reader(name, tmp_path).answers()))
    assert differences(found, expected(name)) == []


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
