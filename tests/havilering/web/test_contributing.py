"""The examples of CONTRIBUTING.md work for a newcomer as written."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

from flask import Blueprint
from jinja2 import ChoiceLoader, DictLoader
from sqlite_utils import Database as SqliteUtils

from referee.books.permissions import Permission
from referee.cards import read_cards
from referee.games.havilering import combinations
from referee.store import migrations
from referee.store.instance import CHECKOUT
from referee.web import create_app
from referee.web.games.havilering import rulings
from referee.web.sharing.views import address
from tests.conftest import BOOK, kind_of

TEXT = (CHECKOUT / "CONTRIBUTING.md").read_text()


def shown(after: str, language: str) -> str:
    """The first example of a language after a heading, without what it is indented by."""
    found = re.search(rf"( *)```{language}\n(.*?)\n *```", TEXT.split(f"## {after}\n", 1)[1], re.DOTALL)
    assert found
    return found[2].replace(f"\n{found[1]}", "\n").removeprefix(found[1])


def test_what_it_names_is_where_it_says() -> None:
    named = re.findall(r"`((?:referee|tests)/[\w/]+\.py)`: ((?:`\w+`(?:, | and )?)+)", TEXT)
    assert len(named) >= 4
    for path, names in named:
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"\b{name}\b", (CHECKOUT / path).read_text()), (path, name)


def test_the_combination() -> None:
    class Item:
        ALL_RED = "all-red"

    names: dict[str, Any] = vars(combinations) | {"Item": Item}
    exec(shown("To add a combination", "python"), names)
    assert [found.item for found in names["_all_red"](read_cards("7D AH 9D 8H"))] == ["all-red"]
    assert list(names["_all_red"](read_cards("7D AH 9D 8S"))) == []


def test_the_page(tmp_path: Path, service: Any, sit_down: Any) -> None:
    sit_down(dealer="E").trick("7S AS 9S 8S")
    pages = Blueprint("example", __name__, url_prefix=rulings.pages.url_prefix)
    exec(shown("To add a page", "python"), vars(rulings) | {"pages": pages})
    app = create_app(tmp_path, service)
    app.register_blueprint(pages)
    html = shown("To add a page", "html")
    own = app.jinja_env.loader
    assert own
    app.jinja_env.loader = ChoiceLoader([DictLoader({"havilering/dealers.html": html}), own])
    owner, stranger = app.test_client(), app.test_client()
    score_books = app.extensions["score_books"]
    owner.get(address(score_books.grant(kind_of(Permission.OWN), BOOK), app.config["SECRET_KEY"]))
    assert "<li><bdi>Bob</bdi></li>" in owner.get("/matches/1/dealers").get_data(as_text=True)
    assert stranger.get("/matches/1/dealers").status_code == 404


def test_the_migration() -> None:
    migration, db = copy.deepcopy(migrations.migration), SqliteUtils(memory=True)
    exec(shown("To add a migration", "python"), {"migration": migration, "SqliteUtils": SqliteUtils})
    migration.apply(db)
    assert "note" in db.table("matches").columns_dict
