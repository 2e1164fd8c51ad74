"""New matches, the list, sheets, preferences; and the pages for strangers and for errors."""

import re
import sqlite3
from typing import Any

import pytest

from referee.games.havilering.game import HAVILERING
from tests.conftest import NAMES
from tests.pages import text, without_random

FORM = NAMES | {
    "dealer": "N",
    "target": "121",
    "best_of": "3",
    "season": "auto",
    "jack_havel": "2",
    "jack_havel_dealer": "4",
}


def send(client: Any, **fields: str) -> Any:
    page = client.get("/books/1/new").get_data(as_text=True)
    found = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf_token", "key")}
    return client.post("/books/1/new", data=found | FORM | fields)


def test_a_new_match_is_opened_with_what_was_chosen(client: Any, service: Any) -> None:
    answer = send(client, muggins="y", season="winter", dealer="S", jack_havel="3", jack_havel_dealer="6")
    assert answer.status_code == 303
    match = service.current(1).whole_match
    rules = match.setup.rules
    assert (match.dealer, rules.muggins, rules.best_of, rules.target) == ("S", True, 3, 121)
    assert (rules.season.value, rules.values.jack_havel, rules.values.jack_havel_dealer) == ("winter", 3, 6)


def test_the_season_is_told_and_southern_players_may_have_theirs(client: Any, service: Any) -> None:
    page = client.get("/books/1/new").get_data(as_text=True)
    assert "Spring, Jack of hearts, until 20 June in Sussex" in " ".join(page.split())
    assert "None" not in page
    send(client, season="south")
    assert service.current(1).whole_match.season.value == "autumn"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"N": ""}, "Opposite you: who sits here?"),
        ({"E": "   "}, "On your right"),
        ({"S": "x" * 41}, "at most 40 characters"),
        ({"W": "ann"}, "Two players are called Ann"),
        ({"target": "10"}, "from 11 to 1000"),
        ({"target": "many"}, "Game to"),
        ({"best_of": "4"}, "odd number"),
        ({"dealer": "Q"}, "First dealer"),
        ({"season": "monsoon"}, "Season"),
        ({"jack_havel": "100"}, "Jack Havel"),
    ],
)
def test_what_is_wrong_is_told_and_what_was_typed_stays(
    client: Any, service: Any, fields: dict[str, str], said: str
) -> None:
    answer = send(client, **fields)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert said in page
    assert "Dan" in page or "W" in fields
    assert service.database.numbers() == []


def test_names_are_shown_as_typed_and_never_as_markup(client: Any) -> None:
    send(client, N="<script>alert(1)</script>", E='"><img src=x>', S="李娜", W="a&b{{7*7}}")
    for path in (
        "/books/1/",
        "/books/1/new",
        "/matches/1/",
        "/matches/1/sheet",
        "/matches/1/board",
        "/matches/1/ruling",
    ):
        page = client.get(path).get_data(as_text=True)
        assert "<script>alert" not in page
        assert "<img" not in page
        assert "b49" not in without_random(page)
    assert "&lt;script&gt;" in client.get("/matches/1/").get_data(as_text=True)


def test_a_tab_that_is_pasted_with_a_name_is_a_space(client: Any, service: Any) -> None:
    assert send(client, N="Ann\tLee ").status_code == 303
    assert "Ann Lee" in service.current(1).setup.players.values()


def test_names_of_either_direction_stand_in_their_order(client: Any) -> None:
    send(client, N="عبد الرحمن", E="Bob", S="Zoe", W="דן")
    for path in ("/books/1/", "/matches/1/sheet", "/matches/1/watch"):
        page = client.get(path).get_data(as_text=True)
        assert "\u2068عبد الرحمن\u2069 &amp; Zoe" in page
        assert "Bob &amp; \u2068דן\u2069" in page
    assert client.get("/matches/1/record.json").get_json()["players"]["N"] == "عبد الرحمن"


def test_the_draw_seats_the_players(client: Any) -> None:
    page = send(client, draw="1", draw_N="2C", draw_E="AH", draw_S="5D", draw_W="9H").get_data(as_text=True)
    # Spring: hearts are highest, so Bob's ace deals; down the circle come diamonds, clubs, spades.
    assert "Bob drew highest and deals; Ann drew lowest and is the dealer’s partner." in page
    assert re.search(r'name="W"[^>]*value="Ann"', page)
    assert re.search(r'name="E"[^>]*value="Bob"', page)
    assert re.search(r'name="N"[^>]*value="Dan"', page)
    assert re.search(r'name="dealer" value="E" checked', page)


def test_a_draw_needs_four_different_cards(client: Any) -> None:
    page = send(client, draw="1", draw_N="2C", draw_E="AH", draw_S="oops", draw_W="2C")
    assert page.status_code == 422
    assert "Cat drew: write rank and suit" in page.get_data(as_text=True)
    page = send(client, draw="1", draw_N="2C", draw_E="AH", draw_S="3C", draw_W="2C")
    assert "cannot have drawn the same card" in page.get_data(as_text=True)


def test_a_double_tap_opens_one_match(client: Any, service: Any) -> None:
    page = client.get("/books/1/new").get_data(as_text=True)
    found = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf_token", "key")}
    assert (
        client.post("/books/1/new", data=FORM | found).location
        == client.post("/books/1/new", data=FORM | found).location
    )
    assert service.database.numbers() == [1]


def test_a_form_changed_after_going_back_opens_another_match(client: Any, service: Any) -> None:
    page = client.get("/books/1/new").get_data(as_text=True)
    found = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf_token", "key")}
    client.post("/books/1/new", data=FORM | found)
    for _ in range(2):
        client.post("/books/1/new", data=FORM | found | {"S": "Eve"})
    setups = [service.current(number).whole_match.setup for number in service.database.numbers()]
    assert [HAVILERING.setups.players(setup)["S"] for setup in setups] == [FORM["S"], "Eve"]


def test_the_next_match_is_filled_in_with_the_same_four(client: Any) -> None:
    send(client, muggins="y", best_of="5")
    page = client.get("/books/1/new").get_data(as_text=True)
    for name in NAMES.values():
        assert f'value="{name}"' in page
    assert re.search(r'name="best_of"[^>]*value="5"', page)
    assert re.search(r'name="dealer" value="E" checked', page)


def test_the_list_shows_open_and_finished_matches_newest_first(client: Any, sit_down: Any) -> None:
    assert "No matches yet" in client.get("/books/1/").get_data(as_text=True)
    for page in ("players", "seasons"):
        assert "Start a match" in client.get(f"/books/1/{page}").get_data(as_text=True)
    assert "Two players, 26 tricks" in client.get("/books/1/").get_data(as_text=True)
    for _ in range(3):
        sit_down(target=11, season="winter").trick("QH AH KH JH")
    sit_down()
    page = client.get("/books/1/").get_data(as_text=True)
    listed = re.findall(r'<h2>([\w ]+)</h2>|class="match"><a href="/matches/(\d+)/(?:sheet)?"', page)
    assert [heading or number for heading, number in listed] == ["On the table", "4", "Finished", "3", "2", "1"]
    for number in (10**30, -(10**30), 0):
        for path in ("/books/1/?before=", "/dispute?match="):
            assert client.get(f"{path}{number}").status_code == 200
        assert client.get(f"/books/1/new?like={number}").status_code == (404 if number else 200)
    assert "/matches/2/" not in client.get("/?before=2").get_data(as_text=True)


def test_the_record_can_be_saved_and_is_the_match(client: Any, sit_down: Any, service: Any) -> None:
    player = sit_down(target=11)
    player.trick("QH AH KH JH")
    answer = client.get(f"/matches/{player.match_id}/record.json")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert HAVILERING.read(answer.get_json()) == service.record(player.match_id)


def test_preferences_are_kept(client: Any) -> None:
    token = re.findall(r'name="csrf_token" value="([^"]*)"', client.get("/settings").get_data(as_text=True))[0]
    client.post("/settings", data={"csrf_token": token, "theme": "dark", "colours": "four"})
    page = client.get("/books/1/").get_data(as_text=True)
    assert '<html lang="en" data-four>' in page
    assert re.search(r'dark.css[^"]*"\s+media="all">', page)
    client.post("/settings", data={"csrf_token": token, "theme": "<b>", "colours": "two"})
    page = client.get("/books/1/").get_data(as_text=True)
    assert '<html lang="en">' in page
    assert re.search(r'dark.css[^"]*"\s+media="all">', page)
    client.post("/settings", data={"csrf_token": token, "type": "large", "hand": "left"})
    page = client.get("/books/1/").get_data(as_text=True)
    assert '<html lang="en" data-large>' in page
    assert "core.left" in page
    client.post("/settings", data={"csrf_token": token, "type": "huge", "hand": "right"})
    page = client.get("/books/1/").get_data(as_text=True)
    assert '<html lang="en" data-large>' in page
    assert "core.left" not in page
    client.post("/settings", data={"csrf_token": token, "theme": "light"})
    assert re.search(r'dark.css[^"]*"\s+media="not all">', client.get("/books/1/").get_data(as_text=True))


def test_a_player_may_see_a_clock(client: Any, sit_down: Any, service: Any) -> None:
    player = sit_down()
    address = f"/matches/{player.match_id}/"
    page = client.get(address).get_data(as_text=True)
    assert "data-since" not in page
    assert "core.clock" not in page
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    client.post("/settings", data={"csrf_token": token, "clock": "on"})
    page = client.get(address).get_data(as_text=True)
    started = service.current(player.match_id).setup.started.isoformat()
    assert re.search(rf'data-since="{re.escape(started)}">since\s+<time', page)
    assert "core.clock" in page


PAGES = ("", "why/1/1", "board", "ruling", "pegs", "sheet", "record.json", "mend", "mend/1", "mend/1/1", "mend/look",
         "log", "leader", "revoke/1/1/N")  # fmt: skip


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        f"/matches/{10**30}/",
        "/matches/1/mend/7",
        "/matches/999/",
        "/matches/x/",
        *(f"/matches/999/{page}" for page in PAGES),
    ],
)
def test_what_is_not_there_is_404(client: Any, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<h1>Not found</h1>" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "what",
    ["enter", "ruling", "pegs", "mend/look"],
)
def test_every_post_needs_its_token(client: Any, sit_down: Any, service: Any, what: str) -> None:
    player = sit_down()
    answer = client.post(
        f"/matches/{player.match_id}/{what}", data={"version": "0", "key": "k", "cards": "7S.AS.9S.8S"}
    )
    assert answer.status_code == 400
    assert "load the page" in answer.get_data(as_text=True)
    assert service.current(player.match_id).version == 0


def test_headers_guard_every_answer(client: Any, sit_down: Any) -> None:
    sit_down()
    for path in ("/books/1/", "/books/1/new", "/matches/1/", "/nowhere", "/matches/1/sheet"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "HX-Request" in headers["Vary"]
    assert "Set-Cookie" not in client.get("/books/1/").headers


@pytest.mark.quick(8)
@pytest.mark.parametrize("path", ["/books/1/", "/books/1/new", "/matches/1/", "/matches/1/sheet", "/matches/1/ruling",
                                  "/matches/1/pegs", "/matches/1/board", "/nowhere", "/dispute",
                                  "/dispute?cards=3C.2H.KH.AH",
                                  "/dispute?match=1", "/rules", "/rules?q=run", "/matches/1/mend",
                                  "/matches/1/mend/look", "/matches/1/log", "/matches/1/leader"])  # fmt: skip
def test_every_page_has_one_heading_a_title_and_nothing_inline(client: Any, sit_down: Any, path: str) -> None:
    sit_down()
    page = client.get(path).get_data(as_text=True)
    assert page.count("<h1") == 1
    assert re.search(r"<title>[^<]+ · Referee</title>", page)
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on[a-z]+=", page)


def test_too_large_a_post_is_refused(client: Any, sit_down: Any) -> None:
    player = sit_down()
    assert player.post("", cards="7S." * 30_000).status_code == 413


def test_a_book_that_cannot_be_written_says_so_and_keeps_nothing(
    client: Any, sit_down: Any, service: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = sit_down()

    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(service.database, "append", full)
    answer = player.trick("7S AS 9S 8S")
    assert answer.status_code == 503
    assert "nothing was entered" in player.page
    monkeypatch.undo()
    player.look()
    assert player.hidden("version") == "0"
    player.trick("7S AS 9S 8S")
    assert "Cat wins 6 points" in player.page


@pytest.mark.parametrize("answers", [[], ["no"], ["yes"]])
def test_a_game_that_is_won_is_not_the_next_one_yet(client: Any, sit_down: Any, answers: list[str]) -> None:
    """While it is offered to be finished, and while its points run."""
    player = sit_down(target=11, best_of=3, season="winter")
    player.trick("QH AH KH JH")
    for answer in answers:
        player.post(f"reply answer={answer}")
    where = "Trick 2 of 13" if "yes" in answers else "Trick 1 of 13"
    assert f"Game 1 · Hand 1 · {where}" in text(client.get("/books/1/").get_data(as_text=True))
    assert f"Game 1 · {where}" in player.look()
    if "yes" not in answers:
        for _ in range(2 - len(answers)):
            player.post("reply answer=no")
        assert "Game 2 · Hand 2 · Trick 1 of 13" in text(client.get("/books/1/").get_data(as_text=True))


def test_a_game_won_before_its_first_trick_has_no_trick_nought(client: Any, sit_down: Any) -> None:
    player = sit_down(target=11, best_of=3)
    page = client.get("/matches/1/pegs").get_data(as_text=True)
    form = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf_token", "version", "key")}
    client.post("/matches/1/pegs", data=form | {"NS": "11", "EW": "0", "reason": "agreed"})
    for page in (player.look(), client.get("/books/1/").get_data(as_text=True)):
        assert "Trick 0" not in page
        assert "Before the first trick" in page


def test_a_season_comes_back_as_it_was_chosen(client: Any, service: Any) -> None:
    def chosen(path: str) -> str:
        page = client.get(path).get_data(as_text=True)
        return str(re.findall(r'<option selected value="(\w+)"', page)[0])

    send(client, season="spring")
    assert chosen("/books/1/new?like=1") == "spring"
    assert chosen("/books/1/new") == "auto"  # For another evening it is looked up again.
    send(client, season="autumn")
    assert chosen("/books/1/new?like=2") == "autumn"
    send(client, season="south")
    assert chosen("/books/1/new?like=3") == chosen("/books/1/new") == "south"
    assert service.record(3).setup.rules.southern
