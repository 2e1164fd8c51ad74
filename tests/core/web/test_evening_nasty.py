"""Malformed posts to an evening's page."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

import pytest

from referee.books.evenings import Evenings
from referee.books.logs_file import read_logs, whole_book
from referee.books.logs_import import LogsImport
from referee.books.score_books import ScoreBooks
from tests.conftest import BOOK
from tests.core.web.test_evenings import Secretary
from tests.core.web.test_evenings import evenings as evenings  # Fixtures.
from tests.pages import Form


@pytest.fixture
def playing(client: Any, evenings: Evenings) -> Secretary:
    """Four at two tables of cribbage."""
    secretary = Secretary(client, evenings)
    secretary.open(game="cribbage")
    secretary.come("Ann", "Bob", "Cat", "Dan")
    secretary.do(begin="1")
    return secretary


@pytest.mark.parametrize(("fields", "status"), [({"movement": "x"}, 422), ({"like": "9" * 20}, 404)])
def test_a_form_that_no_page_has_opens_no_evening(playing: Secretary, fields: dict[str, str], status: int) -> None:
    playing.get(f"/books/{BOOK}/evenings/new")
    form = {"game": "cribbage", "partners": "fixed", "movement": "everybody", "length": "game", "hands": "4"} | fields
    token = {name: playing.hidden(name) for name in ("csrf_token", "key")}
    assert playing.client.post(f"/books/{BOOK}/evenings/new", data=form | token).status_code == status


@pytest.mark.parametrize("length", ["hands", "minutes"])
@pytest.mark.parametrize("number", ["", " ", "x", "0", "301"])
def test_a_round_is_as_long_as_somebody_has_typed(client: Any, evenings: Evenings, length: str, number: str) -> None:
    """Not one hand, or one minute, because the field was left empty."""
    secretary = Secretary(client, evenings)
    secretary.get(f"/books/{BOOK}/evenings/new")
    form = {"name": "x", "game": "cribbage", "partners": "fixed", "movement": "everybody", "length": length}
    token = {name: secretary.hidden(name) for name in ("csrf_token", "key")}
    answer = client.post(f"/books/{BOOK}/evenings/new", data=form | token | {length: number})
    assert answer.status_code == 422
    page = " ".join(answer.get_data(as_text=True).split())
    assert (f"A round is: how many {length}?" in page) is (not number.strip())
    other = "minutes" if length == "hands" else "hands"
    assert client.post(f"/books/{BOOK}/evenings/new", data=form | token | {length: "5", other: ""}).status_code == 303
    assert secretary.current.evening.setup.number == 5


@pytest.mark.parametrize("name", ["", " ", "\n\t"])
def test_an_evening_has_a_name(playing: Secretary, name: str) -> None:
    playing.get(f"/books/{BOOK}/evenings/new")
    answer = playing.client.post(f"/books/{BOOK}/evenings/new", data=Form(playing.page).fields | {"name": name})
    assert (answer.status_code, "give it a name" in answer.get_data(as_text=True)) == (422, True)


@pytest.mark.parametrize("field", ["name", "first_kind", "second_kind"])
@pytest.mark.parametrize("text", ["\0", "A\u202eB", "\u2066A"])
def test_a_name_that_cannot_be_shown_opens_no_evening(playing: Secretary, field: str, text: str) -> None:
    """It could not be read again."""
    playing.get(f"/books/{BOOK}/evenings/new")
    form = Form(playing.page).fields | {field: text}
    answer = playing.client.post(f"/books/{BOOK}/evenings/new", data=form)
    assert "characters that cannot be shown" in answer.get_data(as_text=True)
    assert (answer.status_code, len(playing.evenings.of_book(BOOK, 9))) == (422, 1)


@pytest.mark.quick(7)
@pytest.mark.parametrize("fields", [
    *({name: value} for name in ("won", "clear", "accept") for value in ("²", "².0", "0.².0", "9.9.9", "")),
    {"won": "0.0.2"}, {"won": "0.0.99999999"},
    {"result": "1", "round": "0", "table": "0", "side_0": "121"},
    {"result": "1", "round": "0", "table": "9", "side_0": "121", "side_1": "80"},
    {"results": "1", "round": "²"},
    {"extend": "²"}, {"handicap": "1", "unit": "Ann", "points": "²"},
    {"fix": "1", "unit": "Ann", "table": "9" * 5000},
])  # fmt: skip
def test_what_no_button_has_is_refused(playing: Secretary, fields: dict[str, str]) -> None:
    before = playing.current.version
    playing.do(422, **fields)
    assert playing.current.version == before


def typed(page: str, button: str) -> dict[str, str]:
    """The fields of the form with a button, as they are filled in."""
    form = next(each.partition("</form>")[0] for each in page.split("<form")[1:] if f'name="{button}"' in each)
    found = dict.fromkeys(re.findall(r'<(?:input|select) name="(\w+)"', form), "")
    for name, options in re.findall(r'(?s)<select name="(\w+)">(.*?)</select>', form):
        chosen = re.findall(r"<option([^>]*)selected[^>]*>([^<]*)", options)
        found[name] = (re.findall(r'value="(\d+)"', chosen[0][0]) or [chosen[0][1]])[0] if chosen else ""
    return found | dict(re.findall(r'<input name="(\w+)"[^>]*?value="([^"]*)"', form))


@pytest.mark.parametrize(("button", "fields"), [
    ("handicap", {"unit": "Cat & Dan", "points": "500"}), ("fix", {"unit": "Cat & Dan", "table": "1000"}),
    ("renumber", {"table": "1", "number": "0"}), ("substitute", {"unit": "Cat & Dan", "by": "Joe"}),
    ("come", {"one": "Joe", "other": "Ann"}), ("rename", {"name": "x" * 41}),
])  # fmt: skip
def test_a_refused_form_keeps_what_was_chosen_and_typed(
    client: Any, evenings: Evenings, button: str, fields: dict[str, Any]
) -> None:
    """Or the number that is corrected would be set for somebody else, or for another table."""
    secretary = Secretary(client, evenings)
    secretary.open(partners="fixed")
    secretary.do(come="1", new="Ann & Bob\nCat & Dan\nEve & Fay\nGus & Hal")
    secretary.do(begin="1")
    page = secretary.do(422, **{button: "1", "round": "0"}, **fields)
    assert {name: text for name, text in typed(page, button).items() if name in fields} == {
        name: escape(text) for name, text in fields.items()}  # fmt: skip


@pytest.mark.parametrize(("fields", "opened"), [
    ({"result": "1", "round": "0", "table": "0", "side_0": "121", "side_1": "x"}, {"round-1", "Change the result"}),
    ({"substitute": "1", "round": "0", "unit": "Ann", "by": ""}, {"round-1", "Somebody else played"}),
    ({"substitute": "1", "round": "1", "unit": "Ann", "by": ""}, {"Change this round"}),
    ({"result": "1", "round": "1", "table": "0", "side_0": "121", "side_1": "x"}, {"Result from paper"}),
    ({"handicap": "1", "unit": "Ann", "points": "x"}, {"players", "Handicaps"}),
    ({"rename": "1", "name": ""}, {"Change the name"}),
])  # fmt: skip
def test_what_was_refused_is_in_sight(playing: Secretary, fields: dict[str, Any], opened: set[str]) -> None:
    """Also in an earlier round; nothing else is opened."""
    for table in range(2):
        playing.do(won=f"0.{table}.0")
    playing.do(begin="1")
    page = playing.do(422, **fields)
    found = re.findall(r'(?s)<details(?: class="[^"]*")?(?: id="([^"]*)")?[^>]*? open[^>]*><summary>([^<]*)|'
                       r'<details id="([^"]*)"[^>]*? open', page)  # fmt: skip
    assert {next(filter(None, each)).strip() for each in found} == opened


@pytest.mark.parametrize("key", ["", "x" * 5000, "\\0", "a b"])
def test_a_key_that_no_page_makes_keeps_no_book_out_of_its_file(playing: Secretary, service: Any, key: str) -> None:
    """Its evenings and matches can be imported again."""
    playing.do(key=key, come="1", new="Eve")
    playing.do(key=key, come="1", new="Fay")
    form = playing.form()
    new = playing.client.post(f"/matches/{playing.match_of('Ann')}/rematch", data=form | {"key": key})
    assert new.status_code == 303
    books = ScoreBooks(service.database, service.clock)
    text = "".join(whole_book(service, books, BOOK, lambda number, why: None))
    other = books.begin("Other").id
    list(LogsImport(service, books).bring_in(other, read_logs(json.loads(text), "The file")))
    assert playing.current.evening.units[-2:] == [("Eve",), ("Fay",)]
