"""A number reused after a backup was restored: no form acts on the match, evening or player that has it now."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask

from referee.books.permissions import Permission
from referee.games import GAMES
from tests.conftest import BOOK, NAMES, Player
from tests.core.samples import SAMPLES
from tests.core.web.test_evenings import Secretary
from tests.core.web.test_permissions import addresses
from tests.servers import hidden

ABOUT = re.compile(r"/matches/1/|/evenings/1/|/bin/1/|/players/1(?=/|$)")
OTHERS = "2020-01-01T20:00:00+00:00"
WITHOUT_A_FORM = {"keeping.merge"}
"""Posts of scripts, which name the match by its log."""


def posts(app: Flask) -> list[tuple[str, str]]:
    """The endpoint and the address of each post about a match, an evening or a player."""
    found = [(endpoint, path) for endpoint, path, methods in addresses(app) if "POST" in methods]
    return [(endpoint, path.replace("'", "")) for endpoint, path in found if ABOUT.search(path)]


@pytest.fixture
def there(client: Any, app: Flask, sit_down: Any) -> Player:
    """A match with a trick, and an evening, of number 1 each."""
    player: Player = sit_down(season="winter")
    player.trick("7S AS 9S 8S")
    Secretary(client, app.extensions["evenings"]).open()
    return player


def test_no_form_of_another_match_evening_or_player_is_taken(
    client: Any, app: Flask, service: Any, there: Player
) -> None:
    form = there.form() | {"what": "score", "text": "x", "do": "undo", "come": "1", "new": "Zoe", "delete": "1"}
    form |= {"name": "Zoe", "other": "Bob", "written": "Ann"}
    before = list(service.database.sqlite.conn.iterdump())
    tried = set[str]()
    for endpoint, path in posts(app):
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.post(path, data=form | {"opened": OTHERS}, headers=headers)
            what = re.findall("evening|player|match|bin", path)[0].replace("bin", "match")
            words = f"Another {what} has this number now|its {what} now has another name or number"
            told = re.search(words, answer.get_data(as_text=True))
            assert (answer.status_code, bool(told)) == (422, True), (endpoint, headers)
        tried.add(endpoint)
    assert list(service.database.sqlite.conn.iterdump()) == before
    assert len(tried) > 15 + 2 * len(GAMES)
    assert client.post("/matches/1/enter", data=there.form() | {"do": "undo"}).status_code == 303


def test_an_open_table_is_answered_with_the_match_that_is_there_now(client: Any, there: Player) -> None:
    """Even if it is of another game: a redirection would look to the page as if the entry had been accepted."""
    for path in ("/matches/1/enter", "/hearts/matches/1/enter"):
        answer = client.post(path, data=there.form() | {"opened": OTHERS}, headers={"HX-Request": "true"})
        page = answer.get_data(as_text=True)
        assert re.search(r'<div id="table"[^>]* data-version="1" data-opened="2026', page)
        assert "Another match has this number now" in re.findall(r'<div class="told">.*?</div>', page, re.DOTALL)[0]


def forms(client: Any, at: str) -> list[tuple[str, list[str]]]:
    """The address of each form of a page and of the questions it leads to, with the times that it names."""
    answer = client.get(at, follow_redirects=True)
    page, at, found = answer.get_data(as_text=True), answer.request.path, []
    for head, body in re.findall(r'<form\b([^>]*method="post"[^>]*)>(.*?)</form>', page, re.DOTALL):
        opened = [unescape(each) for each in re.findall(r'name="opened"\s+value="([^"]*)"', body)]
        own = re.findall(r'\baction="([^"]*)"', head) or [at]
        addresses_of = [*own, *re.findall(r'formaction="([^"]*)"', body)]
        found += [(urlsplit(urljoin(at, unescape(to))).path, opened) for to in addresses_of]
    for link in re.findall(r'href="([^"]*\?what=[^"]*)"', page) if "?what=" not in at else ():
        found += forms(client, unescape(link))
    return found


def test_every_form_of_a_match_an_evening_or_a_player_names_it(
    client: Any, app: Flask, service: Any, there: Player
) -> None:
    urls, evenings = app.url_map.bind(""), app.extensions["evenings"]
    secretary = Secretary(client, evenings)
    secretary.come(*NAMES.values())
    secretary.do(begin="1")
    for key, sample in SAMPLES.items():
        record = sample.read(1)
        half = record.actions[: len(record.actions) // 2]
        service.import_records(BOOK, [type(record)(record.setup, half), record])
        assert service.game(service.database.numbers(BOOK)[-1]).key == key
    alike = SAMPLES["havilering"].play(2) | {"players": {"N": "Annabell", "E": "Bob", "S": "Cat", "W": "Dan"}}
    service.import_records(BOOK, [GAMES["havilering"].read(alike)])
    client.post("/books/1/players/1", data={"csrf_token": there.token, "opened": "Ann", "name": "Annabel"})
    numbers = service.database.numbers(BOOK)
    client.post(f"/books/1/bin/{numbers[-1]}/in", data={"csrf_token": there.token})
    pages = ["/books/1/", "/books/1/bin", "/evenings/1/", "/evenings/1/seat", "/evenings/1/links"]
    pages += ["/books/1/players", "/books/1/players/1"]
    for number in numbers[:-1]:
        own = app.extensions["game_pages"][service.game(number).key]
        with app.test_request_context():
            table, sheet = own.address("table", number), own.address("sheet", number)
        core = f"/matches/{number}/"
        pages += [
            table,
            sheet,
            f"{table}{own.wrong_path.strip('/')}",
            f"{table}{own.wrong_path.strip('/')}?what=adjust",
        ]
        pages += [f"{core}mend/start", f"{core}share", f"{core}throw-away", f"{core}ruling", f"{core}pegs"]
        pages += [f'{core}mend/look?edits={{"of":1,"edits":[{{"first":1,"last":1,"actions":[]}}]}}']
    found = set[str]()
    for at in pages:
        for path, named in forms(client, at):
            endpoint, place = urls.match(path, "POST")
            number = place.get("match_id", place.get("number"))
            if "evening_id" in place:
                assert named == [evenings.current(1).row.opened], (at, path)
            elif "player_id" in place:
                assert named == service.projections.player_store.names(BOOK, place["player_id"])[:1], (at, path)
            elif number:
                select = "SELECT opened FROM matches WHERE id = ?"
                assert named == [service.database.rows(select, [number])[0][0]], (at, path)
            else:
                continue
            found.add(endpoint)
    assert {endpoint for endpoint, _ in posts(app)} - found == WITHOUT_A_FORM


def test_a_form_with_an_earlier_name_of_its_player_is_taken(client: Any, service: Any, there: Player) -> None:
    """Going back after renaming a player leads to a page with the earlier name."""
    for name in ("Robert", "Bobby"):
        form = {"csrf_token": there.token, "opened": "Bob", "name": name}
        assert client.post("/books/1/players/2", data=form).status_code == 303
    assert service.projections.player_store.names(BOOK, 2) == ["Bobby", "Bob"]


def test_nobody_finds_out_the_names_of_another_score_book(visit: Any, there: Player, score_books: Any) -> None:
    other = score_books.begin("Other").id
    owner = visit(Permission.OWN, other)
    token = hidden(owner.get(f"/books/{other}/new").get_data(as_text=True), "csrf_token")
    for name in ("Ann", "Zoe"):
        form = {"csrf_token": token, "opened": name, "name": "Eve"}
        assert owner.post(f"/books/{other}/players/1", data=form).status_code == 404


def test_only_forms_without_a_match_may_write_the_token_themselves() -> None:
    """The host's notice may be on any page, even on one about an error of the database."""
    files = [file for file in Path("templates").rglob("*.html") if "csrf_token()" in file.read_text()]
    assert {file.name for file in files} == {"base.html", "_notice.html"}


def test_a_page_without_the_field_is_taken(client: Any, there: Player) -> None:
    """A page that was loaded before the field was there."""
    assert hidden(there.look(), "opened")
    assert client.post("/matches/1/note", data={"csrf_token": there.token, "text": "x"}).status_code == 303


def test_what_was_made_from_a_version_before_a_backup_was_restored_is_not_carried_out(
    client: Any, service: Any, there: Player
) -> None:
    """The same number of entries may be others by now: Undo would undo one that the page has never shown."""
    old = hidden(there.page, "epoch")
    with service.database.writing():
        service.database.begin_epoch()
    undo = there.form() | {"do": "undo", "epoch": old}
    answer = client.post("/matches/1/enter", data=undo, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == "/matches/1/"
    assert "A backup has been restored" in there.look()
    for path, form in (("/matches/1/enter", {}), ("/matches/1/mend/look", {"edits": "x"}), ("/evenings/1/", {})):
        answer = client.post(path, data=undo | form)
        assert "A backup has been restored" in answer.get_data(as_text=True)
        assert answer.status_code == 422
    assert service.version(1) == 1
    entry = {"kind": "tricks", "draft": "7H.AH.9H.8H", "turn": hidden(there.page, "turn"), "epoch": ""}
    assert client.post("/matches/1/enter", data=there.form() | entry).status_code == 303  # From an outbox.
    there.look()
    undo = there.form() | {"do": "undo", "epoch": there.hidden("epoch")}
    assert client.post("/matches/1/enter", data=undo).status_code == 303
    assert service.version(1) == 3
