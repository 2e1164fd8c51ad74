"""Notes, settings and names on a phone that keeps the referee, which are in no log: none is lost or reappears."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from referee.books.forgetting import Forgetting
from referee.books.permissions import Permission
from referee.books.phone_copy import FIRST_OWN_NUMBER
from referee.browser.later import Later
from referee.log.checksums import chained
from referee.store.log_rows import LogRows
from referee.store.notes import Notes
from tests.core.test_kept_phone import TRICKS, Phone, both_have, bring, bring_all, forget, names_on, restored_to
from tests.core.test_kept_phone import phone as phone  # A fixture.
from tests.servers import NEW


def token(client: Any) -> str:
    return str(client.get("/kept/token").get_json()["token"])


def deliver(phone: Phone) -> list[int]:
    """Post what waits, as the phone's script does; the answers' statuses."""
    statuses = []
    for path, body in json.loads(phone.app.later()):
        form = parse_qs(body, keep_blank_values=True) | {"csrf_token": [token(phone.client)]}
        statuses.append(phone.client.post(path, data=form).status_code)
        if statuses[-1] < 400:
            phone.app.done(json.dumps([path, body]))
    return statuses


def opened(address: str, client: Any) -> str:
    """The field by which the forms of a match name it."""
    page = client.get(address).get_data(as_text=True)
    return html.unescape(re.findall('name="opened" value="([^"]+)"', page)[0])


def begun_by_the_same_tap(phone: Phone, clock: Any) -> tuple[int, int]:
    """The numbers of a match here and on the phone: the answer was lost."""
    form = NEW | {"key": "begun", "csrf_token": token(phone.client)}
    address = phone.client.post("/books/1/new", data=form).location
    clock.move(seconds=7)
    phone.post("/books/1/new", **NEW, key="begun")
    return int(address.split("/")[2]), FIRST_OWN_NUMBER + 1


def test_a_note_that_the_server_refuses_stays_on_the_phone(phone: Phone, service: Any) -> None:
    with service.database.writing():
        Notes(service.database).put(phone.match, 1, "s" * 250)
    phone.post(f"/matches/{phone.match}/note", hand="1", text="p" * 250)
    assert deliver(phone) == [422]
    assert len(json.loads(phone.app.later())) == 1


def test_a_note_goes_only_to_the_match_on_whose_page_it_was_written(phone: Phone, service: Any, clock: Any) -> None:
    number, own = begun_by_the_same_tap(phone, clock)
    page = phone.app.answer("GET", f"/matches/{own}/sheet", (), b"")[2].decode()
    here = html.unescape(re.findall('name="opened" value="([^"]+)"', page)[0])
    assert here != opened(f"/matches/{number}/sheet", phone.client)
    phone.post(f"/matches/{own}/note", opened=here, hand="1", text="three aces")
    phone.enter(TRICKS[0], own)
    copy = phone.client.get(f"/kept/matches/{number}").get_data(as_text=True)
    assert phone.app.join(own, copy)
    assert deliver(phone) == [303]  # It is the same match, which the server opened at another time.
    assert Notes(service.database).of(number) == [(1, "three aces")]
    phone.app._later.add(f"/matches/{number}/note", [("opened", here), ("hand", "2"), ("text", "x")])
    assert deliver(phone) == [422]


def test_one_that_cannot_be_sent_keeps_no_other_match_from_being_adopted(phone: Phone, service: Any) -> None:
    phone.post("/matches/77/note", hand="1", text="x")
    phone.app._later.add("/matches/77/note", [("hand", "1"), ("text", "x")])
    with service.database.writing():
        Notes(service.database).put(phone.match, 1, "three aces")
    phone.app.keep(phone.fetch())
    assert b"three aces" in phone.app.answer("GET", f"/matches/{phone.match}/sheet", (), b"")[2]


def test_a_note_is_sent_under_the_names_that_the_server_uses(phone: Phone, service: Any) -> None:
    both_have(phone, 1)
    phone.post(f"/matches/{phone.match}/note", hand="1", text="Ann revoked")
    forget(phone, "Ann")
    bring_all(phone)
    assert deliver(phone) == [303]
    assert Notes(service.database).of(phone.match) == [(1, "Former player revoked")]
    phone.app.keep(phone.fetch())
    assert "Ann" not in names_on(phone)


def test_a_name_that_came_by_a_correction_does_not_come_back(phone: Phone, service: Any) -> None:
    """The phone corrects another name without a signal, and writes a note."""
    app = phone.app._app.extensions["service"]

    def correct(seat: str, name: str) -> None:
        game, setup = app.game(phone.match), app.record(phone.match).setup
        named = game.setups.with_players(setup, game.setups.players(setup) | {seat: name})
        app.correct(phone.match, app.version(phone.match), f"corrected-{seat}", (), "", named)

    phone.enter(TRICKS[0])
    correct("N", "Zoe")
    assert bring_all(phone).status_code == 200
    forget(phone, "Zoe")
    correct("E", "Bert")
    phone.post(f"/matches/{phone.match}/note", hand="1", text="Zoe revoked")
    assert bring_all(phone).status_code == 200
    assert deliver(phone) == [303]
    assert service.current(phone.match).game.setups.players(service.current(phone.match).setup)["E"] == "Bert"
    assert Notes(service.database).of(phone.match) == [(1, "Former player revoked")]
    assert "Zoe" not in "\n".join(service.database.sqlite.conn.iterdump())
    phone.app.keep(phone.fetch())
    assert "Zoe" not in names_on(phone)


def test_the_name_of_the_book_follows(phone: Phone, service: Any) -> None:
    with service.database.writing():
        service.database.rename_score_book(1, "Ann and friends")
    phone.app.keep(phone.fetch())
    assert "Ann and friends" in names_on(phone)
    forget(phone, "Ann")
    phone.app.keep(phone.fetch())
    assert "Former player and friends" in names_on(phone)
    assert "Ann" not in names_on(phone)
    phone.app.keep(json.dumps(json.loads(phone.fetch()) | {"book": json.loads(phone.fetch())["book"] | {"name": ""}}))
    assert "Former player and friends" in names_on(phone)


@pytest.mark.parametrize("is_opened", [False, True])
def test_a_match_begun_by_the_same_tap_brings_no_name_back(
    phone: Phone, service: Any, clock: Any, is_opened: bool
) -> None:
    """The phone sends it, or the match of the server is opened there first."""
    number, own = begun_by_the_same_tap(phone, clock)
    app = phone.app._app.extensions["service"]
    setup = app.current(own).setup
    phone.enter(TRICKS[0], own)
    other = app.game(own).setups.with_players(setup, app.game(own).setups.players(setup) | {"E": "Bert"})
    app.correct(own, 1, "corrected", (), "Ann said so", other)
    phone.app.see_epoch(service.database.epoch)
    Forgetting(service, phone.client.application.extensions["evenings"]).forget(1, "Ann")
    if is_opened:
        phone.match = number
        phone.app.keep(phone.fetch())
        assert bring(phone, start=phone.start).status_code == 200
    else:
        form = {"csrf_token": token(phone.client), "match": phone.app.match(own)}
        assert phone.client.post("/kept/books/1/matches", data=form).status_code == 200
    assert service.version(number) == 2
    assert "Ann" not in "\n".join(service.database.sqlite.conn.iterdump())


def test_a_match_of_the_same_key_with_other_players_is_not_joined(phone: Phone, client: Any) -> None:
    """A restored server has begun an evening's round again."""
    phone.enter(TRICKS[0])
    copy = json.loads(client.get(f"/kept/matches/{phone.match}").get_data(as_text=True))
    first = phone.app._rows.match(phone.match)
    with phone.app._database.writing():
        phone.app._database.run("UPDATE matches SET key = 'evening-1-1-0' WHERE id = ?", [phone.match])
    setup = first["setup"].replace("Ann", "Zoe")
    copy["match"] |= {"id": 77, "key": "evening-1-1-0", "setup": setup, "checksum": chained("", setup)}
    phone.app.keep(json.dumps(copy))
    assert phone.app.head(77).startswith("0 ")
    assert json.loads(phone.app.unsent()) == [[phone.match, 1, 0, 0]]


def test_a_restored_server_gets_the_notes_that_it_lacks(phone: Phone, service: Any) -> None:
    both_have(phone, 2)
    with service.database.writing():
        Notes(service.database).put(phone.match, 1, "three aces")
    phone.app.keep(phone.fetch())
    restored_to(phone, 1)
    with service.database.writing():
        Notes(service.database).put(phone.match, 1, "")
    phone.app.doubt(phone.match)
    answer = bring(phone, choice="phone", start=phone.start)
    assert phone.app.take(phone.match, answer.get_data(as_text=True), 2) is True
    assert deliver(phone) == [303]
    assert Notes(service.database).of(phone.match) == [(1, "three aces")]


def test_a_renamed_player_has_the_new_name_on_the_phone(phone: Phone, client: Any, service: Any) -> None:
    maintenance, players = client.application.extensions["maintenance"], service.projections.player_store
    maintenance.rename(1, players.by_name(1, "Ann"), "Zoe")
    phone.app.keep(phone.fetch())
    page = phone.app.answer("GET", f"/matches/{phone.match}/sheet", (), b"")[2].decode()
    assert ("Zoe" in page, "Ann" in page) == (True, False)


def test_a_scorers_copy_has_no_name_from_another_match(phone: Phone, client: Any, service: Any, visit: Any) -> None:
    form = NEW | {"N": "Annie of the Mill", "key": "other", "csrf_token": token(client)}
    client.post("/books/1/new", data=form)
    maintenance, players = client.application.extensions["maintenance"], service.projections.player_store
    maintenance.rename(1, players.by_name(1, "Annie of the Mill"), "Ann")
    copy = visit(Permission.SCORE, phone.match).get(f"/kept/matches/{phone.match}")
    assert ["Ann", "Ann"] in copy.get_json()["names"]
    assert "Mill" not in copy.get_data(as_text=True)


def test_an_earlier_match_does_not_come_back_onto_the_table(phone: Phone, client: Any, clock: Any) -> None:
    """Its first answer was lost, and its next entry comes a day later."""
    phone.post("/books/1/new", **NEW, key="begun")
    own = FIRST_OWN_NUMBER + 1
    for is_first in (True, False):
        form = {"csrf_token": token(client), "match": phone.app.match(own)}
        assert client.post("/kept/books/1/matches", data=form).status_code == 200
        if is_first:
            clock.move(days=1)
            later = client.post("/books/1/new", data=NEW | {"key": "l", "csrf_token": token(client)}).location
            phone.enter(TRICKS[0], own)
    assert client.get("/tables/1").location == later


def test_a_damaged_post_takes_no_other_with_it(tmp_path: Path) -> None:
    later = Later(tmp_path / "later")
    for hand in "12":
        later.add("/matches/1/note", [("hand", hand), ("text", "x")])
    whole = (tmp_path / "later").read_bytes()
    (tmp_path / "later").write_bytes(whole[:-5])
    assert [body for _, body in later.posts()] == ["hand=1&text=x"]
    (tmp_path / "later").write_bytes(b"[]\n7\n[1]\n" + (tmp_path / "later").read_bytes())
    later.add("/settings", [("theme", "dark")])
    later.remove(["/settings", "theme=dark"])
    later.remove(["/settings", "theme=dark"])
    assert later.paths == {"/matches/1/note"}


def test_a_rematch_follows_its_match_on_the_phone_too(phone: Phone, client: Any) -> None:
    """So nobody begins a second one without a signal."""
    before = phone.match
    form = {"csrf_token": token(client), "key": "again"}
    follows = client.post(f"/matches/{before}/rematch", data=form).location
    with phone.service.database.writing():
        phone.match = int(follows.split("/")[2])
        LogRows(phone.service.database).follow(phone.match, before)
    phone.app.keep(phone.fetch())
    search = phone.app._app.extensions["service"].projections.match_search
    assert search.rematch_of(before) == phone.match
    with phone.service.database.writing():
        LogRows(phone.service.database).follow(phone.match, None)  # Its link was renewed.
    phone.app.keep(phone.fetch())
    assert search.rematch_of(before) is None


def test_a_rematch_that_is_sent_before_its_match_follows_it_all_the_same(
    phone: Phone, client: Any, service: Any
) -> None:
    """As when the server refuses the match at first."""
    first, rematch = FIRST_OWN_NUMBER + 1, FIRST_OWN_NUMBER + 2
    phone.post("/books/1/new", **NEW, key="begun")
    phone.post(f"/matches/{first}/rematch", key="again")
    search, numbers = phone.app._app.extensions["service"].projections.match_search, list[int]()
    for each in (rematch, first):
        form = {"csrf_token": token(client), "match": phone.app.match(each)}
        copy = client.post("/kept/books/1/matches", data=form).get_data(as_text=True)
        assert phone.app.take(each, copy, 0)
        numbers.append(json.loads(copy)["match"]["id"])
        if each == rematch:
            phone.app.keep(copy)
            assert search.rematch_of(first) == numbers[0]
    assert search.rematch_of(numbers[1]) == numbers[0]
    assert service.projections.match_search.rematch_of(numbers[1]) == numbers[0]


def test_a_rematch_follows_its_match_under_whatever_number(phone: Phone, client: Any, service: Any) -> None:
    """The restored server has another match of its number; so both are sent as new ones."""
    app, first = phone.app._app.extensions["service"], phone.match
    status, headers, _ = phone.post(f"/matches/{first}/rematch", key="again")
    own = [FIRST_OWN_NUMBER + 1, int(phone.app.set_free(FIRST_OWN_NUMBER + 1)), int(phone.app.set_free(first))]
    assert (status, dict(headers)["Location"]) == (303, f"/matches/{own[0]}/")
    assert app.projections.match_search.rematch_of(own[2]) == own[1]
    numbers = []
    for each in (own[2], own[1]):
        form = {"csrf_token": token(client), "match": phone.app.match(each)}
        copy = client.post("/kept/books/1/matches", data=form)
        numbers.append(copy.get_json()["match"]["id"])
        assert phone.app.take(each, copy.get_data(as_text=True), 0)
    assert service.projections.match_search.rematch_of(numbers[0]) == numbers[1]
