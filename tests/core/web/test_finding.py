"""Searching matches by player, partners, season, year and word, page by page; the bin."""

import html
import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.books.maintenance import BIN_DAYS
from referee.books.permissions import Permission
from referee.games import GAMES
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.shapes import SETUPS
from referee.season import season_at
from referee.web.games import PAGES
from tests.conftest import BOOK, made
from tests.core.samples import SAMPLES
from tests.havilering.counting import played_through
from tests.havilering.self_play import CLUB, evening
from tests.pages import without_random

ACROSS = {"NS", "SN", "EW", "WE"}


@pytest.fixture(scope="session")
def records() -> Any:
    """Sixty short matches of eight people over more than a year; every fourth is still open."""
    made = [
        evening(number, 24 * (60 - number), lambda moment: season_at(moment).value, target=21, club=CLUB[:8])
        for number in range(60)
    ]
    for record in made[::4]:
        record["actions"] = record["actions"][:5]
        if record["actions"][-1]["type"] == "claim":
            record["actions"].append({"type": "adjust", "side": "NS", "points": 2, "reason": "Spilt the Würzburger"})
    return made


@pytest.fixture(scope="session")
def full_book(tmp_path_factory: pytest.TempPathFactory, records: Any) -> Path:
    return made(tmp_path_factory.mktemp("books") / "full.db", records)


@pytest.fixture
def prepared(request: pytest.FixtureRequest, empty_book: Path, full_book: Path) -> Path:
    return full_book if "database" in request.fixturenames else empty_book


@pytest.fixture
def database(service: Any, records: Any) -> Any:
    """The records of a book that has them in it."""
    return records


def found(client: Any, query: str) -> list[int]:
    """The numbers of all that is found, over all pages, in order."""
    numbers, address = [], f"/books/1/?{query}"
    while address:
        page = client.get(address).get_data(as_text=True)
        assert "<h1>" in page
        numbers += [int(number) for number in re.findall(r'class="match"><a href="/matches/(\d+)/', page)]
        older = re.search(r'href="([^"]*before=\d+[^"]*)"', page)
        address = html.unescape(older[1]) if older else ""
    return numbers


def newest_first(records: Any, wanted: Any) -> list[int]:
    numbered = [(record["started"], number) for number, record in enumerate(records, 1) if wanted(record)]
    return [number for _, number in sorted(numbered, reverse=True)]


def partners(record: Any, one: str, other: str) -> bool:
    seats = [seat for name in (one, other) for seat, player in record["players"].items() if player == name]
    return "".join(seats) in ACROSS


def is_open(record: Any) -> bool:
    return bool(played_through(record, lambda moment: season_at(moment).value).phase != "match-over")


QUERIES = {
    "player=ann": lambda r: "Ann" in r["players"].values(),
    "player=ANN&partner=bob": lambda r: partners(r, "Ann", "Bob"),
    "partner=Cat": lambda r: "Cat" in r["players"].values(),
    "q=gwen+eve": lambda r: {"Gwen", "Eve"} <= set(r["players"].values()),
    "year=2025": lambda r: r["started"].startswith("2025"),
    "q=muggins": lambda r: r["rules"]["muggins"],
    "q=2026-03": lambda r: r["started"].startswith("2026-03"),
    "q=march+2026": lambda r: r["started"].startswith("2026-03"),
    "q=w%C3%BCrzburger": lambda r: any("Würzburger" in a.get("reason", "") for a in r["actions"]),
    "state=open": is_open,
    "state=finished&player=ann": lambda r: not is_open(r) and "Ann" in r["players"].values(),
    "player=nobody": lambda r: False,
    "q=%25": lambda r: False,
    "q=" + "x" * 5000: lambda r: False,
    "league=2026-03-20": lambda r: (
        season_at(HAVILERING.read(r).setup.started).value == "spring" and r["started"] > "2026"
    ),
    "league=nonsense&year=x&state=?": lambda r: True,
}


@pytest.mark.quick(6)
@pytest.mark.parametrize("query", QUERIES)
def test_what_is_looked_for_is_found_newest_first(client: Any, database: Any, query: str) -> None:
    due = newest_first(database, QUERIES[query])
    if "nonsense" in query:
        assert sorted(found(client, query)) == sorted(due)
    else:
        assert found(client, query) == due


def test_without_a_search_open_ones_come_before_finished_ones(client: Any, database: Any) -> None:
    opened = newest_first(database, is_open)
    finished = newest_first(database, lambda r: not is_open(r))
    assert found(client, "") == opened + finished
    page = client.get("/books/1/").get_data(as_text=True)
    assert re.findall("<h2>(.*?)</h2>", page) == ["On the table", "Finished"]
    assert re.search(r"<summary>Also on\s+the table</summary>", page)


def test_seasons_and_years_that_were_played_are_offered(client: Any, database: Any) -> None:
    page = client.get("/books/1/").get_data(as_text=True)
    assert re.findall(r'<option value="(20\d\d)">', page) == ["2026", "2025"][: page.count('<option value="20') and 2]
    assert '<option value="2026-09-23">Autumn 2026</option>' in page


def test_a_search_in_one_book_finds_nothing_of_another(
    client: Any, database: Any, score_books: Any, visit: Any
) -> None:
    other = score_books.begin("Others")
    maintenance = visit(Permission.OWN, other.id)
    for query in ("", "?q=ann", "?player=ann", "?state=open", "?before=3"):
        page = maintenance.get(f"/books/{other.id}/{query}").get_data(as_text=True)
        assert "/matches/" not in page
        assert "Ann" not in without_random(page).replace("Ann’s", "")
    assert maintenance.get("/books/1/?q=ann").status_code == 404


def test_a_name_of_two_words_is_found_though_one_of_them_is_a_name_too(
    client: Any, service: Any, open_match: Any
) -> None:
    for names in (("Ann Smith", "Bob", "Cat", "Dan"), ("Ann", "Zoë", "Cat", "Dan")):
        setup = {"players": dict(zip("NESW", names, strict=True)), "dealer": "N", "rules": {}}
        service.open(BOOK, SETUPS.read(setup | {"started": "2026-11-01T20:00:00+00:00"}))
    assert found(client, "q=ann+smith") == [1]
    assert found(client, "q=cat+%26+ann") == [2, 1]
    assert found(client, "player=ann") == [2]
    assert found(client, "q=zoe") == [2]
    assert found(client, "q=01.11.2026") == [2, 1]
    maintenance, player_store = client.application.extensions["maintenance"], service.projections.player_store
    maintenance.rename(BOOK, player_store.by_name(BOOK, "Zoë"), "Eve")
    assert found(client, "q=zoe") == found(client, "q=eve") == [2]


def test_newest_first_wherever_the_clocks_hung(client: Any, service: Any, records: Any) -> None:
    record = json.loads(json.dumps(records[1]))
    for started in ("2026-11-01T22:50:00+01:00", "2026-11-01T22:10:00+00:00", "2026-11-02T06:00:00+10:00"):
        service.import_records(BOOK, [HAVILERING.read(record | {"started": started, "actions": []})])
    assert found(client, "") == [2, 1, 3]
    again = service.import_records(
        BOOK, [HAVILERING.read(record | {"started": "2026-11-01T21:50:00+00:00", "actions": []})]
    )
    assert again == [(1, False)]


def test_a_page_of_one_book_cannot_begin_at_a_match_of_another(
    client: Any, database: Any, score_books: Any, service: Any
) -> None:
    other = score_books.begin("Others").id
    ((number, _),) = service.import_records(other, [HAVILERING.read(database[30])])
    assert found(client, f"before={number}&state=finished") == found(client, "state=finished")


def test_matches_are_found_by_the_name_of_their_game(client: Any, service: Any) -> None:
    numbers = {key: service.import_records(BOOK, [GAMES[key].read(SAMPLES[key].play(1))])[0][0] for key in GAMES}
    for key, number in numbers.items():
        page = client.get("/books/1/", query_string={"q": PAGES[key].title}).get_data(as_text=True)
        assert re.findall(r'class="match"><a href="[^"]*/matches/(\d+)/', page) == [str(number)], key


def test_words_of_any_kind_do_no_harm(client: Any, database: Any) -> None:
    for query in (
        "q='+OR+1=1--",
        "player=')+OR+1=1--",
        "partner=%00",
        "q=%F0%9F%82%A1",
        "year=1e9",
        "before=-1",
        "before=x",
    ):
        assert client.get(f"/books/1/?{query}").status_code == 200


# --- the bin -------------------------------------------------------------------------------------------------


def move_to_bin(client: Any, number: int) -> Any:
    page = client.get(f"/matches/{number}/throw-away").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    return client.post(f"/books/1/bin/{number}/in", data={"csrf_token": token})


def restore_from_bin(client: Any, number: int) -> Any:
    page = client.get("/books/1/bin").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)
    return client.post(f"/books/1/bin/{number}/out", data={"csrf_token": token[0] if token else ""})


def test_asking_moves_nothing_to_the_bin_and_the_owner_alone_can(client: Any, sit_down: Any, visit: Any) -> None:
    player = sit_down()
    player.trick("7S AS 9S 8S")
    page = client.get("/matches/1/throw-away").get_data(as_text=True)
    assert "Delete this match?" in page
    assert "Ann &amp; Cat" in page
    assert client.get("/matches/1/").status_code == 200
    for right in (Permission.SCORE, Permission.WATCH):
        assert visit(right, 1).get("/matches/1/throw-away").status_code == 404
        assert "throw-away" not in visit(right, 1).get("/matches/1/sheet").get_data(as_text=True)
    assert client.post("/books/1/bin/1/in").status_code == 400
    assert client.get("/matches/1/").status_code == 200


def test_a_match_in_the_bin_is_gone_for_everybody_and_comes_back_whole(
    client: Any, sit_down: Any, visit: Any, service: Any
) -> None:
    player = sit_down()
    player.trick("7S AS 9S 8S")
    before = service.current(1)
    watcher, scorer = visit(Permission.WATCH, 1), visit(Permission.SCORE, 1)
    mark, _ = service.database.news(None)
    assert move_to_bin(client, 1).status_code == 303
    assert service.database.news(mark)[1] == {1}
    for phone in (client, watcher, scorer):
        for page in ("", "watch", "sheet", "line", "record.json", "picture.svg"):
            assert phone.get(f"/matches/1/{page}").status_code == 404
    assert player.trick("2S 3S 4S 5S").status_code == 404
    assert "/matches/1/" not in client.get("/books/1/").get_data(as_text=True)
    assert "Deleted (1)" in client.get("/books/1/").get_data(as_text=True)
    assert service.database.numbers() == []
    assert restore_from_bin(client, 1).status_code == 303
    assert service.current(1) == before
    assert watcher.get("/matches/1/watch").status_code == 200
    assert "Deleted (" not in client.get("/books/1/").get_data(as_text=True)
    assert restore_from_bin(client, 1).status_code in (400, 404)


def start_twice(client: Any, clock: Any) -> None:
    """The referee is started, and a day later once more."""
    for days in (0, 1):
        clock.move(days=days)
        client.application.extensions["maintenance"].empty_bin()


def test_a_clock_that_jumps_for_a_moment_erases_nothing(client: Any, sit_down: Any, service: Any, clock: Any) -> None:
    maintenance = client.application.extensions["maintenance"]
    move_to_bin(client, sit_down().match_id)
    sit_down().trick("7S AS 9S 8S")
    right = clock.now
    for years in (9, 0, 9, 0):
        clock.now = right.replace(year=right.year + years)
        maintenance.empty_bin()
        right += timedelta(days=2)
    clock.now = right
    assert "Restore" in client.get("/books/1/bin").get_data(as_text=True)
    clock.move(days=BIN_DAYS)
    maintenance.empty_bin()
    clock.move(hours=23)
    maintenance.empty_bin()
    assert service.database.rows("SELECT id FROM matches WHERE id = 1")
    clock.move(hours=1)
    maintenance.empty_bin()
    assert not service.database.rows("SELECT id FROM matches WHERE id = 1")


def test_what_was_put_in_the_bin_while_the_clock_stood_in_the_past_can_be_taken_back(
    client: Any, sit_down: Any, service: Any, clock: Any
) -> None:
    sit_down()
    clock.move(days=-2000)
    move_to_bin(client, 1)
    clock.move(days=2000)
    for _ in range(2):
        start_twice(client, clock)
    restore_from_bin(client, 1)
    assert service.database.numbers() == [1]


def test_after_thirty_days_it_is_erased_and_its_number_is_not_used_again(
    client: Any, sit_down: Any, service: Any, clock: Any
) -> None:
    for number in (1, 2):
        sit_down().trick("7S AS 9S 8S")
        move_to_bin(client, number)
    third = sit_down()
    third.trick("7S AS 9S 8S")
    clock.move(days=BIN_DAYS, seconds=-1)
    assert client.get("/books/1/bin").get_data(as_text=True).count("Restore") == 2
    clock.move(seconds=2)
    assert "The bin is empty." in client.get("/books/1/bin").get_data(as_text=True)
    assert restore_from_bin(client, 1).status_code == 400
    fourth = sit_down()
    move_to_bin(client, fourth.match_id)
    start_twice(client, clock)
    assert [row["id"] for row in service.database.rows("SELECT id FROM matches ORDER BY id")] == [3, 4]
    assert [row[0] for row in service.database.rows("SELECT DISTINCT match_id FROM entries")] == [3]
    assert sit_down().match_id == 5
    assert service.database.damage() == []


def test_of_what_is_erased_nothing_is_left(client: Any, service: Any, clock: Any, records: Any) -> None:
    service.import_records(BOOK, [HAVILERING.read(record) for record in records[1:3]])
    assert len(service.projections.player_store.players(BOOK)) > 4
    move_to_bin(client, 1)
    clock.move(days=BIN_DAYS + 1)
    start_twice(client, clock)
    assert not service.database.rows("SELECT id FROM matches WHERE id = 1")
    sat = set(records[2]["players"].values())
    assert {player.name for player in service.projections.player_store.players(BOOK)} == sat
    assert service.database.damage() == []


def test_a_match_that_came_in_again_from_a_file_is_not_taken_back_too(
    client: Any, service: Any, records: Any
) -> None:
    service.import_records(BOOK, [HAVILERING.read(records[1])])
    move_to_bin(client, 1)
    assert service.import_records(BOOK, [HAVILERING.read(records[1])]) == [(2, True)]
    answer = restore_from_bin(client, 1)
    assert answer.status_code == 422
    assert "it is match 2" in answer.get_data(as_text=True)
    assert service.database.numbers() == [2]
    assert service.projections.player_store.miscounted() == []


def test_a_second_tap_moves_nothing_else_to_the_bin(
    client: Any, sit_down: Any, score_books: Any, visit: Any, service: Any
) -> None:
    sit_down(), sit_down()
    page = client.get("/matches/1/throw-away").get_data(as_text=True)
    token = {"csrf_token": re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]}
    answers = [client.post("/books/1/bin/1/in", data=token) for _ in range(2)]
    assert [(answer.status_code, answer.location) for answer in answers] == [(303, "/books/1/bin")] * 2
    assert client.post("/books/1/bin/9/in", data=token).status_code == 404
    other = score_books.begin("Others").id
    maintenance = visit(Permission.OWN, other)
    page = maintenance.get(f"/books/{other}/files").get_data(as_text=True)
    theirs = {"csrf_token": re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]}
    for way in ("in", "out"):
        assert maintenance.post(f"/books/{other}/bin/2/{way}", data=theirs).status_code == 404
    assert service.database.numbers() == [2]


def test_the_log_of_a_match_that_is_not_in_the_bin_cannot_be_erased(sit_down: Any, service: Any) -> None:
    sit_down().trick("7S AS 9S 8S")
    with pytest.raises(Exception, match="append-only"), service.database.writing():
        service.database.run("DELETE FROM entries WHERE match_id = 1")
    with service.database.writing():
        assert service.projections.summaries.to_erase("matches", "9999", "2026", "2026") == []
    assert service.current(1).version == 1


def test_the_newest_entry_stays_so_that_news_is_never_missed(
    client: Any, sit_down: Any, service: Any, clock: Any
) -> None:
    sit_down()
    player = sit_down()
    player.trick("7S AS 9S 8S")
    mark, _ = service.database.news(None)
    move_to_bin(client, 2)
    clock.move(days=31)
    move_to_bin(client, 1)
    last = sit_down()
    last.trick("7S AS 9S 8S")
    assert last.match_id in service.database.news(mark)[1]
