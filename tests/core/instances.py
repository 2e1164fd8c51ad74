"""Instances whose score books contain everything that can happen, for tests that move books between instances."""

from __future__ import annotations

import re
import shutil
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.books import check as checks
from referee.books.permissions import OWN
from referee.books.score_books import ScoreBooks
from referee.cards import read_cards
from referee.cli import main
from referee.faults import RefusedError
from referee.games import GAMES
from referee.games.havilering.actions import Claim, Play
from referee.games.havilering.combinations import Item
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.instance import book_file
from referee.store.log_rows import MATCH_COLUMNS
from referee.web import create_app
from referee.web.sharing.views import address
from tests.conftest import Player
from tests.core.samples import SAMPLES


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


def copied(made: Instance, tmp_path: Path) -> Instance:
    """An instance of a test's own, with all that one has which was made once."""
    return Instance(shutil.copytree(made.folder, tmp_path / made.folder.name))


@pytest.fixture
def here(made_here: Instance, tmp_path: Path) -> Instance:
    """An instance with two books; the second has matches of all games, and all that can happen to them."""
    return copied(made_here, tmp_path)


@pytest.fixture
def there(made_there: Instance, tmp_path: Path) -> Instance:
    """Another instance, with a match of its own."""
    return copied(made_there, tmp_path)


@pytest.fixture(scope="session")
def made_here(tmp_path_factory: pytest.TempPathFactory) -> Instance:
    instance = Instance(tmp_path_factory.mktemp("instances") / "here")
    with closing(instance.opened()) as opened:
        service, books = opened.service, opened.score_books
        books.first()
        book = books.begin("Sunday")
        for seed, sample in enumerate(SAMPLES.values()):
            service.import_records(book.id, [sample.read(seed)])
        maintenance = opened.app.extensions["maintenance"]
        numbers = service.database.numbers(book.id)
        service.import_records(book.id, [SAMPLES["havilering"].read(77)])
        maintenance.move_to_bin(service.database.numbers(book.id)[-1])
        player = service.projections.player_store.players(book.id)[0]
        maintenance.rename(book.id, player, "Somebody else")
        books.keep_rules(book.id, "Ours", next(iter(GAMES["havilering"].house_rules.values())))
        owner = opened.visitor(opened.link(OWN, book.id))
        page = owner.get(f"/books/{book.id}/new").get_data(as_text=True)
        hidden = dict(re.findall(r'name="(csrf_token|key)" value="([^"]*)"', page))
        form = {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan", "dealer": "N", "target": "121", "best_of": "1",
                "season": "winter", "jack_havel": "2", "jack_havel_dealer": "4"}  # fmt: skip
        assert owner.post(f"/books/{book.id}/new", data=form | hidden).status_code == 303
        live = Player(owner, service.database.numbers(book.id)[-1])
        live.trick("7S AS 9S 8S")
        live.trick("2H 3H 4H 5H")
        live.post("undo")
        # A rematch with other settings, entered on a phone with a name, in which a claim was refused.
        before = service.current(numbers[0])
        rules = {"target": 121, "best_of": 1, "muggins": True, "season": "winter"}
        setup = GAMES["havilering"].setups.read(
            {"players": {"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}, "dealer": "N",
             "started": "2026-06-20T22:50:00+01:00", "rules": rules}
        )  # fmt: skip
        rematch = service.open(book.id, setup, show_played=True, teaching=True, follows=before.id)
        service.phone = lambda: "Kitchen"
        played = read_cards("7S AS 9S 8S")
        service.post(rematch.id, 0, "k1", [Play(played)])
        with suppress(RefusedError):
            service.post(rematch.id, 1, "k2", [Claim({Item.PRIAL: 1})])
        assert len(numbers) == len(SAMPLES)
    return instance


@pytest.fixture(scope="session")
def made_there(tmp_path_factory: pytest.TempPathFactory) -> Instance:
    instance = Instance(tmp_path_factory.mktemp("instances") / "there")
    with closing(instance.opened()) as opened:
        opened.score_books.first()
        opened.service.import_records(1, [SAMPLES["havilering"].read(5)])
    return instance


_NUMBERS = {"book_id", "match_id", "player_id", "partner_id"}


def told(instance: Instance, book_id: int) -> list[Any]:
    """All that there is of a book, without numbers."""
    with closing(Database(book_file(instance.folder))) as database:
        service = MatchService(database)
        assert list(checks.problems(database)) == []
        names, numbers = service.projections.player_store, service.database.numbers(book_id)
        return [
            [service.game(number).write(service.record(number)) for number in numbers],
            [database.entries(number) for number in numbers],
            [(player.name, names.other_names(player)) for player in names.players(book_id)],
            [{name: row[name] for name in set(row.keys()) - _NUMBERS} for row in
             database.rows("SELECT r.* FROM results r JOIN matches m ON m.id = r.match_id WHERE m.book_id = ? "
                           "ORDER BY r.match_id, r.seat", [book_id])],
            [rules for game in GAMES for rules in database.house_rules(book_id, game).items()],
            [[row[name] for name in (*MATCH_COLUMNS, "binned")] + [numbers.index(row["follows"] or numbers[0])]
             for row in database.rows("SELECT * FROM matches WHERE book_id = ? ORDER BY id", [book_id])],
        ]  # fmt: skip
