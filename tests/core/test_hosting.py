"""A host's commands while the server runs: list, help, erase, notify and limit."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.books import check as checks
from referee.books.invitations import Invitation
from referee.books.maintenance import BIN_DAYS, Maintenance
from referee.books.notice import Notice
from referee.browser.kept import KeptBridge
from referee.cli import main
from referee.cli.backups import back_up_at_intervals
from referee.cli.opened import opened_database
from referee.cli.parser import parser
from referee.faults import NotThereError, RefusedError
from referee.match.service import MatchService
from referee.operators.chores import Chores
from referee.operators.control import give_order, take_orders
from referee.operators.orders import ORDERS
from referee.release import commit_of, release
from referee.store.book_rows import BookRows
from referee.store.database import Database
from referee.store.instance import CHECKOUT, only_one
from referee.store.quota import Quota
from referee.web import create_app
from referee.web.sharing.hosting import Hosting
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.core.test_operation import asked, metric
from tests.frozen.reading import unpack
from tests.playing import Table, free_port, have_gone_on
from tests.servers import COMMAND, Phone, Server, hidden


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server on the frozen book, with three score books of all games."""
    folder = tmp_path_factory.mktemp("hosted") / "own"
    unpack("0.1.0", folder)
    server = Server(folder, COMMAND, options=("--public",))
    yield server, folder
    server.close()


def said(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """The JSON that a command prints, with a running server or without one."""
    capsys.readouterr()
    assert main([*words, "--instance", str(folder), "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def refused(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that a refused command writes to standard error."""
    capsys.readouterr()
    try:
        status = main([*words, "--instance", str(folder)])
    except SystemExit as ended:
        status = int(str(ended.code))
    told = capsys.readouterr()
    assert (status, told.out, told.err.count("\n")) == (2, "", 1)
    return told.err


def opens(server: Server, link: str) -> bool:
    """Return True if a link leads to a page."""
    with closing(Phone(server.port, link)) as phone:
        return bool(phone.location) and "Not found" not in phone.get(phone.location)


# --- see and help ------------------------------------------------------------------------------------------------


def test_books_are_listed_while_the_server_runs(running: tuple[Server, Path], capsys: Any) -> None:
    _, folder = running
    found = said(folder, capsys, "books")
    assert [book["number"] for book in found] == [1, 2, 3]
    with closing(Database(folder / "book.db", read_only=True)) as database:
        assert [book["matches"] for book in found] == [len(database.numbers(number)) for number in (1, 2, 3)]
    assert all(book["bytes"] > 1000 and book["last_entry"] and book["opened"] for book in found)
    assert main(["books", "--instance", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["No.", "Matches", "MB", "Last", "entry", "Begun", "Name"]
    assert len(lines) == 4


def test_a_lost_link_is_printed_again_and_a_renewed_one_ends_the_old(
    running: tuple[Server, Path], capsys: Any
) -> None:
    server, folder = running
    link = said(folder, capsys, "link", "--book", "2")["link"]
    assert link.startswith(server.address)
    path = link.removeprefix(server.address.rstrip("/"))
    assert opens(server, path)
    new = said(folder, capsys, "link", "--book", "2", "--renew")["link"].removeprefix(server.address.rstrip("/"))
    assert new != path
    assert opens(server, new)
    assert not opens(server, path)


def test_without_a_server_commands_do_the_same(tmp_path: Path, capsys: Any) -> None:
    unpack("0.1.0", tmp_path)
    assert len(said(tmp_path, capsys, "books")) == 3
    assert main(["--name", "a.example.org", "link", "--book", "1", "--instance", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("https://a.example.org/keep/1/")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("link --book 77", "There is no score book 77."),
        ("delete --book 77", "There is no score book 77."),
        ("delete --book 1 --restore", "in the bin"),
        ("delete", "--book NUMBER or --unused MONTHS"),
        ("delete --book 1 --unused 3", "--book NUMBER or --unused MONTHS"),
        ("delete --unused 3 --for-good", "need --book"),
        ("delete --book 1 --for-good --restore", "not allowed"),
        ("forget --book 1 --player Nobody", "There is no player Nobody"),
        ("forget --book 77 --player Ann", "There is no score book 77."),
        ("forget --book 9223372036854775808 --player Ann", "There is no score book 9223372036854775808."),
        ("forget --book 1 --player \udcff", "The player has no name."),
        ("delete --book 9223372036854775808", "There is no score book 9223372036854775808."),
        ("delete --book 9223372036854775808 --restore", "There is no score book 9223372036854775808."),
        ("link --book 10001", "There is no score book 10001."),
        ("forget --player Ann", "--book"),
        ("link --book none", "--book"),
        ("notice Hello --clear", "--clear"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(
    running: tuple[Server, Path], capsys: Any, words: str, told: str
) -> None:
    assert told in refused(running[1], capsys, *words.split())


def test_a_long_notice_or_an_unknown_order_is_refused(running: tuple[Server, Path], capsys: Any) -> None:
    assert "200" in refused(running[1], capsys, "notice", "x" * 201)
    with pytest.raises(RefusedError, match="no order"):
        give_order(running[1], "nonsense", {})


def test_a_blank_notice_is_none(tmp_path: Path) -> None:
    Notice(tmp_path).put(" \t ")
    assert (Notice(tmp_path).text, list(tmp_path.iterdir())) == ("", [])


# --- erase -------------------------------------------------------------------------------------------------------


def test_a_book_is_deleted_restored_and_erased_while_another_one_goes_on(tmp_path: Path, capsys: Any) -> None:
    unpack("0.1.0", tmp_path / "own")
    server = Server(tmp_path / "own", COMMAND)
    folder = tmp_path / "own"
    table = Table(Phone(server.port, server.link))
    table.start()
    path = said(folder, capsys, "link", "--book", "3")["link"].removeprefix(server.address.rstrip("/"))
    with closing(Phone(server.port, path)) as owner:
        assert said(folder, capsys, "delete", "--book", "3") == {"books": [3]}
        have_gone_on([table])
        assert "Not found" in owner.get("/books/3/")
        assert "This score book is deleted" in owner.get("/deleted/3")
        assert "deleted already" in refused(folder, capsys, "delete", "--book", "3")
        assert said(folder, capsys, "delete", "--book", "3", "--restore") == {"books": [3]}
        assert "Not found" not in owner.get("/books/3/")
        assert said(folder, capsys, "delete", "--book", "3", "--for-good") == {"books": [3]}
        assert "Not found" in owner.get("/deleted/3")
    assert [book["number"] for book in said(folder, capsys, "books")] == [1, 2]
    have_gone_on([table])
    table.stop()
    assert table.troubles == []
    server.close()
    assert main(["check", "--instance", str(folder)]) == 0
    with closing(sqlite3.connect(folder / "book.db")) as book:
        assert "David" not in "\n".join(book.iterdump())


def test_an_erased_book_leaves_nothing_and_nothing_else_changes(tmp_path: Path) -> None:
    unpack("0.1.0", tmp_path)
    service = MatchService(Database(tmp_path / "book.db"))
    with closing(service):
        for book in (2, 3, 1):
            kept = list(service.database.rows("SELECT * FROM matches WHERE book_id <> ?", [book]))
            Maintenance(service).move_book_to_bin(book)
            with pytest.raises(NotThereError):
                Maintenance(service).move_book_to_bin(book)
            Maintenance(service).erase_book(book)
            assert list(service.database.rows("SELECT * FROM matches")) == kept
            assert list(checks.problems(service.database)) == []
        for (table,) in service.database.rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
            if not table.startswith(("sqlite_", "_", "epochs")):
                assert service.database.rows(f"SELECT count(*) FROM {table}")[0][0] == 0, table


def test_deleted_books_and_matches_are_erased_by_two_looks_a_day_apart(
    service: MatchService, open_match: Any, score_books: Any, clock: Any, tmp_path: Path
) -> None:
    match_id, maintenance = open_match().id, Maintenance(service)
    other = score_books.begin("Other").id
    aside = tmp_path / "book-before-2026-06-20-210000.db"
    interrupted = tmp_path / "restoring-x" / "copy.db"
    interrupted.parent.mkdir()
    for file in (aside, interrupted):
        file.write_bytes(b"an old book")
        os.utime(file, (clock().timestamp(), clock().timestamp()))
    seconds = [0.0]
    chores = Chores(tmp_path, maintenance, clock, lambda: seconds[0])

    def look(**later: float) -> tuple[int, bool]:
        clock.move(**later)
        seconds[0] += timedelta(**later).total_seconds()
        chores.do()
        assert aside.exists() == interrupted.exists()
        return len(BookRows(service.database).rows()), aside.exists()

    maintenance.move_book_to_bin(other)
    maintenance.move_to_bin(match_id)
    assert look(days=BIN_DAYS - 1) == (2, True)
    assert look(days=2) == (2, True)
    assert look(hours=23) == (2, True)
    assert look(hours=1) == (1, False)
    assert service.database.rows("SELECT count(*) FROM matches")[0][0] == 0


def test_the_owner_deletes_a_book_and_takes_it_back(client: Any, service: MatchService, sit_down: Any) -> None:
    sit_down()
    link = client.get(f"/books/{BOOK}/share").get_data(as_text=True)
    assert "/books/1/delete" in client.get(f"/books/{BOOK}/files").get_data(as_text=True)
    page = client.get(f"/books/{BOOK}/delete").get_data(as_text=True)
    assert "1 match<" in page
    form = {"csrf_token": hidden(page, "csrf_token")}
    answer = client.post(f"/books/{BOOK}/delete", data=form)
    assert answer.location == f"/deleted/{BOOK}"
    assert client.get(f"/books/{BOOK}/").status_code == 404
    assert client.get("/matches/1/").status_code == 404
    assert f"/deleted/{BOOK}" in client.get("/").get_data(as_text=True)
    owners = re.findall(r"/keep/1/[\w-]+", link)[0]
    assert client.get(owners).location == f"/deleted/{BOOK}"
    assert client.application.test_client().get(f"/deleted/{BOOK}").status_code == 404
    page = client.get(f"/deleted/{BOOK}").get_data(as_text=True)
    form = {"csrf_token": hidden(page, "csrf_token")}
    assert client.post(f"/deleted/{BOOK}/restore", data=form).location == f"/books/{BOOK}/"
    assert client.get("/matches/1/").status_code == 200
    client.post(f"/books/{BOOK}/delete", data=form)
    assert client.post(f"/deleted/{BOOK}/erase", data=form).status_code == 303
    assert client.post(f"/deleted/{BOOK}/erase", data=form).status_code == 404
    assert BookRows(service.database).rows() == []


@pytest.mark.quick(0)
def test_a_kill_while_somebody_is_forgotten_halves_nothing(tmp_path: Path) -> None:
    """Whenever the process is killed: the book is as it was, or rewritten as a whole."""
    unpack("0.1.0", tmp_path)
    with closing(MatchService(Database(tmp_path / "book.db"))) as service:
        name = service.database.rows("SELECT name FROM players WHERE book_id = 1 ORDER BY id")[0][0]
    command = [*COMMAND, "forget", "--book", "1", "--player", name, "--instance", str(tmp_path)]
    for delay in (0.4, 0.7, 1.0, 1.4):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with suppress(subprocess.TimeoutExpired):
            process.wait(delay)
        process.kill()
        process.communicate()
        with closing(MatchService(Database(tmp_path / "book.db"))) as service:
            assert list(checks.problems(service.database)) == []
            written = service.database.rows("SELECT count(*) FROM names WHERE written = ? AND book_id = 1", [name])[
                0
            ][0]
            setups = "SELECT count(*) FROM matches WHERE book_id = 1 AND setup LIKE ?"
            used = service.database.rows(setups, [f'%:"{name}"%'])[0][0]
            assert bool(written) is bool(used)


# --- tell --------------------------------------------------------------------------------------------------------


def test_a_notice_is_on_every_page_until_it_is_dismissed_or_cleared(
    running: tuple[Server, Path], capsys: Any
) -> None:
    server, folder = running
    assert said(folder, capsys, "notice", "Upgrade at 22:00 <soon>")["text"] == "Upgrade at 22:00 <soon>"
    with closing(Phone(server.port, "/")) as phone:
        pages = "/", "/rules", "/books", "/settings", "/privacy", "/nowhere"
        for path in pages:
            page = phone.get(path)
            assert "Upgrade at 22:00 &lt;soon&gt;" in page, path
            assert page.count('aria-live="polite"') >= 1
        form = {name: hidden(page := phone.get("/rules"), name) for name in ("csrf_token", "id")}
        assert phone.post("/notice", form)[0] == 303
        assert not any("Upgrade" in phone.get(path) for path in pages)
        said(folder, capsys, "notice", "Upgrade at 23:00")
        assert "Upgrade at 23:00" in phone.get("/rules")
        assert said(folder, capsys, "notice")["text"] == "Upgrade at 23:00"
        assert Notice(folder).text == "Upgrade at 23:00"
        assert said(folder, capsys, "notice", "--clear") == {"text": ""}
        assert "Upgrade" not in phone.get("/rules")


def test_a_notice_comes_to_open_lines(running: tuple[Server, Path], capsys: Any) -> None:
    server, folder = running
    path = said(folder, capsys, "link", "--book", "1")["link"].removeprefix(server.address.rstrip("/"))
    with closing(Phone(server.port, path)) as phone:
        match = re.findall(r"/matches/(\d+)/", phone.get("/books/1/"))[0]
        phone.connection.request("GET", f"/matches/{match}/line", headers={"Cookie": phone.cookie})
        stream = phone.connection.getresponse()
        said(folder, capsys, "notice", "Upgrade soon")
        told = next(line for line in iter(stream.readline, b"") if b"Upgrade soon" in line)
        assert json.loads(told.removeprefix(b"data: "))["text"] == "Upgrade soon"
        said(folder, capsys, "notice", "--clear")
        assert any(b'"text": ""' in line for line in iter(stream.readline, b""))


def test_the_privacy_page_names_who_runs_the_server(tmp_path: Path, service: MatchService) -> None:
    hosting = Hosting(unused=12, contact="Ann, ann@example.org")
    visitor = create_app(tmp_path, service, public=True, hosting=hosting).test_client()
    page = visitor.get("/privacy").get_data(as_text=True)
    assert "Ann, ann@example.org" in page
    assert "12 months" in page
    assert f"{BIN_DAYS} days" in page
    assert create_app(tmp_path, service).test_client().get("/privacy").status_code == 404  # At home it is nobody's.


# --- protect -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.quick(1)
def test_what_is_counted_is_what_is_in_the_logs(tmp_path: Path, key: str, clock: Any) -> None:
    with closing(MatchService(Database(tmp_path / "book.db"), clock)) as service:
        with service.database.writing():
            book = service.database.add_score_book("", clock().isoformat())
        service.import_records(book, [SAMPLES[key].read(seed) for seed in (1, 2)])
        rows = BookRows(service.database)
        assert rows.miscounted() == []
        assert rows.rows(book)[0].bytes > 1000
        Maintenance(service).move_to_bin(1)
        with service.database.writing():
            service.projections.summaries.erase(1)
        assert rows.miscounted() == []
        with service.database.writing():
            service.database.run("UPDATE score_books SET bytes = 3")
        assert any("size of score book" in line for line in checks.problems(service.database))
        Maintenance(service).recount()
        assert rows.miscounted() == []


def test_a_full_book_says_so_and_takes_nothing_more(
    tmp_path: Path, service: MatchService, open_match: Any, monkeypatch: Any
) -> None:
    current = open_match()
    act = current.game.read_action({"type": "adjust", "side": "NS", "points": 1, "reason": "x"})
    service.post(current.id, 0, "a", [act])
    monkeypatch.setattr(service, "_quota", Quota(matches=2, bytes=200))
    with pytest.raises(RefusedError, match=r"limit of .* MB"):
        service.post(current.id, 1, "b", [act])
    monkeypatch.setattr(service, "_quota", Quota(matches=1))
    assert service.post(current.id, 1, "b", [act]).version == 2
    with pytest.raises(RefusedError, match="limit of 1 matches"):
        open_match()
    assert len(service.database.numbers()) == 1


def test_a_full_book_is_told_in_words_at_the_table_and_to_phones_that_bring_a_log(
    sit_down: Any, service: MatchService, client: Any, monkeypatch: Any, tmp_path: Path
) -> None:
    player = sit_down(target=121)
    player.trick("7S AS 9S 8S")
    phone = KeptBridge(str(tmp_path / "phone"), "http://127.0.0.1/")
    phone.keep(client.get(f"/kept/matches/{player.match_id}").get_data(as_text=True))
    act = service.game(1).read_action({"type": "adjust", "side": "NS", "points": 1, "reason": "x"})
    phone._app.extensions["service"].post(player.match_id, 1, "offline", [act])
    monkeypatch.setattr(service, "_quota", Quota(bytes=100))
    answer = player.trick("7H AH 9H 8H")
    assert answer.status_code == 422
    assert "Start a new book" in answer.get_data(as_text=True)
    log = json.dumps(json.loads(phone.match(player.match_id))["entries"])
    fields = {"csrf_token": client.get("/kept/token").get_json()["token"], "log": log}
    brought = client.post(f"/kept/matches/{player.match_id}/log", data=fields)
    assert brought.status_code == 422
    assert "Start a new book" in brought.get_json()["refused"][0]
    assert service.version(player.match_id) == 1
    assert json.loads(phone.unsent())  # It stays on the phone, which says why.


@pytest.mark.parametrize(
    ("hosting", "public", "quota"),
    [
        (Hosting(), False, None),
        (Hosting(), True, Quota()),
        (Hosting(most_matches=7), True, Quota(7)),
        (Hosting(most_megabytes=9), False, Quota(2**62, 9_000_000)),
    ],
)
def test_limits_of_books_are_those_of_public_servers_or_given(hosting: Hosting, public: bool, quota: Any) -> None:
    assert hosting.quota(public) == quota


def test_an_unused_book_is_listed_says_so_and_is_deleted_by_one_command(
    tmp_path: Path, service: MatchService, clock: Any, visit: Any, score_books: Any, open_match: Any
) -> None:
    app = create_app(tmp_path, service, hosting=Hosting(unused=12))
    client = app.test_client()
    client.get(score_books.book_grant(BOOK).path(app.config["SECRET_KEY"]))
    open_match()
    assert "Nobody has used" not in client.get("/books/1/").get_data(as_text=True)
    clock.move(days=370)
    assert "Nobody has used this book since 20 June 2026" in client.get("/books/1/").get_data(as_text=True)
    current = open_match()
    act = current.game.read_action({"type": "adjust", "side": "NS", "points": 1, "reason": "x"})
    service.post(current.id, 0, "a", [act])
    assert "Nobody has used" not in client.get("/books/1/").get_data(as_text=True)


def test_unused_books_are_deleted_by_one_command(running: tuple[Server, Path], capsys: Any) -> None:
    _, folder = running
    found = said(folder, capsys, "books", "--unused", "1")
    done = said(folder, capsys, "delete", "--unused", "1")
    assert done["books"] == [book["number"] for book in found]
    assert 2 in done["books"]  # It was used last in 2024.
    assert said(folder, capsys, "books", "--unused", "1") == []
    for number in done["books"]:
        said(folder, capsys, "delete", "--book", str(number), "--restore")


def test_an_invitation_lets_a_club_begin_more_books(tmp_path: Path, service: MatchService, clock: Any) -> None:
    app = create_app(tmp_path, service, public=True)
    invitation = Invitation.new(7, clock().date(), 2)
    code = invitation.code(app.config["SECRET_KEY"])

    def begin(code: str = "") -> int:
        client = app.test_client()
        token = hidden(client.get(f"/books?invitation={code}").get_data(as_text=True), "csrf_token")
        form = {"csrf_token": token, "name": "Ours", "invitation": code}
        return int(client.post("/books", data=form).status_code)

    assert [begin() for _ in range(6)] == [303] * 5 + [429]
    clock.move(days=1)
    assert [begin(code) for _ in range(7)] == [303] * 7
    assert begin(code) == 429  # It is used up, and from here too many were begun.
    other = Invitation.new(7, clock().date(), 1).code(app.config["SECRET_KEY"])
    assert begin(other.replace("7.", "8.", 1)) == 429
    assert begin(other) == 303
    clock.move(days=1)
    assert begin(other) == 429
    names = [row.invitation for row in BookRows(service.database).rows() if row.invitation]
    assert names.count(invitation.name) == 7


@pytest.mark.parametrize("code", ["", "x", "1.2.3", "1.20260620.ab.x", "7.99999999.ab.cd", "ü.ü.ü.ü"])
def test_what_is_no_invitation_gives_none(code: str) -> None:
    assert Invitation.read(code, b"key") is None
    made = Invitation.new(3, date(2026, 6, 20), 1)
    assert Invitation.read(made.code(b"key"), b"key") == made
    assert Invitation.read(made.code(b"key"), b"other") is None


# --- health, metrics and the document ----------------------------------------------------------------------------


def test_damage_is_a_metric_and_makes_the_health_check_degraded(tmp_path: Path) -> None:
    unpack("0.1.0", tmp_path / "own")
    with closing(sqlite3.connect(tmp_path / "own" / "book.db")) as book:
        book.execute("UPDATE matches SET setup = replace(setup, 'Ann', 'Eve') WHERE id = 1")
        book.commit()
    port = free_port()
    server = Server(tmp_path / "own", COMMAND, options=("--status-port", str(port)))
    assert asked(port, "/healthz")[1] == "ready\n"
    assert main(["backup", str(tmp_path / "copy.db"), "--instance", str(tmp_path / "own")]) == 1
    status, text = asked(port, "/healthz")
    assert (status, text) == (200, "degraded: 1 cannot be read, see `referee check`\n")
    assert metric(asked(port, "/metrics")[1], "referee_damaged") == 1
    (tmp_path / "own" / "damage").unlink()
    assert asked(port, "/healthz")[1] == "ready\n"
    with closing(Phone(server.port, server.link)) as phone:
        assert "This match is damaged" in phone.get("/matches/1/")
    assert asked(port, "/healthz")[1].startswith("degraded: 1 ")
    os.killpg(server.process.pid, signal.SIGKILL)
    server.process.wait(10)


def test_the_sample_alerts_name_metrics_that_there_are(watched_metrics: str) -> None:
    rules = (CHECKOUT / "deploy" / "alerts.yml").read_text()
    named = set(re.findall(r"referee_[a-z_]+", rules))
    assert len(named) > 5
    assert {name for name in named if name not in watched_metrics} == set()


@pytest.fixture
def watched_metrics(tmp_path: Path) -> str:
    port = free_port()
    server = Server(tmp_path / "own", COMMAND, options=("--status-port", str(port)))
    with closing(Phone(server.port, server.link)):
        text = asked(port, "/metrics")[1]
    server.close()
    return text


def test_the_version_names_its_commit(watched_metrics: str, tmp_path: Path) -> None:
    commit = commit_of(CHECKOUT)
    if commit:  # Not in a package of the sources.
        assert release() == f"0.1.0 ({commit[:10]})"
        assert f'commit="{commit[:10]}"' in watched_metrics
    git = tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    assert commit_of(tmp_path) == ""
    (git / "HEAD").write_text("1a2b\n")
    assert commit_of(tmp_path) == "1a2b"
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "packed-refs").write_text("# pack-refs\n3c4d refs/heads/main\n")
    assert commit_of(tmp_path) == "3c4d"
    (git / "refs" / "heads" / "main").write_text("5e6f\n")
    assert commit_of(tmp_path) == "5e6f"


def test_the_document_names_commands_and_options_that_there_are() -> None:
    text = (CHECKOUT / "docs" / "hosting.md").read_text()
    found = re.findall(r"(?:^\s*|`|-- )(?:/opt/referee/bin/)?(referee [a-z].*?)(?:`|$)", text, re.MULTILINE)
    tried = 0
    for command in found:
        words = shlex.split(command.replace("$(date +%Y%m%dT%H%M%S)", "now").split(" > ")[0])[1:]
        others = {"engine", "backup", "restore", "check", "export", "import"}
        if len(words) > 1 and words[0] in {*ORDERS} | others:
            assert parser().parse_args(words).run, command
            tried += 1
    assert tried > 15


def test_a_backup_at_intervals_waits_for_the_book_and_keeps_no_server_from_starting(
    tmp_path: Path, capsys: Any
) -> None:
    options = parser().parse_args(
        ["backup", str(tmp_path / "kept"), "--every", "1h", "--instance", str(tmp_path / "own")]
    )
    (tmp_path / "own").mkdir()
    now, waits = [1_800_000_000.0], list[float]()

    def wait(seconds: float) -> None:
        waits.append(seconds)
        now[0] += seconds
        if len(waits) == 2:
            unpack("0.1.0", tmp_path / "own")
        if any(tmp_path.glob("kept/*.db")):
            raise KeyboardInterrupt

    assert back_up_at_intervals(options, lambda: now[0], wait) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "waiting for it" in told.out
    with only_one(tmp_path / "own"), opened_database(options, only_reads=True) as opened:
        assert opened.service.database.numbers()


# --- the control socket ------------------------------------------------------------------------------------------


def test_orders_come_through_however_long_the_path_and_nonsense_ends_nothing(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    with ExitStack() as held:
        take_orders(held, folder, lambda order, given: {"order": order, **given})
        assert (folder / "control").stat().st_mode & 0o777 == 0o600
        for nonsense in (b"", b"nonsense\n", b"[]\n", b"{}\n"):
            with socket.socket(socket.AF_UNIX) as connection, suppress(OSError):
                descriptor = os.open(folder, os.O_RDONLY)
                connection.connect(f"/proc/self/fd/{descriptor}/control")
                os.close(descriptor)
                connection.sendall(nonsense)
        assert give_order(folder, "books", {"unused": 3}) == {"order": "books", "unused": 3}
    assert not (folder / "control").exists()
    with pytest.raises(RefusedError, match="stop it first"):
        give_order(folder, "books", {})


def test_orders_are_refused_while_a_command_holds_the_instance(tmp_path: Path, capsys: Any) -> None:
    unpack("0.1.0", tmp_path)
    with only_one(tmp_path):
        assert "stop it first" in refused(tmp_path, capsys, "books")
