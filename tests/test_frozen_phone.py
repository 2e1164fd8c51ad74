"""What people have on their phones and in files: links, cookies, forms that are posted, records that were saved.

All of it was made by an earlier release, see `tests/frozen`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.frozen.reading import FOLDER, command, opened, unpack

PHONE, TABLES = (json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")) for name in ("outbox", "tables"))
BOOK_OF_TABLES = "13-players_told_apart"
FILES = FOLDER / "files"


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """The book that the phone's links and cookies are for."""
    unpack(getattr(request, "param", "phone"), tmp_path)
    with opened(tmp_path) as app:
        # A cookie lasts a year; these are as old as they are.
        app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=365 * 200)
        yield app


def phone(app: Flask, who: str, cookies: dict[str, str] = PHONE["cookies"]) -> FlaskClient:
    """A phone with a cookie that it has had for long."""
    client = app.test_client()
    client.set_cookie(cookies["name"], cookies[who])
    return client


def post_all(app: Flask, of: dict[str, Any]) -> None:
    """Every kind of post as a browser sent it, field by field; each is sent twice."""
    client = phone(app, "keeper", of["cookies"])
    for post in of["posts"]:
        page = client.get(post["to"].rpartition("/")[0] + "/").get_data(as_text=True)
        token = re.search('name="csrf(?:_token)?" (?:content|value)="([^"]*)"', page)
        assert token
        fields = {name: token[1] if name == "csrf_token" else value for name, value in post["fields"]}
        assert len(fields) == len(post["fields"])
        for _ in range(2):
            answer = client.post(post["to"], data=fields, headers=of["headers"])
            assert answer.status_code == post["status"], post


def status_of(client: FlaskClient, address: str) -> int:
    return client.get(address).status_code


def actions_of(folder: Path, number: int) -> list[dict[str, Any]]:
    """What a match's record says was done; not when."""
    record = json.loads("".join(command("export", str(number), "--instance", folder)["output"]))
    return [{name: value for name, value in action.items() if name != "at"} for action in record["actions"]]


@pytest.mark.parametrize("link", PHONE["links"])
def test_a_link_still_opens(app: Flask, link: str) -> None:
    client = app.test_client()
    answer = client.get(link)
    assert (answer.status_code, answer.location) == (303, PHONE["links"][link])
    assert status_of(client, answer.location) == 200


def test_a_cookie_still_lets_in_and_no_further(app: Flask) -> None:
    keeper, guest, stranger = phone(app, "keeper"), phone(app, "guest"), app.test_client()
    for address, seen_by in {
        "/books/1/": [keeper],
        "/matches/1/": [keeper],
        "/matches/2/": [keeper],
        "/matches/2/watch": [keeper, guest],
        "/matches/3/": [keeper, guest],
    }.items():
        for each in (keeper, guest, stranger):
            assert status_of(each, address) == (200 if each in seen_by else 404), address


def test_a_cookie_still_knows_what_the_phone_prefers(app: Flask) -> None:
    scheme = re.compile('name="color-scheme" content="([^"]*)"')
    prefers = [
        scheme.findall(phone(app, who).get("/matches/3/").get_data(as_text=True)) for who in ("keeper", "guest")
    ]
    assert prefers == [["dark"], ["light dark"]]


@pytest.mark.parametrize(
    ("app", "of"), [("phone", PHONE), (BOOK_OF_TABLES, TABLES)], indirect=["app"], ids=["Havilering", "other games"]
)
def test_what_a_phone_posts_is_understood_and_counts_once(app: Flask, tmp_path: Path, of: dict[str, Any]) -> None:
    post_all(app, of)
    for number in {int(post["to"].split("/")[-2]) for post in of["posts"]}:
        assert actions_of(tmp_path, number) == of["afterwards"][str(number)]


def test_every_kind_of_post_is_tried() -> None:
    tried = {post["to"].rsplit("/", 1)[1] for post in PHONE["posts"]}
    assert tried == {"trick", "claim", "muggins", "deal", "reply", "misdeal", "undo", "redo"}


@pytest.mark.parametrize(("name", "words"), [("record", ["1"]), ("records", []), ("book", ["--book", "1"])])
def test_a_file_that_was_saved_comes_in_and_goes_out_the_same(tmp_path: Path, name: str, words: list[str]) -> None:
    saved, here = FILES / f"{name}.json", ("--instance", tmp_path / "new")
    data = json.loads(saved.read_text(encoding="utf-8"))
    matches = {"record": lambda: 1, "records": lambda: len(data), "book": lambda: len(data["matches"])}[name]()
    assert command("import", saved, *here)["output"] == [f"match {number}" for number in range(1, matches + 1)]
    exported = command("export", *words, *here)
    assert (exported["status"], json.loads("\n".join(exported["output"]))) == (0, data)
    again = command("import", saved, *here)
    assert (again["status"], len(again["output"])) == (0, matches)
    assert command("export", *words, *here) == exported
