"""Notes on a match and its hands: kept in the book and its file, in no record; written by who may score it."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.books.logs_file import read_logs, whole_book
from referee.books.logs_import import LogsImport
from referee.books.permissions import Permission
from referee.books.score_books import ScoreBooks
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.notes import Notes
from tests.conftest import BOOK
from tests.core.samples import SAMPLES


def keep(client: Any, match: int, **fields: str) -> Any:
    page = client.get(f"/matches/{match}/sheet").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)
    seen = map(unescape, re.findall(r'name="seen" value="([^"]*)"', page))
    form = {"csrf_token": token[-1] if token else "", "seen": list(seen)}
    return client.post(f"/matches/{match}/note", data=form | fields)


def test_a_note_is_kept_changed_and_deleted(client: Any, service: Any, sit_down: Any) -> None:
    match = sit_down().match_id
    assert keep(client, match, hand="0", text="The final  of the <b>league</b>").status_code == 303
    keep(client, match, hand="2", text="Ann had three aces")
    page = client.get(f"/matches/{match}/sheet").get_data(as_text=True)
    assert "The final of the &lt;b&gt;league&lt;/b&gt;" in page
    assert "<dt>Hand 2</dt>" in page
    assert "Ann had" not in client.get(f"/matches/{match}/record.json").get_data(as_text=True)
    keep(client, match, hand="2", text="Bob had them")
    keep(client, match, hand="0", text=" ")
    assert Notes(service.database).of(match) == [(2, "Bob had them")]


@pytest.mark.parametrize("key", SAMPLES)
def test_a_note_is_on_what_the_game_calls_a_deal(client: Any, service: Any, key: str) -> None:
    ((number, _),) = service.import_records(BOOK, [SAMPLES[key].read(4)])
    part = "hand" if key == "havilering" else "deal"
    sheet = f"{'' if key == 'havilering' else f'/{key}'}/matches/{number}/sheet"
    page = client.get(sheet).get_data(as_text=True)
    assert f"On {part} <" in page
    assert f"the {part}’s note" in page
    form = {"csrf_token": re.findall(r'name="csrf_token" value="([^"]*)"', page)[-1], "hand": "1", "text": "late"}
    client.post(f"/matches/{number}/note", data=form)
    assert f"<dt>{part.title()} 1</dt>" in client.get(sheet).get_data(as_text=True)


def test_a_note_that_the_page_did_not_show_stays_before_the_new_one(client: Any, service: Any, sit_down: Any) -> None:
    """Somebody else has written it meanwhile, or the phone had no signal."""
    match = sit_down().match_id
    keep(client, match, hand="1", text="Ann had three aces")
    for _ in range(2):
        keep(client, match, hand="1", text="Bob was late", seen="1 Ann had two")
    keep(client, match, hand="1", text="", seen="")
    assert Notes(service.database).of(match) == [(1, "Ann had three aces · Bob was late")]
    assert keep(client, match, hand="1", text="x" * 390, seen="").status_code == 422


@pytest.mark.parametrize("fields", [{"hand": "-1", "text": "x"}, {"hand": "abc", "text": "x"},
                                    {"hand": "1000", "text": "x"},
                                    {"hand": "0", "text": "x" * 401}, {"hand": "0", "text": "\u202ex"}])  # fmt: skip
def test_nonsense_is_refused(client: Any, service: Any, sit_down: Any, fields: dict[str, str]) -> None:
    match = sit_down().match_id
    assert keep(client, match, **fields).status_code == 422
    assert Notes(service.database).of(match) == []


def test_who_watches_reads_them(client: Any, visit: Any, service: Any, sit_down: Any) -> None:
    match = sit_down().match_id
    keep(client, match, hand="0", text="The final")
    watcher = visit(Permission.WATCH, match)
    page = watcher.get(f"/matches/{match}/sheet").get_data(as_text=True)
    assert "The final" in page
    assert "Change a note" not in page
    assert keep(watcher, match, hand="0", text="mine").status_code in (400, 404)
    assert Notes(service.database).of(match) == [(0, "The final")]


def test_they_come_with_the_file_of_the_book(service: Any, sit_down: Any, tmp_path: Path, clock: Any) -> None:
    match = sit_down().match_id
    with service.database.writing():
        Notes(service.database).put(match, 1, "three aces")
    books = ScoreBooks(service.database, service.clock)
    file = json.loads("".join(whole_book(service, books, BOOK, lambda number, why: None)))
    other = MatchService(Database(tmp_path / "other.db"), clock)
    there = ScoreBooks(other.database, other.clock)
    for _ in range(2):
        list(LogsImport(other, there).bring_in(there.first().id, read_logs(file, "The file")))
    assert Notes(other.database).of_book(1) == [[1, 1, "three aces"]]
    other.close()
