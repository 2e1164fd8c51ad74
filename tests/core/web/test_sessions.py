"""Cookies and CSRF tokens that are verified once and then known: nothing else is known by them."""

import re
from typing import Any

import pytest
from flask import Flask, session
from flask.testing import FlaskClient

from referee.books.permissions import Permission
from referee.web import sessions
from tests.conftest import Player


class Now:
    """The time that cookies are signed and verified at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 1_800_000_000.0
        monkeypatch.setattr("time.time", lambda: self.seconds)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    return Now(monkeypatch)


@pytest.fixture
def counting(app: Flask) -> FlaskClient:
    """A client of two views: one counts in the session, one reads it and changes it without storing."""

    @app.get("/counted")
    def counted() -> str:
        session["count"] = session.get("count", 0) + 1
        return str(session["count"])

    @app.get("/read")
    def read() -> str:
        found = str(session.get("count"))
        session["count"] = 99
        session.modified = False  # So that no cookie is sent.
        return found

    views = {"counted": counted, "read": read}
    for name, view in views.items():
        app.view_functions[name] = view
    app.before_request_funcs.clear()
    return app.test_client()


def cookie_of(client: FlaskClient) -> str:
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return cookie.value


def get(app: Flask, path: str, cookie: str) -> str:
    """What a request with a cookie is answered."""
    client = app.test_client()
    client.set_cookie("referee", cookie)
    return client.get(path).get_data(as_text=True)


def test_a_known_cookie_says_the_same_however_a_request_changes_its_session(app: Flask, counting: Any) -> None:
    assert [counting.get("/counted").text for _ in range(3)] == ["1", "2", "3"]
    cookie = cookie_of(counting)
    assert [get(app, "/read", cookie) for _ in range(3)] == ["3", "3", "3"]
    assert get(app, "/counted", cookie) == get(app, "/counted", cookie) == "4"


def test_a_changed_cookie_is_empty_also_when_the_true_one_is_known(app: Flask, counting: Any) -> None:
    counting.get("/counted")
    cookie = cookie_of(counting)
    assert get(app, "/read", cookie) == "1"
    payload, stamp, signature = cookie.split(".")
    other = signature[::-1]
    for changed in (f"{payload}.{stamp}.{other}", f"{payload[:-1]}.{stamp}.{signature}", payload, "", "....", "é"):
        assert get(app, "/read", changed) == "None"


def test_a_known_cookie_expires_when_its_time_has_come(app: Flask, counting: Any, now: Now) -> None:
    counting.get("/counted")
    cookie, lifetime = cookie_of(counting), app.permanent_session_lifetime.total_seconds()
    for seconds in (0, lifetime - sessions.VERIFY_EVERY):
        now.seconds = 1_800_000_000.0 + seconds
        assert get(app, "/read", cookie) == "1"
    # Known ones are verified again every hour, so it may live an hour too long.
    now.seconds = 1_800_000_000.0 + lifetime + sessions.VERIFY_EVERY
    assert get(app, "/read", cookie) == "None"


def test_so_many_cookies_are_known(app: Flask, counting: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    counting.get("/counted")
    cookie = cookie_of(counting)
    for number in range(sessions.MOST_COOKIES + 9):
        get(app, "/read", f"{cookie[:-9]}{number:09}")
    known = app.session_interface._verified  # type: ignore[attr-defined]
    assert known.cache_info().currsize == sessions.MOST_COOKIES
    assert get(app, "/read", cookie) == "1"


# --- tokens --------------------------------------------------------------------------------------------------


def trick(player: Player, client: FlaskClient, cards: str, token: str) -> int:
    """Post a trick with some token; the status of the answer."""
    form = player.form() | {"csrf_token": token, "draft": cards.replace(" ", ".")}
    status = client.post(f"/matches/{player.match_id}/enter", data=form).status_code
    player.look()
    return status


def test_a_token_that_is_known_for_one_session_is_refused_in_another(
    client: FlaskClient, visit: Any, sit_down: Any
) -> None:
    player = sit_down(season="winter")
    token = player.token
    assert trick(player, client, "7S AS 9S 8S", token) == 303
    assert trick(player, client, "7D AD 9D 8D", token) == 303  # It is known now.
    other = visit(Permission.KEEP)
    assert trick(player, other, "7C AC 9C 8C", token) == 400
    own = re.findall(r'name="csrf_token" value="([^"]+)"', other.get(f"/matches/{player.match_id}/").text)[0]
    assert trick(player, other, "7C AC 9C 8C", own) == 303
    assert trick(player, client, "7H AH 9H 8H", own) == 400


@pytest.mark.parametrize("token", ["", "x", "é"])
def test_what_is_no_token_is_refused_however_often_it_comes(client: FlaskClient, sit_down: Any, token: str) -> None:
    player = sit_down()
    assert [trick(player, client, "7S AS 9S 8S", token) for _ in range(3)] == [400, 400, 400]
    assert trick(player, client, "7S AS 9S 8S", player.token) == 303


def test_so_many_tokens_are_known(client: FlaskClient, sit_down: Any, app: Flask, monkeypatch: Any) -> None:
    monkeypatch.setattr(sessions, "MOST_TOKENS", 3)
    player = sit_down(season="winter")
    tokens = list[str]()
    for number in range(5):  # Each page has a token of its own.
        player.look()
        tokens.append(player.token)
        ranks = "A23456789"
        assert trick(player, client, " ".join(f"{ranks[number]}{suit}" for suit in "SHDC"), player.token) == 303
    known = app.extensions["csrf"]._verified
    assert len(known) == min(3, len(set(tokens)))
    assert trick(player, client, "KS KH KD KC", tokens[0]) == 303  # Verified again.


def test_over_https_the_referrer_is_checked_each_time(client: FlaskClient, sit_down: Any) -> None:
    player = sit_down()
    form = player.form() | {"draft": "7S.AS.9S.8S"}
    address = f"https://localhost/matches/{player.match_id}/enter"
    page = client.get(f"https://localhost/matches/{player.match_id}/").text
    form["csrf_token"] = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    for referrer, status in (("https://elsewhere.example/", 400), ("", 400), ("https://localhost/", 303)):
        assert client.post(address, data=form, headers={"Referer": referrer}).status_code == status
        # The last was entered; the same once more from elsewhere is refused again.
    assert client.post(address, data=form, headers={"Referer": "https://elsewhere.example/"}).status_code == 400
