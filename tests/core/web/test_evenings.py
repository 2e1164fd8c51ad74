"""Evenings of several tables on the web: people, rounds, results, the board, seats, and permissions."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask

from referee.books.current_evening import CurrentEvening
from referee.books.evenings import Evenings
from referee.books.permissions import EVENING_SCORE, EVENING_WATCH, Permission
from referee.evenings.rounds import names_of
from referee.faults import RefusedError
from referee.store.evenings import EveningStore
from referee.store.quota import Quota
from referee.web.sharing.views import address
from tests.conftest import BOOK, Player

NAMES = "Ann Bob Cat Dan Eve Fay Gus Hal Ida".split()


class Secretary:
    """Runs an evening as the page lets them."""

    def __init__(self, client: Any, evenings: Evenings) -> None:
        self.client, self.evenings, self.page = client, evenings, ""

    def open(self, **fields: str) -> None:
        self.get(f"/books/{BOOK}/evenings/new")
        form = {"name": "Club night", "game": "havilering", "partners": "changing", "movement": "everybody",
                "length": "game", "hands": "4", "minutes": "30"} | fields  # fmt: skip
        token = {name: self.hidden(name) for name in ("csrf_token", "key")}
        answer = self.client.post(f"/books/{BOOK}/evenings/new", data=form | token)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        assert answer.location == "/evenings/1/"

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        self.page = answer.get_data(as_text=True)
        return self.page

    def hidden(self, name: str) -> str:
        found = [tag for tag in re.findall(r"<input[^>]*>", self.page) if f'name="{name}"' in tag]
        return str(re.findall(r'value="([^"]*)"', found[0])[0])

    def form(self) -> dict[str, str]:
        self.get("/evenings/1/")
        return {name: self.hidden(name) for name in ("csrf_token", "version", "key")}

    def do(self, status: int = 303, **fields: Any) -> str:
        answer = self.client.post("/evenings/1/", data=self.form() | fields)
        assert answer.status_code == status
        return str(answer.get_data(as_text=True))

    def come(self, *names: str) -> None:
        self.do(come="1", new="\n".join(names))

    @property
    def current(self) -> CurrentEvening:
        return self.evenings.current(1)

    def match_of(self, name: str) -> int:
        current = self.current
        number = len(current.evening.rounds) - 1
        tables = current.evening.rounds[number].tables
        place = next(at for at, table in enumerate(tables) if any(name in names_of(side) for side in table))
        return current.tables[number, place].match_id


@pytest.fixture
def evenings(app: Flask) -> Evenings:
    found: Evenings = app.extensions["evenings"]
    return found


@pytest.fixture
def secretary(client: Any, evenings: Evenings) -> Secretary:
    made = Secretary(client, evenings)
    made.open()
    return made


@pytest.fixture
def guest(app: Flask, score_books: Any) -> Any:
    """A phone that came in by a link of an evening."""

    def guest(kind: Any) -> Any:
        client = app.test_client()
        assert client.get(address(score_books.grant(kind, 1), app.config["SECRET_KEY"])).status_code == 303
        return client

    return guest


def test_a_full_book_takes_nothing_more_of_evenings(secretary: Secretary, service: Any, monkeypatch: Any) -> None:
    secretary.come(*NAMES[:8])
    monkeypatch.setattr(service, "_quota", Quota(bytes=1))
    assert "Start a new book" in secretary.do(422, begin="1")
    assert secretary.current.version == 1
    with pytest.raises(RefusedError, match="Start a new book"):
        secretary.evenings.open(BOOK, secretary.current.evening.setup, "another")


def test_an_evening_from_arriving_to_prize_giving(secretary: Secretary) -> None:
    assert "Too few for a table" in secretary.get("/evenings/1/")
    secretary.come(*NAMES[:6])
    secretary.do(come="1", who=["Gus"], new="Hal, Ida;")
    assert [unit[0] for unit in secretary.current.evening.here] == NAMES
    assert "9 players: 2 tables, 1 player sits out" in secretary.get("/evenings/1/")
    secretary.do(begin="1")
    first = secretary.current.evening.rounds[0]
    assert f"Sitting out: <bdi>{first.out[0][0]}</bdi>" in secretary.get("/evenings/1/board")
    Player(secretary.client, secretary.current.tables[0, 0].match_id).trick("7S AS 9S 8S")
    page = secretary.get("/evenings/1/")
    assert "hand 1" in page
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    secretary.do(result="1", round="0", table="1", side_0="80", side_1="121")
    secretary.do(leave=first.tables[0][0][0][0])
    secretary.come("Joe")
    secretary.do(begin="1")
    assert len(secretary.current.evening.rounds) == 2
    assert sorted(secretary.current.evening.rounds[1].units) == sorted(secretary.current.evening.here)
    secretary.do(end="1")
    board = secretary.get("/evenings/1/board")
    assert "The winners of" in board
    assert [line.earned for line in secretary.current.standings][:5] == [2, 2, 2, 2, 0]
    assert "Club night" in secretary.get(f"/books/{BOOK}/")
    assert "10 players, 2 rounds. Won by" in re.sub(r"\s+", " ", secretary.page)
    secretary.do(undo="1")
    assert not secretary.current.evening.is_over


def test_what_matches_come_to_counts(secretary: Secretary, service: Any) -> None:
    """A table that is scored on a phone needs nothing by hand; a correction there changes the standings."""
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    player = Player(secretary.client, secretary.match_of("Ann"))
    player.trick("7S AS 9S 8S")
    match = service.current(player.match_id).whole_match
    found = secretary.current.scores[0, 0]
    assert not secretary.current.results  # The table is still playing.
    assert [score.points for score in found] == [match.score.ns, match.score.ew]
    assert sum(score.points for score in found) > 0
    sides = secretary.current.evening.rounds[0].tables[0]
    setup = service.current(player.match_id).setup
    seats = setup.players
    assert {seats["N"], seats["S"]} == set(names_of(sides[0]))
    player.post("undo")
    assert secretary.current.scores[0, 0] == tuple(type(found[0])(0) for _ in range(2))


@pytest.mark.quick(3)
@pytest.mark.parametrize("game", ["havilering", "cribbage", "hearts", "humbug-whist", "grevjass", "karnoffel"])
@pytest.mark.parametrize("length", ["game", "hands", "minutes"])
@pytest.mark.parametrize("partners", ["changing", "fixed"])
def test_every_game(client: Any, evenings: Evenings, game: str, length: str, partners: str) -> None:
    secretary = Secretary(client, evenings)
    secretary.open(game=game, length=length, partners=partners)
    if secretary.current.evening.setup.is_fixed:
        for one, other in zip(NAMES[0:8:2], NAMES[1:8:2], strict=True):
            secretary.do(come="1", one=one, other=other)
    else:
        secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    secretary.do(begin="1")
    current = secretary.current
    for (number, place), row in current.tables.items():
        seated = {name for side in current.evening.rounds[number].tables[place] for name in names_of(side)}
        match = evenings._matches.current(row.match_id)
        assert set(match.game.setups.players(match.setup).values()) == seated
        assert client.get(f"/evenings/{current.id}/cards").status_code == 200
    assert not current.results


def test_an_evening_names_its_game_and_a_preview_is_all_that_can_be_begun(client: Any, evenings: Evenings) -> None:
    secretary = Secretary(client, evenings)
    secretary.get(f"/books/{BOOK}/evenings/new")
    secretary.open(game="cribbage")
    secretary.come("Ann", "Bob", "Cat", "Dan")
    page = secretary.get(f"/evenings/{secretary.current.id}/?preview=7")
    assert page.count('name="begin"') == 1
    assert "Begin with these seats" in page
    secretary.do(begin="1")
    for path in ("/", "/board", "/cards"):
        assert "Cribbage" in secretary.get(f"/evenings/{secretary.current.id}{path}").split("<main")[1], path


def test_house_rules_of_an_evening(client: Any, evenings: Evenings, service: Any) -> None:
    secretary = Secretary(client, evenings)
    secretary.get(f"/books/{BOOK}/evenings/new")
    assert "Cribbage: With skunks" in secretary.page
    assert "Cribbage: As published" not in secretary.page
    secretary.open(game="cribbage", rules="cribbage/With skunks")
    secretary.come("Ann", "Bob")
    secretary.do(begin="1")
    assert service.current(secretary.match_of("Ann")).setup.rules.skunk == 2
    token = {"csrf_token": secretary.hidden("csrf_token"), "key": "other"}
    for rules in ("hearts/With an odd Jack", "cribbage/None of them"):
        form = {"name": "x", "game": "cribbage", "partners": "fixed", "movement": "ladder", "length": "game"}
        answer = client.post(f"/books/{BOOK}/evenings/new", data=form | token | {"rules": rules})
        assert answer.status_code == 422


def test_handicaps(secretary: Secretary) -> None:
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    sides = [names_of(side) for side in secretary.current.evening.rounds[0].tables[0]]
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    assert secretary.current.standings[0].who[0] in sides[0]
    secretary.do(handicap="1", unit=sides[1][0], points="30")
    assert secretary.current.standings[0].who[0] in sides[1]
    page = secretary.get("/evenings/1/")
    assert f"Undo: {sides[1][0]} +30" in page
    assert "A handicap (+) is added" in page
    secretary.do(handicap="1", unit=sides[1][0], points="0")
    page = secretary.get("/evenings/1/")
    assert f"Saved: {sides[1][0]} without a handicap." in page
    assert "A handicap (+) is added" not in page
    secretary.do(undo="1")
    secretary.do(undo="1")
    assert secretary.current.standings[0].who[0] in sides[0]


def test_a_handicap_does_not_change_who_has_won_if_only_that_is_known(secretary: Secretary) -> None:
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    sides = [names_of(side) for side in secretary.current.evening.rounds[0].tables[0]]
    secretary.do(handicap="1", unit=sides[1][0], points="30")
    secretary.do(won="0.0.0")
    assert {line.who[0]: (line.place, line.points) for line in secretary.current.standings} == {
        name: (1 if name in sides[0] else 3, 0) for name in NAMES[:4]}  # fmt: skip


def test_everything_that_was_undone_can_be_redone(secretary: Secretary) -> None:
    """Also a round, whose matches are the same then; something else in between takes that away."""
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    match = secretary.match_of("Ann")
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    secretary.do(handicap="1", unit="Ann", points="30")
    secretary.do(end="1")
    there = secretary.current
    for _ in range(5):
        secretary.do(undo="1")
    assert not secretary.current.evening.units
    assert "Redo: Ann, Bob, Cat" in secretary.get("/evenings/1/")
    for _ in range(5):
        secretary.do(redo="1")
    assert secretary.current.evening == there.evening
    assert secretary.match_of("Ann") == match
    assert "There is nothing to redo" in secretary.do(422, redo="1")
    secretary.do(undo="1")
    assert "Redo: the end of the evening" in secretary.get("/evenings/1/")
    secretary.come("Ed")
    assert "Redo" not in secretary.get("/evenings/1/")


def test_an_evening_in_which_nothing_was_played(secretary: Secretary) -> None:
    secretary.come(*NAMES[:4])
    secretary.do(end="1")
    for page in ("", "board", "seat"):
        assert "no table has played" in secretary.get(f"/evenings/1/{page}")
        assert "Standings</h2>" not in secretary.page


def test_the_same_key_twice_and_an_old_page(secretary: Secretary) -> None:
    form = secretary.form()
    for _ in range(2):
        assert secretary.client.post("/evenings/1/", data=form | {"come": "1", "new": "Ann\nBob"}).status_code == 303
    assert len(secretary.current.evening.here) == 2
    # Two may tick off names at once; what is not right is still in the field.
    other = secretary.client.post("/evenings/1/", data=form | {"key": "other", "come": "1", "new": "Eve"})
    assert other.status_code == 303
    again = secretary.client.post("/evenings/1/", data=form | {"key": "third", "come": "1", "new": "Eve"})
    assert again.status_code == 422
    assert ">Eve</textarea>" in again.get_data(as_text=True)
    for what in ("begin", "undo", "end"):
        stale = secretary.client.post("/evenings/1/", data=form | {"key": what, what: "1"})
        assert stale.status_code == 422
        assert "Somebody else has changed the evening" in stale.get_data(as_text=True)
    secretary.come("Cat", "Dan")
    form = secretary.form()
    for _ in range(2):
        assert secretary.client.post("/evenings/1/", data=form | {"begin": "1"}).status_code == 303
    assert len(secretary.current.evening.rounds) == 1
    assert len(evenings_matches(secretary)) == 1


def test_a_page_that_was_sent_once_can_be_gone_back_to(secretary: Secretary) -> None:
    """Another form of it enters something more, unless it is no longer what the page showed."""
    secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    form = secretary.form()
    for table in ("0", "1", "1"):
        typed = {"result": "1", "round": "0", "table": table, "side_0": "121", "side_1": "97"}
        assert secretary.client.post("/evenings/1/", data=form | typed).status_code == 303
    assert len(secretary.current.scores) == 2
    assert secretary.current.version == 4
    stale = secretary.client.post("/evenings/1/", data=form | {"begin": "1"})
    assert stale.status_code == 422
    assert "Somebody else has changed the evening" in stale.get_data(as_text=True)


def evenings_matches(secretary: Secretary) -> list[int]:
    found: list[int] = secretary.evenings._matches.database.numbers(BOOK)
    return found


@pytest.mark.quick(6)
@pytest.mark.parametrize(("fields", "told"), [
    ({"come": "1", "new": "  "}, "nobody was added"), ({"come": "1", "new": "ann"}, "is there already"),
    ({"come": "1", "new": "x" * 41}, "… is longer than 40"), ({"leave": "Zoe"}, "Zoe is not on the list"),
    ({"leave": ""}, "is not on the list"), ({"result": "1", "round": "0", "table": "9"}, "no such table"),
    ({"result": "1", "round": "0", "table": "0", "side_0": "12", "side_1": ""}, "each side’s points as a number"),
    ({"result": "1", "round": "0", "table": "0", "side_0": "12", "side_1": "<b>"}, "each side’s points as a number"),
    ({"result": "1", "round": "0", "table": "0", "side_0": "-5", "side_1": "12"}, "Points are from 0 to 2000"),
    ({"result": "1", "round": "0", "table": "0", "side_0": "99999", "side_1": "12"}, "Points are from 0 to 2000"),
    ({"handicap": "1", "unit": "Ann", "points": "x"}, "as a number"),
    ({"handicap": "1", "unit": "Zoe", "points": "5"}, "Zoe is not on the list"),
    ({"handicap": "1", "unit": "Ann", "points": "500"}, "from 0 to 200"),
    ({"undo": "1"}, None), ({}, None)])  # fmt: skip
def test_nonsense(secretary: Secretary, fields: dict[str, str], told: str | None) -> None:
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    before = secretary.current
    page = secretary.do(422 if told else 303, **fields)
    if told:
        assert told in page
        assert secretary.current == before


@pytest.mark.parametrize(("game", "least"), [("havilering", 0), ("cribbage", 0), ("hearts", -2000),
    ("humbug-whist", -2000), ("grevjass", 0), ("karnoffel", 0)])  # fmt: skip
def test_points_below_nothing_are_those_of_games_that_have_them(
    client: Any, evenings: Evenings, game: str, least: int
) -> None:
    """They can be typed with either sign, on keys that have them, and printed ones can be typed again."""
    secretary = Secretary(client, evenings)
    secretary.open(game=game, length="minutes")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    sides = len(secretary.current.evening.rounds[0].tables[0])
    for signs in (("+", "-"), ("+", "−")):
        points = dict(zip((f"side_{side}" for side in range(sides)), (f"{signs[0]}9", f"{signs[1]}9", "0", "0"),
                          strict=False))  # fmt: skip
        page = secretary.do(422 if least == 0 else 303, result="1", round="0", table="0", **points)
        assert least == 0 or [score.points for score in secretary.current.scores[0, 0]][:2] == [9, -9]
        assert least < 0 or "Points are from 0 to 2000." in page
    page = secretary.do(422, result="1", round="0", table="0", **(points | {"side_0": "2001"}))
    assert f"Points are from {least} to 2000.".replace("-", "−") in page
    field = next(tag for tag in re.findall("<input[^>]*>", page) if 'name="side_0"' in tag)
    assert ('inputmode="text"' in field) is (least < 0)
    assert ("plus or minus" in page) is (least < 0)


def test_the_clock_of_a_table_says_what_is_left_of_the_round(client: Any, evenings: Evenings) -> None:
    secretary = Secretary(client, evenings)
    secretary.open(length="minutes", minutes="30")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    address = f"/matches/{secretary.match_of('Ann')}/"
    client.post("/settings", data=secretary.form() | {"clock": "on"})
    until = secretary.current.evening.begun[0] + timedelta(minutes=30)
    assert f'data-until="{until.isoformat()}"' in secretary.get(address)
    Player(client, secretary.match_of("Ann")).trick("7S AS 9S 8S")
    secretary.do(begin="1")
    assert "data-since" in secretary.get(address)  # It is of a round before.


def test_a_round_is_taken_back_with_its_matches(secretary: Secretary) -> None:
    secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    assert len(evenings_matches(secretary)) == 2
    gone = secretary.match_of("Ann")
    assert "Undo: round 1</button>" in secretary.get("/evenings/1/")
    secretary.do(undo="1")
    assert not secretary.current.evening.rounds
    line = secretary.client.get(f"/matches/{gone}/line").get_data(as_text=True)
    assert "event: rematch" in line  # Phones that had gone there go on.
    assert secretary.client.get(f"/matches/{gone}/next-round").location == "/evenings/1/"
    secretary.do(begin="1")
    assert gone not in evenings_matches(secretary)
    Player(secretary.client, secretary.match_of("Ann")).trick("7S AS 9S 8S")
    secretary.do(undo="1")  # Also after entries: they are set aside.
    assert "Set aside" in secretary.get("/evenings/1/")


def told(page: str) -> str:
    """The table's notice about its evening."""
    found = re.findall(r'(?s)<p id="evening"[^>]*>(.*?)</p>', page)
    return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split())


def asked(page: str) -> str:
    """The table's question."""
    found = re.findall(r'(?s)<h2 class="waits"[^>]*>(.*?)</h2>', page)
    return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split())


@pytest.mark.parametrize("fields", [{"unseat": "1"}, {"dissolve": "1", "round": "0", "table": "0"}])
def test_a_table_is_told_that_its_match_is_set_aside(secretary: Secretary, fields: dict[str, str]) -> None:
    """Its round was cancelled, or the table removed: no later one has begun, and there is no round 0."""
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    address = f"/matches/{secretary.match_of('Ann')}/"
    assert "Club night: round 1, table 1</a>" in " ".join(secretary.get(address).split())
    secretary.do(303, **fields)
    assert told(secretary.get(address)) == "This match is set aside. Go on"
    assert "Club night</a>" in " ".join(secretary.page.split())
    secretary.do(end="1")
    assert told(secretary.get(address)) == "The evening is over. Go on"


def test_a_table_is_told_what_it_has_to_know(secretary: Secretary) -> None:
    """Its number, that its result came from paper, that a later round has begun, that the evening is over."""
    secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    match = secretary.match_of("Ann")
    place = next(at for (_, at), row in secretary.current.tables.items() if row.match_id == match)
    address = f"/matches/{match}/"
    assert told(secretary.get(address)) == f"Round 1: this is table {place + 1}."
    replaces = "They count instead of this table’s own match."
    assert replaces not in secretary.get("/evenings/1/")
    player = Player(secretary.client, match, fragments=True)
    player.trick("7S AS 9S 8S")
    assert told(player.page) == ""
    assert secretary.get("/evenings/1/").count(replaces) == 1
    secretary.do(result="1", round="0", table=str(place), side_0="20", side_1="13")
    assert replaces not in secretary.get("/evenings/1/")
    assert told(secretary.get(address)) == "Entered from paper: 20–13."
    secretary.do(won=f"0.{place}.1")
    assert told(secretary.get(address)) == "The winner is entered from paper."
    secretary.do(begin="1")
    assert told(secretary.get(address)) == "A later round has begun. Go on"
    secretary.do(end="1")
    assert told(secretary.get(address)) == "The evening is over. Go on"


def test_a_round_of_hands_is_over_at_the_table(client: Any, evenings: Evenings) -> None:
    secretary = Secretary(client, evenings)
    secretary.open(length="hands", hands="1")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    player = Player(client, secretary.match_of("Ann"), fragments=True)
    cards = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    for at in range(0, 52, 4):
        assert told(player.page) == ("Round 1: this is table 1." if not at else "")
        assert not secretary.current.results
        player.trick(" ".join(cards[at : at + 4]))
    assert secretary.current.is_over(0, 0)
    page = secretary.get(f"/matches/{player.match_id}/")
    assert told(page) == "This round is over. Go on"
    assert asked(page) == "This round is over."
    assert "<h1>Round over</h1>" in page
    assert re.search(r'(?s)class="felt moment">.*?<span>This round is over.</span>', page)
    assert re.search(r'<p id="status"[^>]*>[^<]* This round is over\.</p>', player.page)
    assert secretary.current.results
    # Its result stands: nothing of another hand is entered. What is wrong can still be undone.
    scores = secretary.current.scores
    player.trick("TC 5C 5S KC")
    assert "This table has finished its round" in player.page
    assert secretary.current.scores == scores
    player.look()
    player.post("undo")
    assert not secretary.current.is_over(0, 0)
    assert "This round is over" not in player.page
    player.trick(" ".join(cards[48:]))
    assert secretary.current.scores == scores
    secretary.do(end="1")
    page = secretary.get(f"/matches/{player.match_id}/")
    assert told(page) == "The evening is over. Go on"
    assert asked(page) == "The evening is over."


def test_a_new_match_is_not_like_one_of_an_evening(client: Any, evenings: Evenings, sit_down: Any) -> None:
    sit_down(target=61, best_of=3)
    secretary = Secretary(client, evenings)
    secretary.open(length="hands", hands="1")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    page = client.get(f"/books/{BOOK}/new").get_data(as_text=True)
    assert re.search(r'name="target"[^>]*value="61"', page)


def test_who_has_finished_waits_and_goes_on(secretary: Secretary, guest: Any) -> None:
    secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    phone = guest(EVENING_SCORE)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', phone.get("/evenings/1/seat").get_data(as_text=True))[0]
    phone.post("/evenings/1/seat", data={"csrf_token": token, "name": "Bob"})
    waiting = phone.get("/evenings/1/seat?stay=1")
    assert "you sit at table" in waiting.get_data(as_text=True)
    state = re.findall(r'data-state="([^"]*)"', waiting.get_data(as_text=True))[0]
    assert phone.get(f"/evenings/1/seat?stay=1&since={state}").status_code == 204
    secretary.do(begin="1")
    assert phone.get(f"/evenings/1/seat?stay=1&since={state}").location == f"/matches/{secretary.match_of('Bob')}/"


def test_a_form_that_is_not_right(client: Any, evenings: Evenings) -> None:
    secretary = Secretary(client, evenings)
    secretary.get(f"/books/{BOOK}/evenings/new")
    token = {"csrf_token": secretary.hidden("csrf_token"), "key": "k"}
    for fields in ({}, {"name": ""}, {"name": "x", "game": "poker"}, {"name": "x", "length": "hands", "hands": "0"}):
        usual = {"name": "x", "game": "hearts", "partners": "fixed", "movement": "ladder", "length": "game"}
        answer = client.post(f"/books/{BOOK}/evenings/new", data=(usual | token | fields) if fields else token)
        assert answer.status_code == 422
    assert not EveningStore(evenings._matches.database).of_book(BOOK)


# --- phones of players ---------------------------------------------------------------------------------------------


def test_a_phone_goes_from_seat_to_seat(secretary: Secretary, guest: Any) -> None:
    phone = guest(EVENING_SCORE)
    assert "Nobody is on the list yet" in phone.get("/evenings/1/seat").get_data(as_text=True)
    secretary.come(*NAMES)
    page = phone.get("/evenings/1/seat").get_data(as_text=True)
    assert all(f'value="{name}"' in page for name in NAMES)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    assert phone.post("/evenings/1/seat", data={"csrf_token": token, "name": "Bob"}).status_code == 303
    assert "the first round has not begun" in phone.get("/evenings/1/seat").get_data(as_text=True)
    for number in range(9):
        secretary.do(begin="1")
        table = next((table for table in secretary.current.evening.rounds[-1].tables
                      if any("Bob" in names_of(side) for side in table)), None)  # fmt: skip
        answer = phone.get("/evenings/1/seat")
        if table is None:
            assert f"you sit out round {number + 1}" in answer.get_data(as_text=True)
            continue
        match = secretary.match_of("Bob")
        assert answer.location == f"/matches/{match}/"
        assert phone.get(answer.location).status_code == 200
        line = phone.get(f"/matches/{match}/line").get_data(as_text=True)
        assert "event: rematch" not in line
    first = secretary.current.tables[0, 0].match_id
    assert f"event: rematch\ndata: /matches/{first}/next-round" in phone.get(f"/matches/{first}/line").get_data(
        as_text=True
    )
    assert phone.get(f"/matches/{first}/next-round").location == "/evenings/1/seat"
    assert phone.get(f"/matches/{first}/next-round?page=watch").location.endswith("/watch")
    assert " data-rematch" in phone.get(f"/matches/{first}/").get_data(as_text=True)  # Who looks back there stays.
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="80")
    secretary.do(end="1")
    assert "The winner" in phone.get("/evenings/1/seat").get_data(as_text=True)


def test_who_was_given_one_table_stays_there(secretary: Secretary, visit: Any) -> None:
    secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    match = secretary.match_of("Ann")
    phone = visit(Permission.SCORE, match)
    secretary.do(begin="1")
    assert phone.get(f"/matches/{match}/next-round").location == f"/matches/{match}/"
    for path in ("seat", "board", "", "links", "cards", "standings.csv"):
        assert phone.get(f"/evenings/1/{path}").status_code == 404


@pytest.mark.parametrize("kind", [EVENING_SCORE, EVENING_WATCH, None])
def test_who_may_do_what(secretary: Secretary, guest: Any, visit: Any, kind: Any, sit_down: Any) -> None:
    apart = sit_down().match_id
    secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    match = secretary.match_of("Ann")
    phone = guest(kind) if kind else visit()
    may = {EVENING_SCORE: Permission.SCORE, EVENING_WATCH: Permission.WATCH}.get(kind, Permission.STRANGER)
    for path, needs in (("", 4), ("links", 4), ("seat", 3), ("board", 2), ("cards", 2), ("standings.csv", 2)):
        assert (phone.get(f"/evenings/1/{path}").status_code == 200) == (may >= needs), path
    assert phone.post("/evenings/1/", data=secretary.form() | {"end": "1"}).status_code in (400, 404)
    assert not secretary.current.evening.is_over
    for path, needs in ((f"/matches/{match}/", 3), (f"/matches/{match}/watch", 2)):
        assert (phone.get(path).status_code == 200) == (may >= needs), path
    for path in (f"/matches/{apart}/", f"/matches/{apart}/watch", f"/books/{BOOK}/", f"/books/{BOOK}/evenings"):
        assert phone.get(path).status_code == 404
    assert ("QR code" in phone.get("/evenings/1/board").get_data(as_text=True)) == (may >= Permission.SCORE)


@pytest.mark.parametrize("kind", [EVENING_SCORE, EVENING_WATCH])
def test_a_renewed_link_ends_at_once(secretary: Secretary, guest: Any, kind: Any, service: Any) -> None:
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    match, phone = secretary.match_of("Ann"), guest(kind)
    assert phone.get(f"/matches/{match}/watch").status_code == 200
    service.database.news(None)
    secretary.get("/evenings/1/links")
    token = {"csrf_token": secretary.hidden("csrf_token")}
    assert secretary.client.post(f"/evenings/1/links/{kind.name}", data=token).status_code == 303
    assert match in service.database.news(None)[1]  # Open lines are checked again.
    assert phone.get(f"/matches/{match}/watch").status_code == 404
    assert phone.get("/evenings/1/board").status_code == 404
    assert guest(kind).get("/evenings/1/board").status_code == 200


@pytest.mark.parametrize("kind", [EVENING_SCORE, EVENING_WATCH])
def test_players_pass_on_the_links_of_the_evening_alone(secretary: Secretary, guest: Any, kind: Any) -> None:
    """So renewing those revokes all that anybody at the evening has, or has passed on."""
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    page = guest(kind).get(f"/matches/{secretary.match_of('Ann')}/share").get_data(as_text=True)
    links = set(re.findall(r'value="http://localhost(/[a-z-]+)/\d+/', page))
    assert links == {"/evening-watch"} | ({"/evening-score"} if kind is EVENING_SCORE else set())


def test_a_board_gets_a_page_only_after_a_change(secretary: Secretary, guest: Any) -> None:
    watcher = guest(EVENING_WATCH)
    state = re.findall(r'data-state="([^"]*)"', watcher.get("/evenings/1/board").get_data(as_text=True))[0]
    assert watcher.get(f"/evenings/1/board?since={state}").status_code == 204
    states = {state}
    steps = [lambda: secretary.come(*NAMES[:4]), lambda: secretary.do(begin="1"),
             lambda: Player(secretary.client, secretary.match_of("Ann")).trick("7S AS 9S 8S"),
             lambda: secretary.do(result="1", round="0", table="0", side_0="1", side_1="2")]  # fmt: skip
    for step in steps:
        step()
        page = watcher.get(f"/evenings/1/board?since={state}")
        assert page.status_code == 200
        state = re.findall(r'data-state="([^"]*)"', page.get_data(as_text=True))[0]
        assert state not in states
        states.add(state)


def test_a_spreadsheet_has_no_formulas(secretary: Secretary) -> None:
    secretary.come("=1+1", "Bob", "Cat", "Dan")
    text = secretary.get("/evenings/1/standings.csv")
    assert "'=1+1" in text
    assert text.startswith("\ufeffplace,name,rounds,score,won,difference,points,handicap\r\n")


def test_a_picture_of_the_standings(secretary: Secretary) -> None:
    secretary.come("Ann", "Bob", "Cat & Co", "Dan")
    secretary.do(begin="1")
    assert "Picture" not in secretary.get("/evenings/1/")
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    assert 'href="/evenings/1/picture.svg"' in secretary.get("/evenings/1/")
    answer = secretary.client.get("/evenings/1/picture.svg")
    assert answer.mimetype == "image/svg+xml"
    drawn = ElementTree.fromstring(answer.get_data(as_text=True))
    texts = [each.text for each in drawn.iter() if each.text and each.text.strip()]
    names = [" & ".join(line.who) for line in secretary.current.standings]
    assert "Cat & Co" in names
    assert [text for text in texts if text in names] == names


@pytest.mark.parametrize(("settings", "figure"), [
    ({}, "score 2"), ({"ranking": "games"}, "won 1"), ({"ranking": "points"}, "points 40"),
    ({"ranking": "average"}, "average 40"), ({"game": "hearts"}, "points 40"),
    ({"game": "hearts", "ranking": "matches"}, "score 4"),
])  # fmt: skip
def test_the_figure_of_the_standings_has_its_own_name(
    client: Any, evenings: Evenings, settings: dict[str, str], figure: str
) -> None:
    """In the picture and on a player's page, where it is only the figure so far until the evening is over."""
    secretary = Secretary(client, evenings)
    secretary.open(**{"game": "cribbage", "length": "minutes"} | settings)
    count = 3 if "hearts" in settings.values() else 2
    secretary.come(*NAMES[:count])
    secretary.do(begin="1")
    points: dict[str, Any] = {f"side_{side}": f"{40 - side}" for side in range(count)}
    secretary.do(result="1", round="0", table="0", **points)
    drawn = ElementTree.fromstring(client.get("/evenings/1/picture.svg").get_data(as_text=True))
    assert figure.split()[0] in [each.text.strip() for each in drawn.iter() if each.text]
    best = secretary.current.standings[0].who[0]
    address = f"/books/{BOOK}/players/{player_id(secretary, best)}?game={secretary.current.evening.setup.game}"
    assert f"· {figure} so far</span></a>" in " ".join(secretary.get(address).split())
    secretary.do(end="1")
    assert f"· {figure}</span></a>" in " ".join(secretary.get(address).split())


def test_an_evening_in_which_nothing_was_played_can_be_deleted(secretary: Secretary) -> None:
    secretary.come(*NAMES[:4])
    assert "Delete the evening" in secretary.get("/evenings/1/")
    secretary.do(begin="1")
    match = secretary.match_of("Ann")
    secretary.do(delete="1")
    assert secretary.client.get("/evenings/1/").status_code == 404
    assert secretary.client.get(f"/matches/{match}/").status_code == 404


@pytest.mark.parametrize("fields", [{"undo": "1"}, {"unseat": "1"}, {"dissolve": "1", "round": "0", "table": "0"},
                                    {"substitute": "1", "round": "0", "unit": "Ann", "by": "Zoe"}])  # fmt: skip
def test_a_deleted_evening_leaves_no_match(secretary: Secretary, fields: dict[str, str]) -> None:
    """Not even one whose seats had been changed before."""
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    secretary.do(303, **fields)
    secretary.do(delete="1")
    assert "On the table" not in secretary.get(f"/books/{BOOK}/").partition("<form")[0]
    assert not evenings_matches(secretary)


def test_an_evening_in_which_something_was_played_stays(secretary: Secretary) -> None:
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    Player(secretary.client, secretary.match_of("Ann")).trick("7S AS 9S 8S")
    assert "Delete the evening" not in secretary.get("/evenings/1/")
    assert "cannot be deleted" in secretary.do(422, delete="1")


def test_an_evening_is_found_by_its_name_and_by_who_played(secretary: Secretary) -> None:
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    for asked, is_found in (("q=club", True), ("q=bob+night", True), ("player=Cat", True), ("q=Zoe", False),
                            ("q=club+Zoe", False), ("player=Zoe", False)):  # fmt: skip
        assert ("Club night" in secretary.get(f"/books/{BOOK}/?{asked}")) == is_found, asked


def test_a_players_page_has_their_evenings(secretary: Secretary) -> None:
    secretary.come(*NAMES[:5])
    secretary.do(begin="1")
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    secretary.do(end="1")
    lines = {line.who[0]: line for line in secretary.current.standings}
    for name, line in lines.items():
        found = secretary.client.get(f"/books/{BOOK}/players/{player_id(secretary, name)}")
        told = re.sub(r"\s+", " ", found.get_data(as_text=True)) if found.status_code == 200 else ""
        assert (f"{line.place} of 5</span>" in told) == bool(line.place), name


def player_id(secretary: Secretary, name: str) -> int:
    store = secretary.evenings._matches.projections.player_store
    return next((player.id for player in store.players(BOOK) if player.name == name), 0)


def test_the_book_shows_an_evening_as_one_entry(secretary: Secretary, sit_down: Any, visit: Any) -> None:
    sit_down()
    secretary.come(*NAMES[:8])
    secretary.do(begin="1")
    page = secretary.get(f"/books/{BOOK}/")
    assert len(re.findall(r'<li class="match">', page)) == 2  # The match apart from it, and the evening.
    assert "Club night" in secretary.get(f"/books/{BOOK}/evenings")
    assert "Eve" in secretary.get(f"/books/{BOOK}/?q=Eve")  # Found all the same.
    match = secretary.match_of("Ann")
    assert "Club night: round" in re.sub(r"\s+", " ", secretary.get(f"/matches/{match}/"))
    assert visit(Permission.OWN).get("/evenings/1/").status_code == 200
