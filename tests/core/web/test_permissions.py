"""Permissions: every route and method tried by a stranger, a watcher and a scorer."""

import re
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.books.permissions import Permission
from referee.web import create_app
from tests.conftest import BOOK
from tests.pages import with_plain_cards, without_random
from tests.servers import hidden

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
FILLED_IN = {"match_id": 1, "book_id": BOOK, "number": 1, "hand": 1, "seat": "W", "word": "x" * 24, "filename": "x",
             "name": "x", "evening_id": 1, "phone": "x", "player_id": 1, "partner_id": 3,
             "opponent_id": 2, "ally_id": 4, "league": "2026-03-20", "deleted_id": 1}  # fmt: skip
OPEN = {"static", "sharing.enter"}
"""Routes open to strangers: style and scripts, which are the same for everybody, and links, which must fit."""
OFFERED = {
    "sharing.begin",
    "phone_app.engine",
    "phone_app.edition",
    "phone_app.service_worker",
    "phone_app.site_file",
}
"""Routes that exist only if a server offers them: books to be begun, and the app for phones."""


def addresses(app: Flask) -> list[tuple[str, str, set[str]]]:
    """Every route of the app, filled in with what is there, each choice of a route spelt out; and its methods."""
    found = []
    for rule in app.url_map.iter_rules():
        text = re.sub(r"<(?:int:|path:)?(\w+)>", lambda match: str(FILLED_IN[match[1]]), rule.rule)
        choices = re.search(r"<any\(([^)]*)\):\w+>", text)
        spelt = choices[1].split(", ")[-1 if "revoke" in text else 0 :] if choices else [""]
        paths = [re.sub(r"<any\([^)]*\):\w+>", choice, text) for choice in spelt]
        found += [(rule.endpoint, path, rule.methods or set()) for path in paths]
    return found


@pytest.fixture
def played(sit_down: Any) -> Any:
    """A match with a revoke, a closed trick and a last trick; the players do not matter."""
    player = sit_down(season="winter")
    for trick in ("7S AS 4D 8S", "2D KD 9S 8D", "3S 5D 4S 5S"):
        player.trick(trick)
    return player


def form_of(player: Any) -> dict[str, str]:
    """A post that the scorer's phone could send."""
    form: dict[str, str] = player.form() | {"draft": "6C.7C.8C.9C", "what": "score", "name": "Mine"}
    return form


# --- a stranger ---------------------------------------------------------------------------------------------


def test_a_stranger_gets_nothing_on_any_route_by_any_method(
    app: Flask, visit: Any, played: Any, service: Any, score_books: Any
) -> None:
    before = service.current(1), score_books.match_grants(1), score_books.book_grant(BOOK)
    stranger, form = visit(), form_of(played)
    tried = 0
    nowhere = ("/nowhere", "/matches/1", "/../etc/passwd", "/matches/1//")
    elsewhere: list[tuple[str, str, set[str]]] = [("", path, set()) for path in nowhere]
    for endpoint, path, _ in [*addresses(app), *elsewhere]:
        for method in () if endpoint in OPEN else METHODS:
            for more in ({}, {"headers": {"HX-Request": "true"}}, {"query_string": {"match": "1", "like": "1"}}):
                answer = stranger.open(path, method=method, data=form if method == "POST" else None, **more)
                assert answer.status_code == 404, (method, path)
                assert "Set-Cookie" not in answer.headers
                page = with_plain_cards(answer.get_data(as_text=True))
                assert not re.search("Ann|Bob|Cat|Dan|7♠|csrf", without_random(page))
                tried += 1
    assert tried > 1000
    assert (service.current(1), score_books.match_grants(1), score_books.book_grant(BOOK)) == before


NAMED = {"match": "1", "like": "1", "evening": "1", "player": "1", "from": "1", "number": "1"}


@pytest.mark.parametrize("is_own", [False, True])
def test_the_owner_of_another_book_gets_nothing_of_this_one(
    app: Flask, visit: Any, client: Any, played: Any, score_books: Any, is_own: bool
) -> None:
    """Neither at its addresses nor, by naming its matches and players, at the addresses of their own book."""
    other = score_books.begin("Others").id
    owner = visit(Permission.OWN, other)
    token = hidden(owner.get(f"/books/{other}/new").get_data(as_text=True), "csrf_token")
    form, this = form_of(played) | NAMED | {"csrf_token": token}, re.compile(r"/(?:matches|books|evenings)/1(?=/|$)")
    before = client.get("/books/1/logs.json").data, score_books.match_grants(1), score_books.book_grant(BOOK)
    paths = [path for _, path, _ in addresses(app) if this.search(path) and (not is_own or "/books/1" in path)]
    assert len(paths) > (30 if is_own else 100)
    for path, method in product(paths, ("GET", "POST")):
        at = path.replace("/books/1", f"/books/{other}") if is_own else path
        answer = owner.open(at, method=method, query_string=NAMED, data=form if method == "POST" else None)
        assert is_own or answer.status_code == 404, (method, at)
        assert answer.status_code < 500, (method, at)
        page = with_plain_cards(without_random(answer.get_data(as_text=True)))
        assert not re.search(r"\b(Ann|Bob|Cat|Dan)\b|7♠", page), (method, at)
    after = client.get("/books/1/logs.json").data, score_books.match_grants(1), score_books.book_grant(BOOK)
    assert after == before


def test_every_view_says_what_it_needs(app: Flask) -> None:
    needs = {endpoint: getattr(view, "needs", None) for endpoint, view in app.view_functions.items()}
    assert {endpoint for endpoint, right in needs.items() if right is None} == {"static"}
    strangers = {endpoint for endpoint, right in needs.items() if right is Permission.STRANGER}
    assert strangers == {"sharing.enter"}
    for rule in app.url_map.iter_rules():
        about = rule.arguments & {"match_id", "book_id", "evening_id"}
        assert not about or (needs[rule.endpoint] or Permission.STRANGER) >= Permission.WATCH, rule.endpoint


def test_what_is_not_shared_looks_like_what_is_not_there(visit: Any, sit_down: Any, service: Any) -> None:
    one, other = sit_down(), sit_down()
    guest = visit(Permission.SCORE, one.match_id)
    not_shared = guest.get(f"/matches/{other.match_id}/")
    nothing = guest.get("/matches/999/")
    pages = [without_random(answer.get_data(as_text=True)) for answer in (not_shared, nothing)]
    assert (not_shared.status_code, pages[0]) == (nothing.status_code, pages[1])
    page = guest.get(f"/dispute?match={other.match_id}").get_data(as_text=True)
    assert "Ann" not in without_random(page)


def test_a_cookie_made_elsewhere_or_changed_opens_nothing(app: Flask, visit: Any, played: Any) -> None:
    maintenance, stranger = visit(Permission.OWN), visit()
    cookie = maintenance.get_cookie("referee").value
    for spoilt in (
        cookie[:-2],
        cookie[1:],
        "x",
        "",
        cookie.replace(".", ".x", 1),
        "eyJkb29ycyI6W1sia2VlcC0xIiwxXV19",
    ):
        stranger.set_cookie("referee", spoilt)
        assert stranger.get("/matches/1/").status_code == 404
    stranger.set_cookie("referee", cookie)
    assert stranger.get("/matches/1/").status_code == 200


# --- rights -------------------------------------------------------------------------------------------------


@pytest.mark.quick(1)
@pytest.mark.parametrize("right", [Permission.WATCH, Permission.SCORE])
def test_a_link_to_a_match_opens_what_its_right_reaches_and_nothing_else(
    app: Flask, visit: Any, played: Any, sit_down: Any, right: Permission
) -> None:
    other, guest, form = sit_down().match_id, visit(right, 1), form_of(played)
    views = app.view_functions
    for endpoint, path, methods in addresses(app):
        needed = getattr(views[endpoint], "needs", Permission.STRANGER)
        if endpoint in OPEN | OFFERED:
            continue
        for method in methods - {"OPTIONS", "HEAD"}:
            with guest.open(path, method=method, data=form) as answer:
                status = answer.status_code
            is_of_book = any(f"/{what}/" in path for what in ("books", "tables", "evenings", "deleted"))
            assert (status == 404) == (needed > right or is_of_book), (method, path, status)
            if "/matches/1" in path:
                assert guest.open(path.replace("/1", f"/{other}", 1), method=method, data=form).status_code == 404


def test_a_scorer_enters_and_corrects_and_a_watcher_looks_on(visit: Any, played: Any, service: Any) -> None:
    scorer, watcher, form = visit(Permission.SCORE, 1), visit(Permission.WATCH, 1), form_of(played)
    page = scorer.get("/matches/1/").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    assert watcher.post("/matches/1/enter", data=form | {"csrf_token": token}).status_code == 404
    assert service.current(1).version == 3
    assert scorer.post("/matches/1/enter", data=form | {"csrf_token": token}).status_code == 303
    assert service.current(1).version == 4
    assert "Same four again" not in page
    assert watcher.get("/matches/1/").status_code == 404
    assert "6♣" in with_plain_cards(watcher.get("/matches/1/watch").get_data(as_text=True))


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [("/", "/"), ("/matches/1/?q=a%20b&c=%C3%A9", "/matches/1/?q=a%20b&c=%C3%A9"), ("/%0d%0aX:1", "/%0D%0AX%3A1"),
     ("/matches/1/%3Fa%23b", "/matches/1/%3Fa%23b")],
)  # fmt: skip
def test_a_front_name_leads_to_the_own_name_of_an_instance(tmp_path: Path, path: str, leads_to: str) -> None:
    app = create_app(tmp_path, names=["a.cards", "cards"], front=["cards"])
    with closing(app.extensions["service"]):
        answer = app.test_client().get(path, base_url="http://cards:81/")
        assert (answer.status_code, answer.location) == (303, f"http://a.cards:81{leads_to}")
        assert app.test_client().get("/", base_url="http://a.cards/").location is None
