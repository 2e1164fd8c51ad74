"""The app on a phone that keeps the referee of a server: what it answers, what it has, and what it brings back."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from referee.books.phone_copy import FIRST_OWN_NUMBER
from referee.browser.kept import KeptBridge
from referee.store.log_rows import LogRows
from referee.web.keeping import HEADER
from referee.web.services import score_books
from tests.core.web.test_start import fields_of
from tests.servers import NEW

HOME = "http://127.0.0.1/"
TRICKS = ("7S.AS.9S.8S", "7H.AH.9H.8H", "2H.3H.4H.5H")


class Phone:
    """A phone with a copy of a match, and the server."""

    def __init__(self, folder: Path, client: Any, service: Any, match: int) -> None:
        self.client, self.service, self.match, self.folder = client, service, match, folder
        self.app = KeptBridge(str(folder), HOME)

    def fetch(self) -> str:
        return str(self.client.get(f"/kept/matches/{self.match}").get_data(as_text=True))

    def post(self, path: str, **fields: str) -> tuple[int, list[tuple[str, str]], str]:
        kind = [("Content-Type", "application/x-www-form-urlencoded")]
        status, headers, body = self.app.answer("POST", path, kind, urlencode(fields).encode())
        return status, headers, body.decode()

    def enter(self, draft: str, match: int = 0) -> int:
        """Enter a trick as the page does; the status of the answer."""
        match = match or self.match
        page = self.app.answer("GET", f"/matches/{match}/", (), b"")[2].decode()
        turn = re.findall(r'data-turn="([^"]*)"', page)[0]
        form = {
            "version": "0",
            "key": f"{match}-{draft.replace('.', '-')}",
            "turn": turn,
            "kind": "tricks",
            "draft": draft,
        }
        return self.post(f"/matches/{match}/enter", **form)[0]


@pytest.fixture
def phone(tmp_path: Path, client: Any, service: Any, sit_down: Any) -> Phone:
    made = Phone(tmp_path / "phone", client, service, sit_down(target=121).match_id)
    made.app.keep(made.fetch())
    return made


def test_it_answers_from_its_copy(phone: Phone) -> None:
    assert phone.app.head(phone.match).split()[0::2] == ["0", "0"]
    assert phone.app.head(77) == ""
    assert phone.app.unsent() == "[]"
    assert phone.enter(TRICKS[0]) in (200, 303)
    assert json.loads(phone.app.unsent()) == [[phone.match, 1, 0]]
    for path in (f"/matches/{phone.match}/", f"/matches/{phone.match}/sheet", "/rules", "/books/1/"):
        assert phone.app.answer("GET", path, (), b"")[0] == 200
    assert phone.app.answer("GET", "/matches/77/", (), b"")[0] == 404
    assert not phone.app.is_playing()  # It was begun some evenings ago.


def test_a_copy_with_entries_of_its_own_is_not_given_up(phone: Phone) -> None:
    copy = phone.fetch()
    phone.enter(TRICKS[0])
    phone.app.keep(copy)
    assert phone.app.head(phone.match).split()[0::2] == ["1", "1"]


def test_settings_and_house_rules_are_brought_to_the_server(phone: Phone, client: Any, service: Any) -> None:
    """What no log has is posted again; copies that come before that do not undo it."""
    before = phone.fetch()
    new = phone.app.answer("GET", "/books/1/new", (), b"")[2].decode()
    fields = fields_of(new) | {"set_name": "Ours", "keep": "1"}
    assert phone.post("/books/1/new", **fields)[0] == 200
    assert phone.post("/settings", theme="dark")[0] == 303
    assert phone.post("/books/1/new", **(fields | {"set_name": " "}))[0] == 422
    phone.app.keep(before)
    page = phone.app.answer("GET", "/books/1/new", (), b"")[2].decode()
    assert "Ours" in page
    assert 'content="dark"' in page
    posts = json.loads(phone.app.later())
    assert [path for path, _ in posts] == ["/books/1/new", "/settings"]
    for path, body in posts:
        token = client.get("/kept/token").get_json()["token"]
        answer = client.post(path, data=dict(parse_qsl(body, keep_blank_values=True)) | {"csrf_token": token})
        assert answer.status_code < 400
    phone.app.done(len(posts))
    assert json.loads(phone.app.later()) == []
    with client.application.app_context():
        assert "Ours" in score_books().house_rules(1)
    after = json.loads(phone.fetch())
    assert after["settings"]["theme"] == "dark"
    phone.app.keep(json.dumps(after | {"house_rules": []}))
    assert "Ours" not in phone.app.answer("GET", "/books/1/new", (), b"")[2].decode()


def test_what_was_entered_while_a_log_was_brought_stays(phone: Phone) -> None:
    phone.enter(TRICKS[0])
    log = json.loads(phone.app.log(phone.match))
    phone.enter(TRICKS[1])
    answer = json.dumps({"after": 0, "rows": log})
    phone.app.replace(phone.match, answer, len(log))
    assert phone.app.head(phone.match).split()[0::2] == ["2", "2"]
    phone.app.replace(phone.match, answer, 2)
    assert phone.app.head(phone.match).split()[0::2] == ["1", "0"]


def test_the_end_of_a_log_comes_with_an_answer(phone: Phone, service: Any) -> None:
    asked = " ".join(phone.app.head(phone.match).split()[:2])
    assert phone.client.get(f"/matches/{phone.match}/", headers={HEADER: asked}).headers.get(HEADER) is None
    phone.enter(TRICKS[0])
    phone.enter(TRICKS[1])
    log = json.loads(phone.app.log(phone.match))
    other = Phone(phone.folder.with_name("other"), phone.client, service, phone.match)
    other.app.keep(phone.fetch())
    other.app.add(phone.match, b64encode(json.dumps(log).encode()).decode())
    assert other.app.head(phone.match) == phone.app.head(phone.match).rsplit(" ", 1)[0] + " 0"


def test_what_comes_late_or_twice_changes_nothing(phone: Phone) -> None:
    early = phone.fetch()
    phone.enter(TRICKS[0])
    log = json.loads(phone.app.log(phone.match))
    brought = b64encode(json.dumps(log).encode()).decode()
    phone.app.replace(phone.match, json.dumps({"after": 0, "rows": log}), 1)
    whole = phone.app.head(phone.match)
    assert whole.split()[0::2] == ["1", "0"]
    for late in (lambda: phone.app.keep(early), lambda: phone.app.add(phone.match, brought)):
        late()
        assert phone.app.head(phone.match) == whole
    phone.enter(TRICKS[1])
    phone.app.add(phone.match, brought)
    assert phone.app.head(phone.match).split()[0::2] == ["2", "1"]  # The entry is still to be sent.


def test_a_phone_that_was_closed_knows_what_the_server_lacks(phone: Phone) -> None:
    phone.enter(TRICKS[0])
    phone.app._app.extensions["service"].close()
    again = KeptBridge(str(phone.folder), HOME)
    assert json.loads(again.unsent()) == [[phone.match, 1, 0]]
    (phone.folder / "sent").write_text("damaged")
    assert json.loads(again.unsent()) == [[phone.match, 1, 0]]  # And the server knows what it has.


def test_a_match_begun_here_gets_the_number_of_the_server(phone: Phone, service: Any) -> None:
    status, headers, _ = phone.post("/books/1/new", **NEW, key="begun")
    own = FIRST_OWN_NUMBER + 1
    assert (status, dict(headers)["Location"]) == (303, f"/matches/{own}/")
    assert phone.app.is_playing()
    for draft in TRICKS:
        phone.enter(draft, own)
    assert json.loads(phone.app.unsent()) == [[own, 4, 1]]
    form = {"csrf_token": phone.client.get("/kept/token").get_json()["token"], "match": phone.app.begun(own)}
    number = phone.client.post("/kept/books/1/matches", data=form).get_json()["number"]
    copy = phone.client.get(f"/kept/matches/{number}").get_data(as_text=True)
    assert phone.app.renumber(own, copy, 2) is False
    assert phone.app.renumber(own, copy, 3) is True
    assert phone.app.unsent() == "[]"
    assert json.loads(phone.app.log(number)) == LogRows(service.database).log(number)
    assert phone.app.answer("GET", f"/matches/{own}/", (), b"")[0] == 404
    page = phone.app.answer("GET", f"/matches/{number}/", (), b"")[2].decode()
    assert "Trick 4 of" in page
    status, headers, _ = phone.post("/books/1/new", **NEW, key="another")
    assert dict(headers)["Location"] == f"/matches/{own + 1}/"


@pytest.mark.parametrize("path", ["/books/1/bin/1/in", "/books/1/players/1", "/books/1/share/keep", "/books/1/files"])
def test_what_only_the_server_can_do_is_refused(phone: Phone, path: str) -> None:
    status, _, page = phone.post(path, name="Zoe")
    assert status == 422
    assert "This needs the server" in page


def test_a_scorer_has_no_more_rights_than_on_the_server(phone: Phone) -> None:
    copy = json.loads(phone.fetch()) | {"kind": "score"}
    other = KeptBridge(str(phone.folder.with_name("scorer")), HOME)
    other.keep(json.dumps(copy))
    assert other.answer("GET", f"/matches/{phone.match}/", (), b"")[0] == 200
    assert other.answer("GET", "/books/1/", (), b"")[0] == 404
    assert other.answer("GET", "/books/1/new", (), b"")[0] == 404
