"""A club's next evening: like last time, people from lists, one link that leads to the running evening."""

from __future__ import annotations

import re
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from referee.books.permissions import TABLE_SCORE, TABLE_WATCH
from referee.evenings.actions import Rename
from referee.evenings.naming import renamed
from referee.web.evenings.people import pairs_in, people_in, unclear_in
from referee.web.filters import day
from referee.web.sharing.views import address
from tests.conftest import BOOK
from tests.core.test_growth import calls_of
from tests.core.web.test_evening_results import words
from tests.core.web.test_evenings import NAMES, Secretary


@pytest.fixture
def secretary(client: Any, app: Flask) -> Secretary:
    made = Secretary(client, app.extensions["evenings"])
    made.open()
    return made


@pytest.mark.parametrize(("text", "people"), [
    ("Ann\nBob Smith\n\n", ["Ann", "Bob Smith"]), ("Smith, John\nDoe, Jane", ["John Smith", "Jane Doe"]),
    ("Ann, Bob, Cat", ["Ann", "Bob", "Cat"]), ("Hal; Ida;", ["Hal", "Ida"]), ("Hal, Ida,", ["Hal", "Ida"]),
    ("First name,Last name\nJohn,Smith", ["John Smith"]), ("Name\nAnn", ["Ann"]),
    ("John;Smith", ["John Smith"]), ("John\tSmith\t42", ["John Smith"]), ('"Smith, John"', ["John Smith"]),
    ('"Smith, John";12', ["John Smith"]), ("  Ann   Lee ", ["Ann Lee"]), ("", []),
])  # fmt: skip
def test_people_of_a_list(text: str, people: list[str]) -> None:
    assert people_in(text) == people


@pytest.mark.parametrize(("text", "unclear"), [
    ("Smith, John", ["Smith, John"]), ("Hal, Ida\nJoe", ["Hal, Ida"]), ("Bob, Cat", []), ("Lee, Ann", []),
    ('"Smith, John"', []), ("Last name,First name\nSmith,John", []), ("Ann Ray; Bob Ray", []), ("Hal, Ida,", []),
    ("Smith, John, Joe", []), ("Smith, 42", []),
])  # fmt: skip
def test_one_person_or_two(text: str, unclear: list[str]) -> None:
    """Bob and Ann Lee are known."""
    assert unclear_in(text, ["Bob", "ann lee"]) == unclear


def test_a_long_list_of_people_is_read_in_linear_time() -> None:
    """Each line used to be compared with every known name, and a long line with a comma from each of its letters."""

    def read(lines: int) -> None:
        text, known = "Ann, Bob\n" * lines, [f"Player {number}" for number in range(lines)]
        assert len(unclear_in(text, known)) == len(people_in(text, known)) == lines

    few, many = (calls_of(partial(read, lines)) for lines in (50, 100))
    assert many < 2.1 * few
    assert unclear_in("a" * 30_000 + "," + "1" * 30_000, ()) == []  # This took a minute.


def test_two_on_a_line_are_asked_for(secretary: Secretary) -> None:
    """Before they count; those who are known are not."""
    page = words(secretary.do(422, come="1", new="Hal, Ida\nJoe"))
    assert "“Hal, Ida”: one person, or two?" in page
    assert "one person, or two? One: Ida Hal Two: Hal and Ida" in page  # At once below the question.
    assert not secretary.current.evening.here
    secretary.do(come="two", new="Hal, Ida\nJoe")
    secretary.do(come="one", new="Smith, John")
    secretary.do(begin="1")
    secretary.do(leave="Ida")
    secretary.do(come="1", new="Ida, Kim")
    assert [unit[0] for unit in secretary.current.evening.here] == ["Hal", "Joe", "John Smith", "Ida", "Kim"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_names_come_from_a_file(secretary: Secretary, encoding: str) -> None:
    data = BytesIO("Last name,First name\r\nSmith,Zoë\r\n".encode(encoding))
    secretary.do(come="1", new="Ann", list=(data, "club.csv"))
    assert [unit[0] for unit in secretary.current.evening.here] == ["Ann", "Zoë Smith"]


def test_pairs_of_a_list() -> None:
    text = "Ann & Bob\nCat, Dan\nEve;Fay\n\nPlayer,Partner\nGus + Hal"
    assert pairs_in(text) == [("Ann", "Bob"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal")]


def test_pairs_are_pasted(client: Any, app: Flask) -> None:
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(partners="fixed")
    secretary.do(come="1", one="Ann", other="Bob", new="Cat & Dan\nEve & Fay")
    assert len(secretary.current.evening.here) == 3
    assert "give both names" in secretary.do(422, come="1", one="", other="", new="Gus")


def test_like_last_time_is_one_tap(secretary: Secretary, app: Flask) -> None:
    secretary.come(*NAMES)
    secretary.do(leave="Ann")
    secretary.do(begin="1")
    page = secretary.get(f"/books/{BOOK}/evenings/new")
    assert "Like last time" in page
    form = {name: secretary.hidden(name) for name in ("csrf_token", "key")} | {"like": secretary.current.row.key}
    answers = [secretary.client.post(f"/books/{BOOK}/evenings/new", data=form) for _ in range(2)]
    assert [answer.location for answer in answers] == ["/evenings/2/"] * 2
    latest = app.extensions["evenings"].current(2)
    again = latest.evening
    assert again.setup == secretary.current.evening.setup
    assert sorted(unit[0] for unit in again.here) == sorted(set(NAMES) - {"Ann"})
    assert f'value="{latest.row.key}"' in secretary.get(f"/books/{BOOK}/evenings/new")
    for unknown in ("1", "2", "x" * 5000):  # After a backup was restored, another evening may have a number.
        answer = secretary.client.post(f"/books/{BOOK}/evenings/new", data=form | {"like": unknown})
        assert answer.status_code == 404


def test_an_evening_is_renamed(secretary: Secretary) -> None:
    """Also once it is over; the next one is like it, and can be told from it by its day."""
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    secretary.do(won="0.0.0")
    secretary.do(end="1")
    secretary.do(rename="1", name=" Autumn  drive ")
    page = secretary.get("/evenings/1/")
    assert "Undo: the name “Autumn drive”" in page
    assert "<h1><bdi>Autumn drive</bdi>" in page
    assert str(day(secretary.current.row.opened)) in page
    assert "Autumn drive" in secretary.get("/evenings/1/board")
    assert "Autumn drive" in secretary.get(f"/books/{BOOK}/evenings")
    assert [each.id for each in secretary.evenings.found(BOOK, ["autumn"])] == [1]
    assert secretary.evenings.current(secretary.evenings.open_like(1, "again")).evening.setup.name == "Autumn drive"
    file = secretary.client.get("/evenings/1/standings.csv").headers["Content-Disposition"]
    assert secretary.current.row.opened[:10] in file
    for name in ("", " ", "x" * 41, "a\u202eb"):
        page = secretary.do(422, rename="1", name=name)
        assert re.search(r'(?s)<details open><summary>Change the name.*aria-invalid="true"', page)
    secretary.do(undo="1")
    assert "<h1><bdi>Club night</bdi>" in secretary.get("/evenings/1/")


def test_a_renamed_player_renames_no_evening(secretary: Secretary) -> None:
    secretary.come(*NAMES[:4])
    secretary.do(rename="1", name="Ann")
    assert renamed(Rename("Ann"), {"Ann": "Anna"}) == Rename("Ann")
    assert secretary.current.evening.setup.name == "Ann"


def test_like_last_time_keeps_handicaps_and_fixed_tables(secretary: Secretary, app: Flask) -> None:
    """People are listed by name: those who sat together are found no better in the order of their tables."""
    secretary.come("Zoë", "ann", *NAMES[1:4])
    secretary.do(handicap="1", unit="Bob", points="5")
    secretary.do(fix="1", unit="Cat", table="3")
    secretary.do(begin="1")
    evenings = app.extensions["evenings"]
    number = evenings.open_like(1, "again")
    assert evenings.open_like(1, "again") == number
    again = evenings.current(number).evening
    assert (again.handicaps, again.fixed) == ({("Bob",): 5}, {("Cat",): 3})
    assert again.here == (("ann",), ("Bob",), ("Cat",), ("Dan",), ("Zoë",))


def test_like_last_time_takes_everybody_once(client: Any, app: Flask) -> None:
    """In their latest pair; nobody who left before playing is missed, whatever was set for them."""
    secretary = Secretary(client, app.extensions["evenings"])
    secretary.open(partners="fixed")
    secretary.do(come="1", new="Ann & Bob\nEve & Fay\nGus & Hal")
    for unit in ("Ann & Bob", "Gus & Hal"):
        secretary.do(handicap="1", unit=unit, points="5")
        secretary.do(fix="1", unit=unit, table="3")
    secretary.do(leave="Gus & Hal")
    secretary.do(begin="1")
    secretary.do(leave="Ann & Bob")
    secretary.do(come="1", new="Cat & Ann")
    secretary.do(begin="1")
    assert "Like last time: Club night, 20 June 2026 at 21:00, 5 players, 2 rounds" in words(
        secretary.get(f"/books/{BOOK}/evenings/new")).replace(" ,", ",")  # fmt: skip
    again = secretary.evenings.current(secretary.evenings.open_like(1, "again")).evening
    assert again.here == (("Cat", "Ann"), ("Eve", "Fay"))
    assert not again.handicaps
    assert not again.fixed


def test_people_of_the_book_are_the_same_in_capitals(secretary: Secretary, app: Flask) -> None:
    """A club's list may have them so; typed as players, or as a substitute, they have one line in the ratings."""
    secretary.come("Ann", "Bob", "Cat", "Zoë")
    secretary.do(begin="1")
    number = app.extensions["evenings"].open(BOOK, secretary.current.evening.setup, "next")
    path = f"/evenings/{number}/"
    secretary.page = secretary.client.get(path).get_data(as_text=True)
    form = {name: secretary.hidden(name) for name in ("csrf_token", "version", "key", "opened", "epoch")}
    secretary.client.post(path, data=form | {"come": "1", "new": "ANN\nbob\nDAN\nEve"})
    current = secretary.evenings.current(number)
    assert [unit[0] for unit in current.evening.here] == ["Ann", "Bob", "DAN", "Eve"]
    current = secretary.evenings.begin_round(number, current.version, "begun", 1)
    substitute = {"substitute": "1", "round": "0", "unit": "Eve", "by": "zoË"}
    form |= {"version": str(current.version)}
    assert secretary.client.post(path, data=form | substitute).status_code == 303
    assert ("Zoë",) in secretary.evenings.current(number).evening.here


def phone_with(app: Flask, kind: Any) -> Any:
    client, books = app.test_client(), app.extensions["score_books"]
    assert client.get(address(books.grant(kind, BOOK), app.config["SECRET_KEY"])).location == f"/tables/{BOOK}"
    return client


def test_the_clubs_link_leads_to_the_running_evening(secretary: Secretary, app: Flask, clock: Any) -> None:
    """It remembers whose phone it is, from evening to evening."""
    assert "table-score" in secretary.get("/evenings/1/links")
    phone, screen = phone_with(app, TABLE_SCORE), phone_with(app, TABLE_WATCH)
    secretary.come(*NAMES[:4])
    assert phone.get(f"/tables/{BOOK}").location == "/evenings/1/seat"
    assert screen.get(f"/tables/{BOOK}").location == "/evenings/1/board"
    assert screen.get("/evenings/1/board").status_code == 200
    assert screen.get("/evenings/1/seat").status_code == 404
    page = phone.get("/evenings/1/seat").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    phone.post("/evenings/1/seat", data={"csrf_token": token, "name": "Bob"})
    secretary.do(begin="1")
    assert phone.get("/evenings/1/seat").location == f"/matches/{secretary.match_of('Bob')}/"
    secretary.do(end="1")
    assert "Club night" in phone.get("/evenings/1/seat").get_data(as_text=True)  # Until the next one is opened.
    number = app.extensions["evenings"].open_like(1, "again")
    assert phone.get(f"/tables/{BOOK}").location == f"/evenings/{number}/seat"
    assert "<bdi>Bob</bdi>, the first round has not begun" in phone.get(f"/evenings/{number}/seat").get_data(
        as_text=True
    )
    # A page that was left open goes on to it, the board to the board.
    assert phone.get("/evenings/1/seat?since=x").location == f"/tables/{BOOK}"
    for each in (phone, screen):
        board = each.get(each.get("/evenings/1/board").location)
        assert board.location == f"/evenings/{number}/board"
    assert app.test_client().get("/evenings/1/seat").status_code == 404
    clock.move(days=2)  # Nobody ended it: the link leads to the table.
    assert phone.get(f"/tables/{BOOK}").location != f"/evenings/{number}/seat"


def test_an_evening_of_several_days_stays_where_the_clubs_link_leads(
    secretary: Secretary, app: Flask, clock: Any
) -> None:
    phone = phone_with(app, TABLE_SCORE)
    clock.move(days=7)  # It was opened a week before.
    assert phone.get(f"/tables/{BOOK}").location != "/evenings/1/seat"
    secretary.come(*NAMES[:4])
    assert phone.get(f"/tables/{BOOK}").location == "/evenings/1/seat"
    secretary.do(begin="1")
    clock.move(days=2)
    assert phone.get(f"/tables/{BOOK}").location == "/evenings/1/seat"


def events_at(phone: Any, match: int) -> str:
    """The events that a phone at a table gets at once, when it connects."""
    return str(phone.get(f"/matches/{match}/line").get_data(as_text=True))


def test_a_table_opened_by_the_clubs_link_stays_open(secretary: Secretary, app: Flask, service: Any) -> None:
    """Also while other tables open theirs later, once its own is over, and after the evening."""
    phone, screen = phone_with(app, TABLE_SCORE), phone_with(app, TABLE_WATCH)
    secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    matches = [row.match_id for row in secretary.current.tables.values()]
    assert not [match for match in matches if "event: opened" in events_at(phone, match)]
    assert screen.get(f"/matches/{matches[0]}/watch").status_code == 200
    with service.database.writing():
        service.database.run("UPDATE matches SET over = 1")
    assert [phone.get(f"/matches/{match}/").status_code for match in matches] == [200, 200]
    secretary.do(end="1")
    assert phone.get(f"/tables/{BOOK}").location == "/evenings/1/seat"
    assert screen.get(f"/tables/{BOOK}").location == "/evenings/1/board"
    assert "event: opened" not in events_at(phone, matches[1])
