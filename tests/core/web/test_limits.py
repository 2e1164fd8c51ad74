"""Limits of uploads: counted before anything is read, one file at a time, and stopped with the server."""

import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from referee import fields
from referee.addresses import visitor_at
from referee.books import upload
from referee.books.permissions import Permission
from referee.books.score_books import MOST_SETS, ScoreBooks
from referee.cards import MOST_FAULTS
from referee.faults import RefusedError
from referee.fields import NAME_LENGTH
from referee.games.havilering.actions import HOUSE_RULES
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.shapes import RULES
from referee.games.kit.projections import MOST_WORDS
from referee.games.kit.setups import RulesFormat
from referee.log.entry import ACT, REDO, REFUSED, UNDO
from referee.match.importer import Importer
from referee.match.service import MatchService
from referee.store import match_search
from referee.text import folded
from referee.web import LIMITS, create_app
from referee.web.components.figures import _spellings
from referee.web.files.views import LARGEST_UPLOAD, MOST, MOST_ON_A_PUBLIC_SERVER
from referee.web.permissions import largest_post
from referee.web.rate_limits import Limit
from referee.web.sharing.views import address
from tests.conftest import BOOK
from tests.core.web.test_files import import_records
from tests.correcting import deal
from tests.havilering.self_play import evening, season_of

FEW = upload.UploadLimits(records=3, actions=9, in_one=5)
RECORD = evening(1, 50, season_of, target=21)


def of_length(*lengths: int) -> list[dict[str, Any]]:
    return [RECORD | {"actions": [0] * length} for length in lengths]


def book_with(**parts: Any) -> dict[str, Any]:
    return {"format": "havilering-book", "version": 1, "matches": []} | parts


def logs_with(**parts: Any) -> dict[str, Any]:
    head = {"format": "referee-logs", "version": 1, "name": None, "house_rules": [], "names": [], "matches": []}
    return head | parts


def long_evening(length: int) -> dict[str, Any]:
    entry = [1, "x", "x" * length, "2026-01-01T18:00:00+00:00"]
    return {"opened": entry[3], "key": "x", "setup": "{}", "entries": [entry]}


# --- what is counted before anything is read ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([0] * 4, "4 records: no more than 3 can"),
        (book_with(matches=[0] * 4), "4 records: no more than 3 can"),
        (of_length(5, 5), "10 entries: no more than 9 can"),
        (book_with(matches=of_length(5, 5)), "10 entries: no more than 9 can"),
        (of_length(6)[0], "6 entries in one match: no more than 5 can"),
        (logs_with(names=[["Ann", "Bob"]] * 10), "10 names: no more than 9 can"),
        (logs_with(notes=[[1, 0, "x"]] * 10), "10 notes: no more than 9 can"),
        (logs_with(house_rules=[["hearts", "x", ""]] * 10), "10 house rules: no more than 9 can"),
        (logs_with(matches=[{"entries": [0] * 5}] * 2), "10 entries: no more than 9 can"),
        (logs_with(evenings=[{"entries": [0] * 5}] * 2), "10 entries: no more than 9 can"),
        (logs_with(evenings=[long_evening(3_000)]), "7 entries in one match: no more than 5 can"),
        (book_with(house_rules={f"Set {n}": 0 for n in range(101)}), "101 sets of house rules: no more than 100 can"),
    ],
)
def test_what_is_too_much_is_refused_before_any_of_it_is_read(data: Any, said: str, monkeypatch: Any) -> None:
    def fail(*_: object) -> Any:
        pytest.fail("this was read")

    monkeypatch.setattr(upload, "game_of_record", fail)
    monkeypatch.setattr(RulesFormat, "read", fail)
    monkeypatch.setattr(fields.FieldReader, "words", fail)
    with pytest.raises(RefusedError, match=rf"mine\.json has {said} be imported at once"):
        upload.read_file(json.dumps(data), "mine.json", FEW)


@pytest.mark.parametrize("kinds", [(UNDO, REDO), (REFUSED, REFUSED)])
def test_entries_without_an_action_count_too(kinds: tuple[str, str]) -> None:
    """Or a file would bring a log that is longer than one that can be entered, and slow to read."""
    at = "2026-01-01T18:00:00+00:00"
    actions = {ACT: '[{"type":"deal"}]', REFUSED: "[{}]"}
    entries = [
        [number, kind, actions.get(kind, "[]"), None, at, None, ""]
        for number, kind in enumerate((ACT, *kinds, *kinds, *kinds), 1)
    ]
    match = {
        "number": 1, "game_key": "havilering", "opened": at, "setup": "{}", "show_played": 0, "teaching": 0,
        "key": None, "checksum": "", "follows": None,
    }  # fmt: skip
    upload.read_file(json.dumps(logs_with(matches=[match | {"entries": entries[:5]}])), "mine.json", FEW)
    with pytest.raises(RefusedError, match=r"mine\.json has 7 entries in one match: no more than 5 can"):
        upload.read_file(json.dumps(logs_with(matches=[match | {"entries": entries}])), "mine.json", FEW)


def test_the_limits_are_for_all_files_of_an_import_together(client: Any, service: MatchService) -> None:
    token = re.search(r'name="csrf_token" value="([^"]*)"', client.get(f"/books/{BOOK}/files").text)
    assert token
    contents = [[0] * MOST.records, RECORD]
    files = [(io.BytesIO(json.dumps(each).encode()), f"{at}.json") for at, each in enumerate(contents)]
    answer = client.post(f"/books/{BOOK}/files", data={"csrf_token": token[1], "file": files})
    assert answer.status_code == 422
    assert "1.json, with the files before it, has 2,001 records: no more than 2,000 can" in answer.text
    assert service.database.numbers() == []


@pytest.mark.parametrize(("public", "most"), [(False, MOST), (True, MOST_ON_A_PUBLIC_SERVER)])
def test_a_server_takes_so_much_and_a_public_one_less(
    tmp_path: Any, service: MatchService, public: bool, most: upload.UploadLimits
) -> None:
    client = maintenance(create_app(tmp_path, service, public=public))
    for data in ([0] * (most.records + 1), of_length(*[most.in_one] * (most.actions // most.in_one), 1)):
        answer = import_records(client, json.dumps(data).encode())
        assert answer.status_code == 422
        assert "can be imported at once" in answer.get_data(as_text=True)


def maintenance(app: Flask) -> Any:
    client = app.test_client()
    client.get(address(app.extensions["score_books"].book_grant(BOOK), app.config["SECRET_KEY"]))
    return client


def test_a_book_has_room_for_so_many_sets_of_house_rules(client: Any, score_books: ScoreBooks) -> None:
    sets = {f"Set {number}": {"target": 61} for number in range(MOST_SETS)}
    assert import_records(client, json.dumps(book_with(house_rules=sets)).encode()).status_code == 303
    assert (
        import_records(client, json.dumps(book_with(house_rules=sets)).encode()).status_code == 303
    )  # All there already.
    answer = import_records(client, json.dumps(book_with(house_rules={"More": {}})).encode())
    assert answer.status_code == 422
    assert "can have 100 sets" in answer.get_data(as_text=True)
    with pytest.raises(RefusedError, match="can have 100 sets"):
        score_books.keep_rules(BOOK, "More", RULES.read({}))
    score_books.keep_rules(BOOK, "set 7", RULES.read({}))  # In the place of one that is there.
    assert len(score_books.house_rules(BOOK)) == MOST_SETS + len(HOUSE_RULES)


# --- what is there already is found without reading any match -------------------------------------------------------


def test_a_match_that_is_there_is_found_by_its_digest_alone(service: MatchService, monkeypatch: Any) -> None:
    given = [HAVILERING.read(evening(number, 50, season_of, target=21)) for number in range(4)]
    service.import_records(BOOK, given)
    with monkeypatch.context() as patched:
        patched.setattr(service, "record", lambda _: pytest.fail("a match was read"))
        patched.setattr(service, "fold", lambda *_: pytest.fail("a match was folded"))
        assert [new for _, new in service.import_records(BOOK, given)] == [False] * 4


# --- one at a time, and no longer than the server runs -----------------------------------------------------------


def test_one_file_is_brought_in_at_a_time_and_the_next_is_told_to_wait(app: Flask, client: Any) -> None:
    content = json.dumps([RECORD]).encode()
    with app.extensions["importing"]:
        answer = import_records(client, content)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert "Another file is being imported" in answer.get_data(as_text=True)
    assert import_records(client, content).status_code == 303


@pytest.mark.parametrize("looks", range(6))
def test_a_server_that_is_stopped_stops_bringing_in(
    app: Flask, client: Any, service: MatchService, looks: int
) -> None:
    """While it reads, nothing has come in; later, what came in stays, and the same file brings the others."""
    asked = iter(range(100))
    app.extensions["is_closing"] = lambda: next(asked) >= looks
    content = json.dumps([evening(number, 50, season_of, target=21) for number in range(3)]).encode()
    answer = import_records(client, content)
    assert answer.status_code == 422
    assert "The referee was stopped" in answer.get_data(as_text=True)
    assert len(service.database.numbers()) == max(0, looks - 3)
    app.extensions["is_closing"] = lambda: False
    assert import_records(client, content).status_code == 303
    assert len(service.database.numbers()) == 3


# --- who may send how much, how often -------------------------------------------------------------------------------


def test_only_who_may_bring_in_a_file_may_send_much(app: Flask, client: Any, visit: Any, sit_down: Any) -> None:
    sit_down()
    path, usual = "/books/1/files", app.config["MAX_CONTENT_LENGTH"]

    def most_from(visitor: Any, path: str, method: str = "POST") -> int:
        cookie = visitor.get_cookie("referee")
        headers = {"Cookie": f"referee={cookie.value}"} if cookie else {}
        with app.test_request_context(path, method=method, headers=headers) as context:
            return largest_post(app, context.request.environ)

    assert most_from(client, path) == LARGEST_UPLOAD
    for visitor in (app.test_client(), visit(Permission.SCORE, 1), visit(Permission.WATCH, 1)):
        assert most_from(visitor, path) == usual
    for elsewhere in ("/books/2/files", "/books/1/new", "/nowhere", "/books/1/files/", "/matches/1/enter"):
        assert most_from(client, elsewhere) == usual
    assert most_from(client, path, "PUT") == usual


def test_of_many_posts_at_once_only_so_many_begin_a_book(
    tmp_path: Any, service: MatchService, score_books: ScoreBooks
) -> None:
    app = create_app(tmp_path, service, public=True)
    before, together, most = len(score_books.score_books()), Barrier(16), LIMITS["new_books"][0]

    def begin(_: int) -> int:
        client = app.test_client()
        token = re.findall(r'name="csrf_token" value="([^"]*)"', client.get("/books").get_data(as_text=True))[0]
        together.wait(20)
        return int(client.post("/books", data={"csrf_token": token, "name": "Four"}).status_code)

    with ThreadPoolExecutor(16) as pool:
        statuses = sorted(pool.map(begin, range(16)))
    assert statuses == [303] * most + [429] * (16 - most)
    assert len(score_books.score_books()) == before + most


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("127.0.0.1", ""),
        ("127.9.9.9", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("", ""),
        ("a proxy's name", "a proxy's name"),
    ],
)
def test_whom_an_address_stands_for(address: str, who: str) -> None:
    assert visitor_at(address) == who


def test_a_limit_counts_every_address_by_itself(app: Flask) -> None:
    now = [0.0]
    limit = Limit(2, 60, clock=lambda: now[0])

    def taken_from(address: str) -> bool:
        with app.test_request_context(environ_overrides={"REMOTE_ADDR": address}):
            return limit.take()

    ours = ["2001:db8::1", "2001:db8::2", "2001:db8::3"]
    assert [taken_from(address) for address in ours] == [True, True, False]
    assert [taken_from(f"::ffff:203.0.113.{number}") for number in range(3)] == [True] * 3
    now[0] = 61
    assert taken_from(ours[0])
    assert [*limit._counted] == ["2001:db8::/64"]  # The addresses that no longer matter are forgotten.


# --- what one question may cost ----------------------------------------------------------------------------------


def test_a_correction_has_so_many_edits(corrector: Any) -> None:
    correct = corrector(*deal(0)[:3], target=1000)
    drop = {"first": 2, "last": 2, "actions": []}
    said = [{"type": "adjust", "side": "NS", "points": 0, "reason": "x"}]
    for edits, status in (
        ([{"first": 2, "last": 1, "actions": said * 120}], 200),
        ([{"first": 2, "last": 1, "actions": said * 121}], 422),
        ([drop] * 61, 422),
    ):
        correct.get("mend/look", edits=json.dumps({"of": 3, "edits": edits}))
        assert correct.status == status
        assert ("too much for one correction" in correct.page) == (status == 422)
        form = correct.player.form() | {
            "edits": json.dumps({"of": 3, "edits": edits}),
            "csrf_token": correct.player.token,
        }
        if status == 422:
            assert correct.player.client.post(f"/matches/{correct.number}/mend/look", data=form).status_code == 422


def test_what_a_match_is_found_by_is_bounded_whatever_was_written(sit_down: Any, service: MatchService) -> None:
    """Some signs unfold to eighteen where capitals and accents are taken away."""
    player = sit_down()
    for number in range(30):
        player.look()
        reason = f"word{number} " + "\ufdfa" * 100
        form = player.form() | {"about": "", "side": "NS", "give": "1", "points": "0", "reason": reason}
        assert player.client.post(f"/matches/{player.match_id}/ruling", data=form).status_code == 303
    (words,) = service.database.rows("SELECT words FROM matches WHERE id = ?", [player.match_id])[0]
    assert len(words) <= 2 * MOST_WORDS
    assert "word29" in words
    assert "saturday" in words


def test_a_search_looks_for_so_many_words_and_folds_each_name_once(
    client: Any, sit_down: Any, monkeypatch: Any
) -> None:
    sit_down()
    folds: list[str] = []

    def counting(text: str) -> str:
        folds.append(text)
        return folded(text)

    monkeypatch.setattr(match_search, "folded", counting)
    assert client.get("/books/1/?q=" + "+".join(f"w{number}" for number in range(100))).status_code == 200
    assert 0 < sum(text.startswith("w") for text in folds) <= 20
    assert {folds.count(name) for name in ("Ann", "Bob", "Cat", "Dan")} == {1}
    folds.clear()
    client.get("/books/1/?q=" + "+".join(["ann"] * 100))
    assert folds.count("ann") <= 2


def test_of_a_trick_with_very_many_cards_none_is_read(client: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(fields, "read_card", lambda _: pytest.fail("a card was read"))
    many = RECORD | {"actions": [{"type": "trick", "cards": ["?"] * 200_000}]}
    answer = import_records(client, json.dumps(many).encode())
    assert answer.status_code == 422
    assert "200,000, and a trick has four" in answer.get_data(as_text=True)


def test_of_very_many_words_only_some_are_named(client: Any) -> None:
    answer = client.get("/dispute?typed=" + "+".join(["x"] * 31_000))
    assert answer.status_code == 422
    assert answer.get_data(as_text=True).count("is not a card") == MOST_FAULTS


def test_names_that_unfold_are_compared_by_so_many_letters() -> None:
    """Each letter may be left out, so that what is kept grows with the square of the length."""
    spellings = _spellings("\ufdfa" * 30 + "abcdefghij")
    assert len(spellings) <= NAME_LENGTH + 1
    assert max(map(len, spellings)) <= NAME_LENGTH


def test_what_a_match_taken_back_is_compared_with_is_read_before_the_book_is_locked(
    service: MatchService, app: Flask, monkeypatch: Any
) -> None:
    """Many matches may have been begun at one moment."""
    long = evening(2, 60, season_of)
    given = [long | {"actions": long["actions"][: 20 + number]} for number in range(6)]
    service.import_records(BOOK, map(HAVILERING.read, given))
    maintenance = app.extensions["maintenance"]
    maintenance.move_to_bin(3)
    with service.database.writing():
        service.database.run("UPDATE matches SET record_digest = NULL")  # As after an entry.
    record, read_within = service.record, []

    def reader(number: int) -> Any:
        read_within.append((number, service.database._writer is not None))
        return record(number)

    monkeypatch.setattr(service, "record", reader)
    maintenance.restore_from_bin(BOOK, 3)
    assert {number for number, is_locked in read_within if is_locked} == {3}
    assert len({number for number, is_locked in read_within if not is_locked}) == 5
    # Nor if somebody is renamed after they were read.
    maintenance.move_to_bin(4)
    read_within.clear()
    digest = Importer.digest_those_begun_at

    def renamed_behind(*given: Any) -> None:
        digest(*given)
        maintenance.rename(BOOK, service.projections.player_store.players(BOOK)[0], "Somebody else again")

    monkeypatch.setattr(Importer, "digest_those_begun_at", renamed_behind)
    maintenance.restore_from_bin(BOOK, 4)
    assert {number for number, is_locked in read_within if is_locked} == {4}
