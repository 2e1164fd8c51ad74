"""What a phone entered under a link that had ended: set aside, and the owner of the book decides."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask

from referee.books.permissions import KEEP, SCORE, WATCH
from referee.books.score_books import ScoreBooks
from referee.store.asides import MOST, Asides
from tests.core.samples import SAMPLES
from tests.core.web.test_keeping import BOOK, guest, rows


@pytest.fixture
def match(service: Any) -> int:
    """A match of which a phone has three entries more than the server."""
    record = SAMPLES["havilering"].read(4)
    ((number, _),) = service.import_records(BOOK, [record])
    return int(number)


class Phone:
    """A phone that came in by a link, which then ended, and has entered something since."""

    def __init__(self, app: Flask, service: Any, match: int, kind: Any = SCORE) -> None:
        self.client, self.match = guest(app, service, kind, match if kind is not KEEP else BOOK), match
        ScoreBooks(service.database, service.clock).renew(
            kind, match if kind is not KEEP else BOOK, lambda grant: True
        )

    def bring(self, log: list[Any]) -> Any:
        address = f"/kept/ended/{self.match}"
        token = self.client.get(address).get_json()["token"]
        return self.client.post(address, data={"csrf_token": token, "log": json.dumps(log)})


def ahead(service: Any, match: int) -> tuple[list[Any], list[Any]]:
    """A log with an undo more than that of the server; and what it has more."""
    before = rows(service, match)
    service.undo(match, len(before), "on the phone")
    phone = rows(service, match)
    with service.database.writing():
        service.database.run("UPDATE matches SET binned = '' WHERE id = ?", [match])
        service.database.run("DELETE FROM entries WHERE match_id = ? AND number > ?", [match, len(before)])
        service.database.run("UPDATE matches SET binned = NULL, checksum = ? WHERE id = ?", [before[-1][-1], match])
    service.clear_cache()
    return phone, phone[len(before) :]


def noted(client: Any) -> list[str]:
    """The addresses of what the owner's book says is set aside."""
    return re.findall(r'href="(/matches/\d+/aside/\w+)"', client.get(f"/books/{BOOK}/").get_data(as_text=True))


@pytest.mark.parametrize("kind", [SCORE, KEEP])
@pytest.mark.parametrize("is_entered", [True, False])
def test_the_owner_decides(app: Flask, client: Any, service: Any, match: int, is_entered: bool, kind: Any) -> None:
    if kind is KEEP:  # The owner has a new link by then.
        phone = Phone(app, service, match, KEEP)
        client = guest(app, service, KEEP, BOOK)
    else:
        phone = Phone(app, service, match)
    log, new = ahead(service, match)
    assert phone.bring(log).get_json() == {"kept": True}
    assert rows(service, match) == log[: -len(new)]
    ((address),) = noted(client)
    assert address in client.get(f"/matches/{match}/share").get_data(as_text=True)
    page = client.get(address).get_data(as_text=True)
    assert "<h1>Entered with an ended link" in page
    assert "<td>–</td>" in page  # It was undone there, and stands here.
    assert re.search(r'dark.css[^"]*"\s+media="\(prefers-color-scheme: dark\)"', page)  # As the phone is set.
    assert re.findall(r'<form method="post"\s+action="([^"]*)"', page) == [address, address]
    token = re.search(r'name="csrf_token"\s+value="([^"]+)', page)
    assert token
    form = {"csrf_token": token[1]}
    assert client.post(address, data=form).status_code == 400
    answer = client.post(address, data=form | {"choice": "phone" if is_entered else "here"}, follow_redirects=True)
    assert ("Entered." if is_entered else "Left out.") in answer.get_data(as_text=True)
    assert rows(service, match) == (log if is_entered else log[: -len(new)])
    assert noted(client) == []
    assert phone.bring(log).get_json() == {"kept": True}  # As it does whenever it starts.
    assert noted(client) == []
    assert client.get(address).status_code == 404


def test_what_goes_on_is_set_aside_once_and_grows(app: Flask, client: Any, service: Any, match: int) -> None:
    phone = Phone(app, service, match)
    log, _ = ahead(service, match)
    for _ in range(2):
        phone.bring(log)
    assert "one entry" in client.get(f"/books/{BOOK}/").get_data(as_text=True)
    assert len(noted(client)) == 1
    assert phone.bring(rows(service, match)).get_json() == {"kept": True}  # Nothing more than is here.
    assert len(noted(client)) == 1
    for wrong in (
        "",
        "[]x",
        json.dumps(log[1:]),
        json.dumps([*log[:-1], [log[-1][0], "act", '[{"type": "no"}]', *log[-1][3:]]]),
    ):
        token = phone.client.get(f"/kept/ended/{match}").get_json()["token"]
        posted = phone.client.post(f"/kept/ended/{match}", data={"csrf_token": token, "log": wrong})
        assert posted.status_code == 422, wrong


def test_only_who_has_scored_the_match_sets_anything_aside(app: Flask, client: Any, service: Any, match: int) -> None:
    log, _ = ahead(service, match)
    watcher = Phone(app, service, match, WATCH)
    assert watcher.client.get(f"/kept/ended/{match}").status_code == 404
    assert app.test_client().get(f"/kept/ended/{match}").status_code == 404
    phone = Phone(app, service, match)
    assert phone.client.get(f"/kept/ended/{match + 1}").status_code == 404
    phone.bring(log)
    scorer = guest(app, service, SCORE, match)
    assert "whose link had ended" not in scorer.get(f"/matches/{match}/share").get_data(as_text=True)
    ((address),) = noted(client)
    assert scorer.get(address).status_code == 404


def test_of_so_many_phones_and_no_more(app: Flask, service: Any, match: int) -> None:
    log, new = ahead(service, match)
    store = Asides(service.database)
    with service.database.writing():
        assert all(store.put(match, f"p{each}", "2026-01-01T00:00:00+00:00", new) for each in range(MOST))
    assert Phone(app, service, match).bring(log).get_json() == {"kept": False}
    assert len(store.of_match(match)) == MOST
    with service.database.writing():
        assert store.put(match, "p0", "2026-01-01T00:00:00+00:00", [*new, *new])
