"""People's phones and files: links, cookies, forms that are posted, records that were saved.

All of it was made by an earlier release, see `tests/frozen`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.frozen.reading import BOOKS, FOLDER, command, opened, unpack

PHONE = json.loads((FOLDER / "phone.json").read_text(encoding="utf-8"))
FILES = FOLDER / "files"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The book that the phone's links and cookies are for."""
    unpack(BOOKS[-1], tmp_path)
    with opened(tmp_path) as app:
        yield app


def owner(app: Flask) -> FlaskClient:
    """The owner's phone, with the cookie of its first visit."""
    client = app.test_client()
    client.set_cookie(PHONE["cookies"]["name"], PHONE["cookies"]["keeper"])
    return client


def post_all(client: FlaskClient) -> None:
    """Every kind of post as a browser sent it, field by field; each is sent twice."""
    for post in PHONE["posts"]:
        page = client.get(post["to"].rpartition("/")[0] + "/").get_data(as_text=True)
        token = re.search('name="csrf(?:_token)?" (?:content|value)="([^"]*)"', page)
        assert token
        fields = {name: token[1] if name == "csrf_token" else value for name, value in post["fields"]}
        assert len(fields) == len(post["fields"])
        for _ in range(2):
            answer = client.post(post["to"], data=fields, headers=PHONE["headers"])
            assert answer.status_code == post["status"], post


def actions_of(folder: Path, number: int) -> list[dict[str, Any]]:
    """The actions of a match's record, without their times."""
    record = json.loads("".join(command("export", str(number), "--instance", folder)["output"]))
    return [{name: value for name, value in action.items() if name != "at"} for action in record["actions"]]


def test_a_link_still_opens(app: Flask) -> None:
    client = app.test_client()
    answer = client.get(PHONE["link"])
    assert (answer.status_code, answer.location) == (303, "/books/3/")
    assert client.get(answer.location).status_code == 200


def test_a_cookie_still_lets_in_and_no_further(app: Flask) -> None:
    phone = owner(app)
    addresses = "/books/3/", "/cribbage/matches/77/", "/matches/78/watch"
    assert [phone.get(address).status_code for address in addresses] == [200, 200, 200]
    assert [app.test_client().get(address).status_code for address in addresses] == [404, 404, 404]
    assert phone.get("/books/1/").status_code == 404


def test_what_a_phone_posts_is_understood_and_counts_once(app: Flask, tmp_path: Path) -> None:
    post_all(owner(app))
    for number in {int(post["to"].split("/")[-2]) for post in PHONE["posts"]}:
        assert actions_of(tmp_path, number) == PHONE["afterwards"][str(number)]


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
