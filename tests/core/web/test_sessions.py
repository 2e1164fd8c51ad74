"""Cookies and CSRF tokens: altered ones, and ones from another session, give no access."""

import re
import time
from typing import Any

import pytest
from flask import Flask, session
from flask.testing import FlaskClient

from referee.books.permissions import Permission
from tests.conftest import Player


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
    """The answer to a request with a cookie."""
    client = app.test_client()
    client.set_cookie("referee", cookie)
    return client.get(path).get_data(as_text=True)


def test_a_changed_cookie_is_empty(app: Flask, counting: Any) -> None:
    counting.get("/counted")
    cookie = cookie_of(counting)
    assert get(app, "/read", cookie) == "1"
    payload, stamp, signature = cookie.split(".")
    other = signature[::-1]
    for changed in (f"{payload}.{stamp}.{other}", f"{payload[:-1]}.{stamp}.{signature}", payload, "", "....", "é"):
        assert get(app, "/read", changed) == "None"


@pytest.mark.parametrize("days", [-365, -1, 365 * 9])
def test_a_cookie_is_read_whatever_the_clock_of_the_server_does(
    client: FlaskClient, sit_down: Any, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """A small computer without a battery starts with an earlier time, and jumps when the network tells it."""
    player = sit_down(season="winter")
    jumped = time.time() + days * 24 * 3600
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: jumped)
    assert trick(player, client, "7S AS 9S 8S", player.token) == 303


# --- tokens --------------------------------------------------------------------------------------------------


def trick(player: Player, client: FlaskClient, cards: str, token: str) -> int:
    """Post a trick with some token; the status of the answer."""
    form = player.form() | {"csrf_token": token, "draft": cards.replace(" ", ".")}
    status = client.post(f"/matches/{player.match_id}/enter", data=form).status_code
    player.look()
    return status


def test_a_token_of_one_session_is_refused_in_another(client: FlaskClient, visit: Any, sit_down: Any) -> None:
    player = sit_down(season="winter")
    token = player.token
    assert trick(player, client, "7S AS 9S 8S", token) == 303
    assert trick(player, client, "7D AD 9D 8D", token) == 303
    other = visit(Permission.OWN)
    assert trick(player, other, "7C AC 9C 8C", token) == 400
    own = re.findall(r'name="csrf_token" value="([^"]+)"', other.get(f"/matches/{player.match_id}/").text)[0]
    assert trick(player, other, "7C AC 9C 8C", own) == 303
    assert trick(player, client, "7H AH 9H 8H", own) == 400


@pytest.mark.parametrize("token", ["", "x", "é"])
def test_what_is_no_token_is_refused_however_often_it_comes(client: FlaskClient, sit_down: Any, token: str) -> None:
    player = sit_down()
    assert [trick(player, client, "7S AS 9S 8S", token) for _ in range(3)] == [400, 400, 400]
    assert trick(player, client, "7S AS 9S 8S", player.token) == 303


def test_over_https_the_referrer_is_checked_each_time(client: FlaskClient, sit_down: Any) -> None:
    player = sit_down()
    form = player.form() | {"draft": "7S.AS.9S.8S"}
    address = f"https://localhost/matches/{player.match_id}/enter"
    page = client.get(f"https://localhost/matches/{player.match_id}/").text
    form["csrf_token"] = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    for referrer, status in (("https://elsewhere.example/", 400), ("", 400), ("https://localhost/", 303)):
        assert client.post(address, data=form, headers={"Referer": referrer}).status_code == status
    assert client.post(address, data=form, headers={"Referer": "https://elsewhere.example/"}).status_code == 400
