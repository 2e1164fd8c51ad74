"""A score book that moves to another instance: all of it comes in, and whoever had access has it there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.books import check as checks
from referee.books.permissions import KEEP, OF_BOOKS, SCORE, WATCH
from referee.books.score_books import ScoreBooks
from referee.cli import main
from referee.games import GAMES
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.instance import book_file
from referee.web import create_app
from referee.web.sharing import address
from tests.conftest import Player
from tests.core.samples import SAMPLES

THERE = "http://192.0.2.7"


@dataclass
class Instance:
    """An instance, whose app is opened and closed as its server is started and stopped."""

    folder: Path

    def opened(self) -> Opened:
        return Opened(create_app(self.folder))

    def run(self, *words: str | Path) -> int:
        return main([*map(str, words), "--instance", str(self.folder)])


class Opened:
    def __init__(self, app: Flask) -> None:
        self.app = app
        self.service: MatchService = app.extensions["service"]
        self.score_books: ScoreBooks = app.extensions["score_books"]

    def link(self, kind: Any, number: int) -> str:
        return address(self.score_books.grant(kind, number), self.app.config["SECRET_KEY"])

    def visitor(self, link: str = "") -> FlaskClient:
        client = self.app.test_client()
        if link:
            assert client.get(link).status_code == 303
        return client

    def close(self) -> None:
        self.service.close()


@pytest.fixture
def here(tmp_path: Path) -> Instance:
    """An instance with two books; the second has matches of all games, and all that can happen to them."""
    instance = Instance(tmp_path / "here")
    with closing(instance.opened()) as opened:
        service, books = opened.service, opened.score_books
        books.first()
        book = books.begin("Sunday")
        for seed, sample in enumerate(SAMPLES.values()):
            service.import_records(book.id, [sample.read(seed)])
        maintenance = opened.app.extensions["maintenance"]
        numbers = service.numbers(book.id)
        service.import_records(book.id, [SAMPLES["havilering"].read(77)])
        maintenance.move_to_bin(service.numbers(book.id)[-1])
        player = service.projections.player_store.players(book.id)[0]
        maintenance.rename(book.id, player, "Somebody else")
        books.keep_rules(book.id, "Ours", next(iter(GAMES["havilering"].house_rules.values())))
        owner = opened.visitor(opened.link(KEEP, book.id))
        page = owner.get(f"/books/{book.id}/new").get_data(as_text=True)
        hidden = dict(re.findall(r'name="(csrf_token|key)" value="([^"]*)"', page))
        form = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan", "dealer": "N", "target": "121", "best_of": "1",
                "season": "winter", "jack_havel": "2", "jack_havel_dealer": "4"}  # fmt: skip
        assert owner.post(f"/books/{book.id}/new", data=form | hidden).status_code == 303
        live = Player(owner, service.numbers(book.id)[-1])
        live.trick("7S AS 9S 8S")
        live.trick("2H 3H 4H 5H")
        live.post("undo")
        assert len(numbers) == len(SAMPLES)
    return instance


@pytest.fixture
def there(tmp_path: Path) -> Instance:
    instance = Instance(tmp_path / "there")
    with closing(instance.opened()) as opened:
        opened.score_books.first()
        opened.service.import_records(1, [SAMPLES["havilering"].read(5)])
    return instance


def told(instance: Instance, book_id: int) -> list[Any]:
    """All that there is of a book, without numbers."""
    with closing(Database(book_file(instance.folder))) as database:
        service = MatchService(database)
        assert list(checks.problems(database)) == []
        names = service.projections.player_store
        return [
            [service.game(number).records.write(service.record(number)) for number in service.numbers(book_id)],
            [database.entries(number) for number in service.numbers(book_id)],
            [(player.name, names.other_names(player)) for player in names.players(book_id)],
            [{name: row[name] for name in set(row.keys()) - {"match_id", "player_id", "partner_id"}} for row in
             database.rows("SELECT r.* FROM results r JOIN matches m ON m.id = r.match_id WHERE m.book_id = ? "
                           "ORDER BY r.match_id, r.seat", [book_id])],
            [rules for game in GAMES for rules in database.house_rules(book_id, game).items()],
            len(service.numbers(book_id)),
        ]  # fmt: skip


def move(here: Instance, there: Instance, tmp_path: Path) -> Path:
    file = tmp_path / "book.json"
    assert here.run("export", "--book", "2", "--move-to", THERE, "--out", file) == 0
    assert there.run("import", file) == 0
    return file


def test_all_of_a_book_comes_in(here: Instance, there: Instance, tmp_path: Path) -> None:
    before = told(here, 2)
    move(here, there, tmp_path)
    assert told(there, 2) == before
    assert told(here, 2) == before
    with closing(there.opened()) as opened:
        assert len(opened.app.extensions["maintenance"].binned(2)) == 1


def test_whoever_had_access_is_led_there_with_the_same_rights(
    here: Instance, there: Instance, tmp_path: Path
) -> None:
    with closing(here.opened()) as opened:
        number = opened.service.numbers(2)[-1]
        revoked = opened.link(WATCH, number)
        opened.score_books.renew(WATCH, number)
        links = {kind.name: opened.link(kind, 2) for kind in OF_BOOKS}
        links |= {kind.name: opened.link(kind, number) for kind in (SCORE, WATCH)}
        before = {name: opened.visitor(link) for name, link in links.items()}
        cookies = {name: client.get_cookie("referee") for name, client in before.items()}
    move(here, there, tmp_path)
    with closing(here.opened()) as old, closing(there.opened()) as new:
        now = new.service.numbers(2)[-1]
        for name, link in links.items():
            phone = old.app.test_client()  # With the cookie from before the move.
            cookie = cookies[name]
            assert cookie
            phone.set_cookie("referee", cookie.value)
            places = [f"/matches/{number}/watch"] if name != "read" else [f"/matches/{number}/watch", "/books/2/"]
            for place in places:
                led = phone.get(place)
                assert (led.status_code, f"{urlsplit(led.location).scheme}://{urlsplit(led.location).netloc}") == (
                    303, THERE,
                )  # fmt: skip
                came = new.app.test_client()
                arrived = came.get(led.location.removeprefix(THERE))
                expected = place.replace(str(number), str(now)) if "matches" in place else place
                assert arrived.location == expected
                assert came.get(arrived.location).status_code == 200
            anew = old.app.test_client()  # And who opens the link for the first time.
            assert anew.get(link).status_code == 303
        # Rights are the same: who watched cannot score.
        watcher = old.visitor(links["watch"])
        came = new.app.test_client()
        arrived = came.get(watcher.get(f"/matches/{number}/watch").location.removeprefix(THERE))
        assert came.get(arrived.location).status_code == 200
        assert came.get(f"/matches/{now}/share/score").status_code in (404, 405)
        assert came.get("/books/2/").status_code == 404
        assert came.get("/books/1/").status_code == 404
        assert old.app.test_client().get(revoked).status_code == 404
        # A link renewed there ends the former one.
        word = watcher.get(f"/matches/{number}/watch").location.removeprefix(THERE)
        new.score_books.renew(WATCH, now)
        assert new.app.test_client().get(word).status_code == 404


def test_nothing_is_entered_where_a_book_was(here: Instance, there: Instance, tmp_path: Path) -> None:
    with closing(here.opened()) as opened:
        number = opened.service.numbers(2)[-1]
        owner = Player(opened.visitor(opened.link(KEEP, 2)), number)
        form, version = owner.form(), opened.service.version(number)
        cookie = owner.client.get_cookie("referee")
        assert cookie
    move(here, there, tmp_path)
    with closing(here.opened()) as old:
        phone = old.app.test_client()
        phone.set_cookie("referee", cookie.value)
        refused = phone.post(f"/matches/{number}/trick", data=form | {"cards": "2H.3H.4H.5H"})
        assert refused.status_code == 422
        assert "has moved to" in refused.get_data(as_text=True)
        assert phone.get(f"/matches/{number}/", headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
        assert old.service.version(number) == version
        assert old.app.test_client().get(f"/matches/{number}/").status_code == 404
        others = old.visitor(old.link(KEEP, 1))
        assert others.get("/books/1/").status_code == 200


@pytest.mark.parametrize(
    "to", ["//evil.example.org/", "https://evil.example.org/", "/matches/99999/", "/x", "/\r\nX: 1"]
)
def test_an_address_leads_nowhere_else(here: Instance, there: Instance, tmp_path: Path, to: str) -> None:
    with closing(here.opened()) as opened:
        owner = opened.visitor(opened.link(KEEP, 2)).get_cookie("referee")
        assert owner
    move(here, there, tmp_path)
    with closing(here.opened()) as old, closing(there.opened()) as new:
        phone = old.app.test_client()
        phone.set_cookie("referee", owner.value)
        word = urlsplit(phone.get("/books/2/").location).path
        assert new.app.test_client().get(word, query_string={"to": to}).location == "/books/2/"


def test_a_book_can_be_taken_back_and_comes_only_once(
    here: Instance, there: Instance, tmp_path: Path, capsys: Any
) -> None:
    file = move(here, there, tmp_path)
    assert there.run("import", file) == 2
    assert "before" in capsys.readouterr().err
    assert here.run("import", file) == 0
    assert here.run("import", file) == 2
    with closing(here.opened()) as opened:
        assert opened.visitor(opened.link(KEEP, 2)).get("/books/2/").status_code == 200


def spoilt(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The file with something wrong in it, again and again."""
    text = json.dumps(data)
    yield json.loads(text) | {"version": 2}
    yield json.loads(text) | {"matches": {}}
    yield {key: value for key, value in json.loads(text).items() if key != "links"}
    for path, value in (
        (("entries", 0, 2), "[]"), (("entries", 0, 6), "0" * 32), (("checksum",), "0" * 32), (("setup",), "{}"),
        (("entries", 0, 0), 7), (("entries", 0), [1]), (("game_key",), "whist"), (("links",), {}),
    ):  # fmt: skip
        made = json.loads(text)
        place = made["matches"][-1]
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        yield made


def test_a_file_that_is_spoilt_changes_nothing(here: Instance, there: Instance, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "book.json"
    assert here.run("export", "--book", "2", "--move-to", THERE, "--out", file) == 0
    before = told(there, 1)
    for made in spoilt(json.loads(file.read_text())):
        capsys.readouterr()
        file.write_text(json.dumps(made))
        assert there.run("import", file) == 2, made
        assert capsys.readouterr().err.count("\n") == 1
        with closing(Database(book_file(there.folder))) as database:
            assert len(database.score_books()) == 1
            assert len(database.numbers()) == 1
    assert told(there, 1) == before


@pytest.mark.parametrize(
    "words", ["--move-to http://b --out OUT", "--book 2 --move-to http://b", "--book 2 --move-to elsewhere --out OUT",
              "--book 9 --move-to http://b --out OUT"]
)  # fmt: skip
def test_what_moves_and_where_to_must_be_said(here: Instance, words: str, tmp_path: Path, capsys: Any) -> None:
    assert here.run("export", *words.replace("OUT", str(tmp_path / "b.json")).split()) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with closing(here.opened()) as opened:
        assert opened.app.extensions["moved"] == {}


def test_the_file_opens_nothing(here: Instance, there: Instance, tmp_path: Path) -> None:
    with closing(here.opened()) as opened:
        words = [opened.link(kind, 2).rsplit("/", 1)[1] for kind in OF_BOOKS]
    text = move(here, there, tmp_path).read_text()
    assert not [word for word in words if word in text]
