"""Data that a server gives phones that keep the referee, access to it, and entries that phones send back."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.books.permissions import READ, SCORE, WATCH
from referee.browser.build import WITHOUT
from referee.games import GAMES
from referee.log.checksums import checksum_of
from referee.store.instance import CHECKOUT
from referee.store.log_rows import LogRows
from referee.web import create_app, static_address
from referee.web.files.keeping import HEADER, LESS, MORE
from referee.web.files.phone_app import PACKAGED
from referee.web.sharing.views import address
from tests.core.samples import SAMPLES

BOOK = 1


@pytest.fixture
def match(service: Any) -> int:
    record = SAMPLES["havilering"].read(4)
    ((number, _),) = service.import_records(BOOK, [record])
    return int(number)


def rows(service: Any, match: int) -> list[Any]:
    return LogRows(service.database).log(match)


def guest(app: Flask, service: Any, kind: Any, number: int) -> Any:
    """The phone of somebody who came in by a link."""
    from referee.books.score_books import ScoreBooks

    found = app.test_client()
    with app.app_context(), app.test_request_context():
        link = address(ScoreBooks(service.database, service.clock).grant(kind, number), app.config["SECRET_KEY"])
    assert found.get(link).status_code == 303
    return found


def test_an_answer_has_what_a_copy_lacks(client: Any, service: Any, match: int) -> None:
    log = rows(service, match)
    for length in (len(log), len(log) - 1, len(log) - 3):
        asked = {HEADER: f"{length} {log[length - 1][-1]}"}
        given = client.get(f"/matches/{match}/", headers=asked).headers.get(HEADER)
        assert (json.loads(b64decode(given)) if given else []) == log[length:]
    for head, told in (("none ", MORE), (f"{len(log)} {'0' * 32}", MORE), (f"{len(log) + 1} {log[-1][-1]}", LESS)):
        assert client.get(f"/matches/{match}/", headers={HEADER: head}).headers[HEADER] == told
    for wrong in ("", "0 ", "7", "x y z", f"{'9' * 30} {log[-1][-1]}"):
        assert client.get(f"/matches/{match}/", headers={HEADER: wrong}).status_code == 400
    assert HEADER not in client.get(f"/matches/{match}/").headers
    copy = client.get(f"/kept/matches/{match}").get_json()
    assert copy["match"]["entries"] == log
    assert copy["kind"] == "keep"


def test_a_post_of_a_phone_whose_copy_has_other_entries_is_not_carried_out(
    client: Any, service: Any, match: int
) -> None:
    """The server was restored since: Undo would undo an entry that this phone has never shown."""
    log = rows(service, match)
    token = client.get("/kept/token").get_json()["token"]
    form = {"csrf_token": token, "do": "undo", "version": f"{len(log)}", "key": "undo-of-the-phone"}
    for head in (f"{len(log)} {'0' * 32}", f"{len(log) + 1} {log[-1][-1]}"):
        assert client.post(f"/matches/{match}/enter", data=form, headers={HEADER: head}).status_code == 412
    assert rows(service, match) == log
    behind = {HEADER: f"{len(log) - 1} {log[-2][-1]}"}
    assert client.post(f"/matches/{match}/enter", data=form, headers=behind).status_code == 303
    assert [kind for _, kind, *_ in rows(service, match)[len(log) :]] == ["undo"]


def test_who_only_watches_gets_no_log(app: Flask, service: Any, match: int) -> None:
    for kind, number in ((WATCH, match), (READ, BOOK)):
        watcher = guest(app, service, kind, number)
        answer = watcher.get(f"/matches/{match}/watch", headers={HEADER: "none "})
        assert answer.status_code == 200
        assert HEADER not in answer.headers
        assert watcher.get(f"/kept/matches/{match}").status_code == 404
        form = {"csrf_token": "x", "log": json.dumps(rows(service, match))}
        assert watcher.post(f"/kept/matches/{match}/log", data=form).status_code in (400, 404)
    stranger = app.test_client()
    assert stranger.get(f"/kept/matches/{match}").status_code == 404


def test_who_scores_one_match_gets_nothing_of_the_others(app: Flask, client: Any, service: Any, match: int) -> None:
    other = SAMPLES["hearts"].play(3)
    other["players"] = dict(zip(other["players"], ("Zoe", "Yan", "Xia", "Wim", "Vic", "Una"), strict=False))
    service.import_records(BOOK, [GAMES["hearts"].read(other)])
    scorer = guest(app, service, SCORE, match)
    copy = scorer.get(f"/kept/matches/{match}").get_json()
    assert copy["kind"] == "score"
    assert copy["book"]["name"] == ""
    assert not {"Zoe", "Yan"} & {name for pair in copy["names"] for name in pair}
    assert {name for _, name in copy["names"]} == set(json.loads(copy["match"]["setup"])["players"].values())
    owner = client.get(f"/kept/matches/{match}").get_json()
    assert {"Zoe", "Yan"} <= {name for pair in owner["names"] for name in pair}


def test_a_match_that_was_begun_on_a_phone_is_brought_once(client: Any, service: Any, match: int) -> None:
    begun = LogRows(service.database).match(match)
    begun["setup"] = begun["setup"].replace("2026", "2025")
    form = {"csrf_token": client.get("/kept/token").get_json()["token"], "match": json.dumps(begun)}
    assert client.post("/kept/books/1/matches", data=form).status_code == 422  # Its checksums are not its own.
    begun = LogRows(service.database).match(match)
    for _ in range(2):
        answer = client.post("/kept/books/1/matches", data=form | {"match": json.dumps(begun)})
        assert answer.get_json()["match"]["id"] == match
    for wrong in ("", "{}", "[]", "[" * 50_000, "no", json.dumps(begun | {"entries": 3})):
        assert client.post("/kept/books/1/matches", data=form | {"match": wrong}).status_code == 422


def test_two_logs_are_shown_beside_each_other(client: Any, service: Any, match: int) -> None:
    log = rows(service, match)
    version = len(log)
    service.undo(match, version, "here")
    entry = [version + 1, "undo", "[]", "there", log[-1][4], None]
    phone = [*log, [*entry, checksum_of(log[-1][-1], *entry)]]
    service.undo(match, version + 1, "again")
    form = {"csrf_token": client.get("/kept/token").get_json()["token"], "log": json.dumps(phone)}
    assert client.post(f"/kept/matches/{match}/log", data=form).status_code == 409
    page = client.post(f"/kept/matches/{match}/log", data=form | {"shown": "1"})
    assert page.status_code == 200
    assert "Which is right?" in page.get_data(as_text=True)
    assert client.post(f"/kept/matches/{match}/log", data=form | {"log": "x"}).status_code == 422
    answer = client.post(f"/kept/matches/{match}/log", data=form | {"shown": "1", "choice": "phone"})
    assert answer.status_code == 303
    assert client.get(answer.headers["Location"]).status_code == 200
    assert client.post(f"/kept/matches/{match}/log", data=form).get_json()["match"]["entries"] == rows(service, match)


def test_a_log_may_be_too_long_for_a_public_server(
    app: Flask, client: Any, service: Any, match: int, monkeypatch: Any
) -> None:
    app.config["PUBLIC"] = True
    form = {"csrf_token": client.get("/kept/token").get_json()["token"], "log": json.dumps(rows(service, match))}
    begun = {"match": json.dumps(LogRows(service.database).match(match))}
    assert client.post(f"/kept/matches/{match}/log", data=form).status_code == 200
    monkeypatch.setattr("referee.web.files.keeping.MOST_ENTRIES", 3)
    for path in (f"/kept/matches/{match}/log", "/kept/books/1/matches"):
        answer = client.post(path, data=form | begun)
        assert answer.status_code == 422
        assert "more entries" in answer.get_json()["refused"][0]


def test_the_packaged_app_is_looked_for_where_wheels_have_it() -> None:
    place = PACKAGED.relative_to(CHECKOUT).as_posix()
    assert f'= "{place}"\n' in (CHECKOUT / "hatch_build.py").read_text()
    assert f"{place}/" in (CHECKOUT / ".gitignore").read_text().splitlines()
    assert f"{place}/" in WITHOUT  # Or each build would contain the one before.


def test_an_incomplete_app_is_not_offered(tmp_path: Path) -> None:
    """And the server starts all the same."""
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "edition.json").write_text(json.dumps({"edition": "e1", "static": static_address()}))
    app = create_app(tmp_path)
    assert app.extensions["engine"] is None
    app.extensions["service"].close()


def test_the_app_is_offered_only_if_it_is_of_this_release(tmp_path: Path) -> None:
    engine = tmp_path / "engine"
    (engine / "site" / "e1").mkdir(parents=True)
    (engine / "site" / "e1" / "files.json").write_text('{"files": [{"size": 3000000}, {"size": 5000000}]}')
    for name in ("index.html", "engine-sw.js"):
        (engine / name).write_text("x")
    for static, offered in (("/static/other", False), (static_address(), True)):
        (engine / "edition.json").write_text(json.dumps({"edition": "e1", "static": static}))
        app = create_app(tmp_path)
        app.config["WTF_CSRF_ENABLED"] = False
        with app.app_context(), app.test_request_context():
            from referee.web.services import score_books

            link = address(score_books().book_grant(score_books().first().id), app.config["SECRET_KEY"])
        client = app.test_client()
        client.get(link)
        settings = client.get("/settings")
        assert ("Keep the referee on this phone" in settings.get_data(as_text=True)) is offered
        assert ("8 MB" in settings.get_data(as_text=True)) is offered
        # Also of a phone whose app is of another release.
        assert "frame-ancestors 'self'" in settings.headers["Content-Security-Policy"]
        for path in ("engine", "engine-sw.js", "edition.json", "site/e1/files.json"):
            assert (client.get(f"/{path}").status_code == 200) is offered
        assert client.get("/site/%2e%2e/%2e%2e/secret.key").status_code == 404
        assert client.get("/site/e1").status_code == 404
        app.extensions["service"].close()
