"""A score book that moves to another instance: all of it comes in, and whoever had access has it there."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from referee.books.permissions import KEEP, OF_BOOKS, SCORE, WATCH, Permission
from referee.cli import main
from referee.faults import RefusedError
from referee.operators.moved_file import read_moved_file
from referee.operators.moving import Moving
from referee.store.checksums import chained, checksum_of
from referee.store.database import Database
from referee.store.instance import book_file
from referee.web.permissions import visitor
from tests.conftest import Player
from tests.core import instances
from tests.core.instances import Instance, Opened
from tests.core.instances import here as here  # Fixtures.
from tests.core.instances import made_here as made_here
from tests.core.instances import made_there as made_there
from tests.core.instances import there as there
from tests.pages import without_random

THERE = "http://192.0.2.7"


def move(here: Instance, there: Instance, tmp_path: Path) -> Path:
    file = tmp_path / "book.json"
    assert here.run("export", "--book", "2", "--move-to", THERE, "--out", file) == 0
    assert there.run("import", file) == 0
    return file


def test_all_of_a_book_comes_in(here: Instance, there: Instance, tmp_path: Path) -> None:
    before = instances.told(here, 2)
    move(here, there, tmp_path)
    assert instances.told(there, 2) == before
    assert instances.told(here, 2) == before
    with closing(there.opened()) as opened:
        assert len(opened.app.extensions["maintenance"].binned(2)) == 1


def rights(opened: Opened, client: FlaskClient, book_id: int, numbers: list[int]) -> list[Any]:
    """What a phone may do in a score book, and in each of some matches."""
    cookie = client.get_cookie("referee")
    headers = {"Cookie": f"referee={cookie.value}"} if cookie else {}
    with opened.app.test_request_context(headers=headers):
        found = visitor()
        places = [{"book_id": book_id}, *({"match_id": number} for number in numbers)]
        return [found.permission_at(place) for place in places]


def test_every_link_gives_there_what_it_gave_here(here: Instance, there: Instance, tmp_path: Path) -> None:
    with closing(here.opened()) as opened:
        numbers = opened.service.numbers(2)
        links = {kind.name: opened.link(kind, 2) for kind in OF_BOOKS}
        links |= {f"{kind.name} {number}": opened.link(kind, number) for kind in (SCORE, WATCH) for number in numbers}
        before = {name: rights(opened, opened.visitor(link), 2, numbers) for name, link in links.items()}
    assert len({tuple(each) for each in before.values()}) > len(OF_BOOKS)
    move(here, there, tmp_path)
    with closing(here.opened()) as old, closing(there.opened()) as new:
        there_now = new.service.numbers(2)
        for name, link in links.items():
            came = came_by(old, new, link)
            assert rights(new, came, 2, there_now) == before[name], name


def came_by(old: Opened, new: Opened, link: str) -> FlaskClient:
    """A phone at the new instance that opened a link of the old one."""
    here = old.visitor(link)
    led = here.get(here.get(link).location)
    assert led.status_code == 303
    assert led.location.startswith(f"{THERE}/moved/"), led.location
    came = new.app.test_client()
    arrived = came.get(led.location.removeprefix(THERE))
    assert arrived.status_code == 303
    assert came.get(arrived.location).status_code in (200, 303)  # A table leads on to its match.
    return came


def test_phones_are_led_to_the_same_page_there(here: Instance, there: Instance, tmp_path: Path) -> None:
    with closing(here.opened()) as opened:
        number, player = opened.service.numbers(2)[-2], opened.service.projections.player_store.players(2)[0].id
        cookie = opened.visitor(opened.link(KEEP, 2)).get_cookie("referee")
        assert cookie
    move(here, there, tmp_path)
    with closing(here.opened()) as old, closing(there.opened()) as new:
        now = new.service.numbers(2)[-2]
        phone = old.app.test_client()  # With the cookie from before the move.
        phone.set_cookie("referee", cookie.value)
        for path, expected in (
            (f"/matches/{number}/watch", f"/matches/{now}/watch"),
            ("/books/2/seasons", "/books/2/seasons"),
            ("/books/2/?q=ann", "/books/2/?q=ann"),
            (f"/books/2/players/{player}", "/books/2/players"),
        ):
            led = phone.get(path).location
            assert new.app.test_client().get(led.removeprefix(THERE)).location == expected


def test_a_link_that_was_renewed_gives_nothing_here_or_there(here: Instance, there: Instance, tmp_path: Path) -> None:
    with closing(here.opened()) as opened:
        number = opened.service.numbers(2)[-2]
        revoked = opened.link(WATCH, number)
        opened.score_books.renew(WATCH, number)
        link = opened.link(WATCH, number)
        cookie = opened.visitor(link).get_cookie("referee")
        assert cookie
    move(here, there, tmp_path)
    with closing(here.opened()) as old, closing(there.opened()) as new:
        phone = old.app.test_client()
        phone.set_cookie("referee", cookie.value)
        assert old.app.test_client().get(revoked).status_code == 404
        led = phone.get(f"/matches/{number}/watch").location.removeprefix(THERE)
        new.score_books.renew(WATCH, new.service.numbers(2)[-2])
        assert new.app.test_client().get(led).status_code == 404
        # The list of what is shared with a phone tells nothing of what is played elsewhere.
        home = phone.get("/").get_data(as_text=True)
        assert "Ann" not in without_random(home)
        assert f"/matches/{number}/watch" in home


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
        refused = phone.post(f"/matches/{number}/enter", data=form | {"draft": "2H.3H.4H.5H"})
        assert refused.status_code == 422
        assert "has moved to" in refused.get_data(as_text=True)
        for answer in (
            phone.get(f"/matches/{number}/", headers={"HX-Request": "true"}),
            phone.post(f"/matches/{number}/enter", data=form, headers={"HX-Request": "true"}),
        ):
            assert answer.headers["HX-Redirect"].startswith(f"{THERE}/moved/")
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


def test_a_book_comes_once_and_is_taken_back_only_on_purpose(
    here: Instance, there: Instance, tmp_path: Path, capsys: Any
) -> None:
    file = move(here, there, tmp_path)
    for instance, words, told in (
        (there, ["import", file], "before"),
        (there, ["import", "--take-back", file], "before"),
        (here, ["import", file], "--take-back"),
        (here, ["export", "--book", "2"], "has moved to"),
        (here, ["export", "--book", "2", "--move-to", THERE, "--out", tmp_path / "again.json"], "has moved to"),
    ):
        capsys.readouterr()
        assert instance.run(*words) == 2
        said = capsys.readouterr()
        assert told in said.err
        assert said.out == ""
    assert not (tmp_path / "again.json").exists()
    assert here.run("import", "--take-back", file) == 0
    assert here.run("import", "--take-back", file) == 2
    with closing(here.opened()) as opened:
        assert opened.visitor(opened.link(KEEP, 2)).get("/books/2/").status_code == 200


def test_a_book_goes_on_to_a_third_instance_and_comes_back(here: Instance, there: Instance, tmp_path: Path) -> None:
    third = Instance(tmp_path / "third")
    with closing(here.opened()) as opened:
        links = [opened.link(KEEP, 2), opened.link(WATCH, opened.service.numbers(2)[-2])]
    before = instances.told(here, 2)
    move(here, there, tmp_path)
    for source, target, number in ((there, third, 2), (third, here, 1)):
        file = tmp_path / f"{target.folder.name}.json"
        assert source.run("export", "--book", str(number), "--move-to", THERE, "--out", file) == 0
        assert target.run("import", file) == 0
    assert instances.told(here, 3) == before
    with closing(here.opened()) as opened:
        assert opened.app.extensions["moved"] == {2: ""}
        for link in links:  # Without any other instance.
            phone = opened.visitor(link)
            led = phone.get(phone.get(link).location).location
            assert led.startswith("/moved/")
            assert phone.get(phone.get(led).location).status_code == 200
        assert rights(opened, phone, 3, opened.service.numbers(3)[-2:-1]) == [Permission.GUEST, Permission.WATCH]


def test_a_restored_backup_does_not_bring_a_moved_book_back(here: Instance, there: Instance, tmp_path: Path) -> None:
    assert here.run("backup", tmp_path / "before.db") == 0
    move(here, there, tmp_path)
    assert here.run("restore", tmp_path / "before.db") == 0
    with closing(here.opened()) as opened:
        assert opened.app.extensions["moved"] == {2: THERE}


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "http://evil.example.org", "//evil.example.org", "https://a/b"]
)
def test_a_backup_that_names_no_address_is_not_restored_and_leads_nowhere(
    here: Instance, tmp_path: Path, capsys: Any, address: str
) -> None:
    backup = led_away(here, tmp_path, address)
    assert main(["check", str(backup)]) == 1
    assert "score book 2 has moved to" in capsys.readouterr().out
    assert here.run("restore", backup) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with closing(here.opened()) as opened:
        owner = opened.link(KEEP, 2)
    shutil.copy(backup, book_file(here.folder))  # Put there by hand.
    with closing(here.opened()) as opened:
        phone = opened.visitor(owner)
        for headers in ({}, {"HX-Request": "true"}):
            led = phone.get("/books/2/", headers=headers)
            assert (led.location or led.headers["HX-Redirect"]).startswith("/moved/")
        with pytest.raises(RefusedError, match="has moved"):
            Moving(opened.service, opened.score_books, b"").must_be_here(2)


def led_away(instance: Instance, tmp_path: Path, address: str) -> Path:
    """A backup in which somebody has written that the second book has moved."""
    backup = tmp_path / "backup.db"
    assert instance.run("backup", backup) == 0
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("UPDATE score_books SET moved_to = ? WHERE id = 2", [address])
        connection.commit()
    return backup


def test_a_backup_leads_nobody_to_an_address_that_the_instance_does_not_know(
    here: Instance, there: Instance, tmp_path: Path, capsys: Any
) -> None:
    backup = led_away(here, tmp_path, THERE)
    for lost in (False, True):
        if lost:
            book_file(here.folder).unlink()
        before = sorted(here.folder.iterdir())
        assert here.run("restore", backup) == 2
        assert f"--leads-to {THERE}" in capsys.readouterr().err
        assert sorted(here.folder.iterdir()) == before
    assert here.run("restore", backup, "--leads-to", THERE) == 0
    with closing(here.opened()) as opened:
        assert opened.app.extensions["moved"] == {2: THERE}
    assert here.run("restore", backup) == 0  # It knows the address now.


@pytest.mark.parametrize("binned", [None, "2026-11-01T00:00:00+00:00"])
def test_a_damaged_book_does_not_move(here: Instance, tmp_path: Path, capsys: Any, binned: str | None) -> None:
    """Nor one with a damaged match in the bin, which moves with it."""
    with closing(sqlite3.connect(book_file(here.folder))) as connection:
        connection.execute("DROP TRIGGER entries_no_update")
        connection.execute("UPDATE entries SET at = '2026-01-01T00:00:00+00:00' WHERE match_id = 3 AND number = 2")
        connection.execute("UPDATE matches SET binned = ? WHERE id = 3", [binned])
        connection.commit()
    assert here.run("export", "--book", "2", "--move-to", THERE, "--out", tmp_path / "b.json") == 2
    assert "damaged" in capsys.readouterr().err
    assert not (tmp_path / "b.json").exists()
    with closing(here.opened()) as opened:
        assert opened.app.extensions["moved"] == {}


def test_files_come_in_all_or_none(here: Instance, there: Instance, tmp_path: Path, capsys: Any) -> None:
    file, bad = tmp_path / "book.json", tmp_path / "bad.json"
    assert here.run("export", "--book", "2", "--move-to", THERE, "--out", file) == 0
    data = json.loads(file.read_text())
    file.write_text(json.dumps(data, indent=2))  # However it is laid out.
    bad.write_text(json.dumps(data | {"number": 9, "matches": [data["matches"][0] | {"checksum": "0" * 32}]}))
    capsys.readouterr()
    assert there.run("import", file, bad) == 2
    assert capsys.readouterr().out == ""
    with closing(Database(book_file(there.folder))) as database:
        assert len(database.score_books()) == 1
    assert there.run("import", file) == 0


def spoilt(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The file with something wrong in it, again and again."""
    text = json.dumps(data)
    yield json.loads(text) | {"version": 2}
    yield json.loads(text) | {"matches": {}}
    yield {key: value for key, value in json.loads(text).items() if key != "links"}
    for key, wrong in (("name", "x" * 500), ("opened", "soon"), ("number", "2"), ("origin", 7), ("names", [["a"]]),
                       ("house_rules", [["x", "y", 1]]), ("former_links", [["a", "b", "nothing", 1]])):  # fmt: skip
        yield json.loads(text) | {key: wrong}
    setup = json.loads(data["matches"][-1]["setup"])
    for players, rules in (
        ({"N": "x" * 10**5}, {}), ({"N": "a\0b"}, {}), ({}, {"target": 10**40}), ({}, {"muggins": 7}),
    ):  # fmt: skip
        made = setup | {"players": setup["players"] | players, "rules": setup["rules"] | rules}
        yield json.loads(text) | {"matches": [rechained(data["matches"][-1], setup=json.dumps(made))]}
    for actions in (
        '[{"type": "trick", "cards": ["7S", "AS", "9S"]}]',
        '[{"type": "\\u0000"}]',
        f"[1{'0' * 5000}]",
        "[" * 5000 + "]" * 5000,
        f'[{{"type": "adjust", "side": "NS", "points": 1{"0" * 40}}}]',
    ):
        yield json.loads(text) | {"matches": [rechained(data["matches"][-1], actions=actions)]}
    for kind in ("other", "refused"):
        yield json.loads(text) | {"matches": [rechained(data["matches"][-1], kind=kind)]}
    for path, value in (
        (("setup",), 0), (("checksum",), False), (("entries", 0, 0), 10**40), (("entries", 0, 4), "x" * 10**5),
        (("entries", 0, 5), "a\0b"), (("entries", 0, 3), "a\0b"), (("follows",), 10**40), (("game_key",), "a\0b"),
        (("entries", 0, 2), "[]"), (("entries", 0, 6), "0" * 32), (("checksum",), "0" * 32), (("setup",), "{}"),
        (("entries", 0, 0), 7), (("entries", 0), [1]), (("game_key",), "whist"), (("links",), {}),
        (("opened",), "nonsense"), (("binned",), "nonsense"), (("binned",), 5), (("key",), "k" * 1000),
        (("follows",), "x"), (("show_played",), 2), (("entries", 0, 5), 7), (("entries", 0, 1), "other"),
    ):  # fmt: skip
        made = json.loads(text)
        place = made["matches"][-1]
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        yield made


def test_a_file_with_what_nobody_writes_is_refused_in_a_line(here: Instance, tmp_path: Path) -> None:
    """Numbers, names and texts of any size in every place of a file, read without a database."""
    file = tmp_path / "book.json"
    assert here.run("export", "--book", "2", "--move-to", THERE, "--out", file) == 0
    data = json.loads(file.read_text())
    read_moved_file(data, "The file")
    rows: dict[str, list[Any]] = {
        "names": ["a", "b"],
        "house_rules": ["havilering", "a", "{}"],
        "former_numbers": ["a", "match", 1, 1],
        "former_links": ["a", "b", "keep", 1],
    }
    match = data["matches"][-1]
    odd: list[Any] = [10**40, "x" * 2_000_000, "a\0b", -1, True, 0.5, [], {}]
    for wrong in odd:
        made = [data | {key: wrong} for key in ("number", "name", "opened", "origin")]
        made += [
            data | {key: [[*row[:at], wrong, *row[at + 1 :]]]} for key, row in rows.items() for at in range(len(row))
        ]
        matches = [match | {key: wrong} for key in match]
        entry = match["entries"][0]
        matches += [match | {"entries": [[*entry[:at], wrong, *entry[at + 1 :]]]} for at in range(len(entry))]
        made += [data | {"matches": [each]} for each in matches if each["entries"] != []]
        for each in made:
            with pytest.raises(RefusedError) as refused:
                read_moved_file(each, "The file")
            assert "\n" not in str(refused.value)
            assert len(str(refused.value)) < 1000


def rechained(match: dict[str, Any], setup: str = "", actions: str = "", kind: str = "") -> dict[str, Any]:
    """A match with another setup, or a first entry of other actions or kind, with the checksums that go with that."""
    setup = setup or match["setup"]
    before, entries = chained("", setup), []
    for number, is_of, written, key, at, phone, _ in match["entries"]:
        is_other = number == 1
        parts = (
            number,
            kind if kind and is_other else is_of,
            actions if actions and is_other else written,
            key,
            at,
            phone,
        )
        before = checksum_of(before, *parts)
        entries.append([*parts, before])
    return match | {"setup": setup, "entries": entries, "checksum": before}


def test_a_changed_copy_of_a_file_takes_over_no_link_and_no_number(
    here: Instance, there: Instance, tmp_path: Path, capsys: Any
) -> None:
    with closing(here.opened()) as opened:
        links = [opened.link(KEEP, 2), opened.link(WATCH, opened.service.numbers(2)[-2])]
    data = json.loads(move(here, there, tmp_path).read_text())
    unlinked = json.loads(json.dumps(data))
    for place in (unlinked, *unlinked["matches"]):
        place["links"] = {kind: f"{kind} {place['number']}" for kind in place["links"]}
    changed = tmp_path / "changed.json"
    for made, told in (
        (data | {"origin": "0" * 16}, "a link (score) leads to book 2 here"),
        (data | {"number": 99}, "leads to book 2 here"),
        (unlinked | {"number": 99}, "of a match leads to book 2 here"),
        (unlinked | {"origin": "0" * 16, "former_numbers": [[data["origin"], "book", 2, 2]]}, "number 2 of a book"),
        (
            unlinked | {"origin": "0" * 16, "former_links": [[data["links"]["keep"], data["origin"], "keep", 2]]},
            "a link (keep) leads to book 2 here",
        ),
    ):
        changed.write_text(json.dumps(made))
        capsys.readouterr()
        assert there.run("import", changed) == 2
        said = capsys.readouterr().err
        assert told in said
        assert said.count("\n") == 1
    with closing(here.opened()) as old, closing(there.opened()) as new:
        assert len(new.service.database.score_books()) == 2
        for link in links:
            came_by(old, new, link)


def test_a_book_that_goes_to_and_fro_takes_its_links_with_it(here: Instance, there: Instance, tmp_path: Path) -> None:
    with closing(here.opened()) as opened:
        link = opened.link(KEEP, 2)
    move(here, there, tmp_path)
    file = tmp_path / "again.json"
    for source, target, number in ((there, here, 2), (here, there, 3)):
        assert source.run("export", "--book", str(number), "--move-to", THERE, "--out", file) == 0
        assert target.run("import", file) == 0
    with closing(here.opened()) as old, closing(there.opened()) as new:
        came = old.visitor(link)
        led = came.get(came.get(link).location)  # On this instance, where it had come back for a while.
        assert led.location.startswith("/moved/")
        led = came.get(came.get(led.location).location)
        assert led.location.startswith(f"{THERE}/moved/")
        phone = new.app.test_client()
        assert phone.get(led.location.removeprefix(THERE)).location == "/books/3/"
        assert phone.get("/books/3/").status_code == 200


@pytest.mark.quick(0)
def test_a_file_that_is_spoilt_changes_nothing(here: Instance, there: Instance, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "book.json"
    assert here.run("export", "--book", "2", "--move-to", THERE, "--out", file) == 0
    before = instances.told(there, 1)
    for made in spoilt(json.loads(file.read_text())):
        capsys.readouterr()
        file.write_text(json.dumps(made))
        assert there.run("import", file) == 2, made
        assert capsys.readouterr().err.count("\n") == 1
        with closing(Database(book_file(there.folder))) as database:
            assert len(database.score_books()) == 1
            assert len(database.numbers()) == 1
    assert instances.told(there, 1) == before


@pytest.mark.parametrize(
    "words", ["--move-to https://b --out OUT", "--book 2 --move-to https://b",
              "--book 2 --move-to elsewhere --out OUT",
              "--book 9 --move-to https://b --out OUT", "--book 2 --move-to http://b --out OUT",
              "--book 2 --move-to https://- --out OUT", "--book 2 --move-to https://b:99999 --out OUT",
              "--book 2 --move-to https://b/x --out OUT", "--book 2 --move-to https://a@b --out OUT",
              "7 --book 2 --move-to https://b --out OUT", "--csv --book 2 --move-to https://b --out OUT"]
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
