"""A rematch takes everybody along: with their permission, to the same kind of page, and into their list."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.books.permissions import SCORE, LinkKind, Permission
from referee.books.score_books import ScoreBooks
from referee.web.permissions import MOST_GRANTS, Visitor
from referee.web.sharing.views import address
from tests.conftest import BOOK, Player, kind_of
from tests.servers import NEW, hidden

WINS = "QH AH KH JH"


@pytest.fixture
def finished(sit_down: Any) -> Player:
    player: Player = sit_down(target=11, season="winter")
    player.trick(WINS)
    return player


def again(client: Any, match: int = 1) -> str:
    """Ask for a rematch; returns where it leads."""
    page = client.get(f"/matches/{match}/").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    answer = client.post(f"/matches/{match}/rematch", data={"csrf_token": token})
    assert answer.status_code == 303
    return str(answer.location)


def rights(client: Any, match: int) -> tuple[int, int]:
    """The status codes that a phone gets at the table of a match, and at its watch page."""
    return client.get(f"/matches/{match}/").status_code, client.get(f"/matches/{match}/watch").status_code


@pytest.mark.parametrize(
    ("right", "page", "leads"),
    [
        (Permission.SCORE, None, "/matches/2/"),
        (Permission.SCORE, "watch", "/matches/2/watch"),
        (Permission.WATCH, None, "/matches/2/watch"),
        (Permission.WATCH, "both_sides", "/matches/2/board"),
        (Permission.WATCH, "nonsense", "/matches/2/watch"),
    ],
)
def test_who_was_at_a_match_goes_on_at_its_rematch_with_the_same_right(
    visit: Any, client: Any, finished: Player, right: Permission, page: str | None, leads: str
) -> None:
    phone = visit(right, 1)
    assert rights(phone, 2) == (404, 404)
    again(client)
    assert rights(phone, 2) == (404, 404)
    answer = phone.get("/matches/1/rematch", query_string={"page": page} if page else {})
    assert (answer.status_code, answer.location) == (303, leads)
    assert rights(phone, 2) == ((200, 200) if right is Permission.SCORE else (404, 200))


def test_the_line_of_a_match_tells_where_its_rematch_is(visit: Any, client: Any, finished: Player) -> None:
    phone = visit(Permission.WATCH, 1)
    line = "/matches/1/line?page=both_sides"
    assert "rematch" not in phone.get(line).get_data(as_text=True)
    again(client)
    said = phone.get(line).get_data(as_text=True)
    assert "data: 1\n\n" in said
    assert "event: rematch\ndata: /matches/1/rematch?page=both_sides\n\n" in said


def test_a_rematch_and_the_ones_after_it_are_in_the_list_of_whoever_was_there(
    visit: Any, client: Any, finished: Player, service: Any
) -> None:
    phone = visit(Permission.WATCH, 1)
    again(client)
    Player(client, 2).trick(WINS)
    again(client, 2)
    page = phone.get("/").get_data(as_text=True)
    for match in (1, 2, 3):
        assert f"/matches/{match}/" in page
    assert rights(phone, 3) == (404, 200)


def test_new_partners_take_everybody_along_too(visit: Any, client: Any, finished: Player, service: Any) -> None:
    phone = visit(Permission.SCORE, 1)
    page = client.get("/books/1/new?like=1").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    form = {"csrf_token": token, "N": "Ann", "E": "Cat", "S": "Bob", "W": "Dan", "dealer": "E", "target": "61",
            "best_of": "3", "season": "auto", "jack_havel": "2", "jack_havel_dealer": "4"}  # fmt: skip
    assert client.post("/books/1/new?like=1", data=form).status_code == 303
    assert phone.get("/matches/1/rematch").location == "/matches/2/"


def test_an_old_page_for_new_partners_takes_nobody_along_from_another_match(
    visit: Any, client: Any, finished: Player, service: Any
) -> None:
    """After a backup was restored, another match of the score book may have the number."""
    page = client.get("/books/1/new?like=1").get_data(as_text=True)
    form = {name: hidden(page, name) for name in ("csrf_token", "key", "opened")} | NEW
    with service.database.writing():
        service.database.run("UPDATE matches SET opened = '2020-01-01T20:00:00+00:00' WHERE id = 1")
    answer = client.post("/books/1/new?like=1", data=form)
    assert "Another match has this number now" in answer.get_data(as_text=True)
    assert visit(Permission.SCORE, 1).get("/matches/1/rematch").location == "/matches/1/"
    assert service.database.numbers(BOOK) == [1]


def test_only_the_owner_sees_when_a_match_was_opened(visit: Any, finished: Player, score_books: Any) -> None:
    other = visit(Permission.OWN, score_books.begin("Other").id)
    for path in ("/books/2/new", "/hearts/books/2/new", "/settings"):
        assert 'name="opened"' not in other.get(f"{path}?like=1").get_data(as_text=True)


def test_a_match_that_is_being_played_is_left_by_nobody(visit: Any, client: Any, sit_down: Any, service: Any) -> None:
    """Its players can be filled in for another match; everybody at the first one stays there."""
    sit_down(target=121).trick(WINS)
    phone = visit(Permission.SCORE, 1)
    page = client.get("/books/1/new?like=1").get_data(as_text=True)
    form = {name: re.findall(rf'name="{name}"[^>]*value="([^"]*)"', page)[0] for name in ("csrf_token", "key")}
    form |= {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan", "dealer": "N", "target": "61", "best_of": "1",
             "season": "auto", "jack_havel": "2", "jack_havel_dealer": "4"}  # fmt: skip
    assert client.post("/books/1/new?like=1", data=form).status_code == 303
    assert phone.get("/matches/1/rematch").location == "/matches/1/"
    assert "rematch" not in phone.get("/matches/1/line").get_data(as_text=True)


def test_two_phones_that_ask_for_the_same_rematch_get_one(visit: Any, client: Any, finished: Player) -> None:
    first, second = again(client), again(client)
    assert (first, second) == ("/matches/2/", "/matches/2/")
    Player(client, 2).trick("7S AS 9S 8S")
    assert again(client) == "/matches/3/"


def test_a_stranger_gets_nowhere_by_a_rematch(visit: Any, client: Any, finished: Player) -> None:
    again(client)
    assert visit().get("/matches/1/rematch").status_code == 404
    other = visit(Permission.WATCH, 2)
    assert other.get("/matches/1/rematch").status_code == 404
    assert rights(other, 1) == (404, 404)


def test_a_link_that_was_renewed_leads_to_no_rematch(
    visit: Any, client: Any, finished: Player, score_books: Any
) -> None:
    phone = visit(Permission.WATCH, 1)
    score_books.renew(kind_of(Permission.WATCH), 1)
    again(client)
    assert phone.get("/matches/1/rematch").status_code == 404
    assert rights(phone, 2) == (404, 404)


@pytest.mark.parametrize("renewed", [Permission.SCORE, Permission.WATCH])
def test_renewing_a_link_of_the_rematch_keeps_out_whoever_came_by_the_match_before(
    visit: Any, client: Any, finished: Player, score_books: Any, renewed: Permission
) -> None:
    phone = visit(renewed, 1)
    again(client)
    phone.get("/matches/1/rematch")
    score_books.renew(kind_of(renewed), 2)
    for path in ("/", "/matches/1/rematch", "/"):
        phone.get(path)
        assert rights(phone, 2) == (404, 404)
    assert visit(renewed, 1).get("/matches/1/rematch").location in ("/matches/1/", "/matches/1/watch")


def test_a_match_that_goes_on_after_its_rematch_was_opened_sends_nobody_away(
    visit: Any, client: Any, sit_down: Any
) -> None:
    """Its last trick was wrong: Undo takes it back, and the match is played on."""
    player = sit_down(target=11, season="winter")
    player.trick("2S KS 6S 8C")
    player.trick(WINS)
    again(client)
    player.look()
    player.post("undo")
    assert "rematch" not in visit(Permission.WATCH, 1).get("/matches/1/line").get_data(as_text=True)
    player.trick("2C 4C 6C TH")
    assert "To the rematch" not in client.get("/matches/1/").get_data(as_text=True)
    again(client)
    assert "rematch" not in visit(Permission.WATCH, 1).get("/matches/1/line").get_data(as_text=True)


def test_a_damaged_match_is_like_a_new_one_but_takes_nobody_along(client: Any, sit_down: Any, service: Any) -> None:
    sit_down()
    with service.database.writing():
        service.database.run("INSERT INTO entries VALUES (1, NULL, 1, 'act', '[{}]', 'k', '2026-01-01', NULL, '')")
    service.clear_cache()
    page = client.get("/books/1/new?like=1").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    form = {"csrf_token": token, "N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan", "dealer": "N", "target": "61",
            "best_of": "1", "season": "auto", "jack_havel": "2", "jack_havel_dealer": "4"}  # fmt: skip
    assert client.post("/books/1/new?like=1", data=form).location == "/matches/2/"


def test_a_rematch_that_is_in_the_bin_is_none(client: Any, visit: Any, finished: Player, app: Any) -> None:
    again(client)
    app.extensions["maintenance"].move_to_bin(2)
    phone = visit(Permission.WATCH, 1)
    assert phone.get("/matches/1/rematch").location == "/matches/1/watch"
    assert "To the rematch" not in phone.get("/matches/1/watch").get_data(as_text=True)


def test_the_old_match_leads_to_its_rematch(client: Any, visit: Any, finished: Player) -> None:
    again(client)
    assert "To the rematch" in client.get("/matches/1/").get_data(as_text=True)
    page = visit(Permission.WATCH, 1).get("/matches/1/watch").get_data(as_text=True)
    assert "To the rematch" in page
    assert 'content="10; url=/matches/1/rematch?page=watch"' in page


def test_no_rematch_opens_a_score_book(
    client: Any, visit: Any, sit_down: Any, score_books: Any, service: Any
) -> None:
    """An owner of two books cannot make a match of one the rematch of a match of the other."""
    for number in range(4):
        score_books.begin(f"Book {number}")
    sit_down()
    both = visit(Permission.OWN, 1)
    both.get(address(score_books.book_grant(2), client.application.config["SECRET_KEY"]))
    page = both.get("/books/2/new?like=1").get_data(as_text=True)
    form = {name: hidden(page, name) for name in ("csrf_token", "key")} | NEW
    assert both.post("/books/2/new?like=1", data=form).location == "/matches/2/"
    # Nor one that an earlier release let in.
    with service.database.writing():
        service.database.run("UPDATE matches SET follows = 1 WHERE id = 2")
    other = visit(Permission.OWN, 1)
    for way in ("/matches/1/rematch", "/", "/matches/1/line"):
        other.get(way)
        assert other.get("/books/2/").status_code == 404
        assert other.get("/matches/2/watch").status_code == 404
    # Even if the match and a book have the same number, and whoever goes along keeps a book.
    with service.database.writing():
        service.database.run("UPDATE matches SET book_id = 1 WHERE id = 2")
    other.get("/matches/1/rematch")
    assert other.get("/matches/2/").status_code == 200
    assert other.get("/books/2/").status_code == 404
    with other.session_transaction() as session:
        assert [name for name, _ in session["doors"] if name.startswith("keep")] == ["keep-1"]


def test_a_rematch_whose_link_is_renewed_at_that_moment_lets_nobody_in(
    visit: Any, client: Any, finished: Player, score_books: Any, monkeypatch: Any
) -> None:
    """The door is read, and then the rematch no longer follows: it may be the new one."""
    phone = visit(Permission.SCORE, 1)
    again(client)
    read = ScoreBooks.grant

    def renewed_before(self: ScoreBooks, kind: LinkKind, number: int) -> Any:
        if (kind, number) == (SCORE, 2):
            with monkeypatch.context() as patched:
                patched.setattr(ScoreBooks, "grant", read)
                self.renew(kind, number)
        return read(self, kind, number)

    monkeypatch.setattr(ScoreBooks, "grant", renewed_before)
    phone.get("/matches/1/rematch")
    monkeypatch.undo()
    assert rights(phone, 2) == (404, 404)


def test_a_long_chain_of_rematches_is_walked_so_far_at_a_time(
    visit: Any, client: Any, service: Any, sit_down: Any, monkeypatch: Any
) -> None:
    sit_down()
    setup = service.current(1).whole_match.setup
    for number in range(1, 160):
        service.open(BOOK, setup, follows=number)
    phone = visit(Permission.WATCH, 1)
    walked: list[int] = []
    join_rematch = Visitor.join_rematch

    def counting(self: Visitor, match_id: int) -> int | None:
        walked.append(match_id)
        return join_rematch(self, match_id)

    monkeypatch.setattr(Visitor, "join_rematch", counting)
    assert phone.get("/").status_code == 200
    assert len(walked) == len(set(walked)) <= 2 * MOST_GRANTS
