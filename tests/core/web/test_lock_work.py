"""Nobody else can write while a request holds the book: what it does then grows no faster than what it is about.

The work is counted, as calls and as steps of the database, in a book and in one with twice as many matches.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee.books.permissions import Permission
from referee.games.kit.stepping import Stepping
from referee.log.checksums import checksum_of
from referee.match.service import MatchService
from referee.store.database import Database
from referee.web import create_app
from referee.web.sharing.views import address
from tests.conftest import BOOK, NAMES, Clock, Player, kind_of
from tests.core.samples import SAMPLES
from tests.core.web.test_evenings import Secretary
from tests.core.web.test_files import import_records
from tests.servers import NEW, hidden

FEW, MANY = 12, 24
OF_ALL_MATCHES = {"rename"}
"""Requests about all matches in which a player was."""
Work = dict[str, Counter[str]]


class Meter:
    """Counts what is done within the transactions of a database, by the request that is under way."""

    def __init__(self, database: Database) -> None:
        self.work: Work = {}
        self.of = ""
        self._database, self._writing, self._is_open = database, database.writing, False
        database.writing = self.writing  # type: ignore[method-assign]

    @contextmanager
    def writing(self) -> Iterator[None]:
        """The transaction of the database; the outermost one is counted."""
        with self._writing():
            if self._is_open:
                yield
                return
            counts = self.work.setdefault(self.of, Counter())

            def call(frame: Any, event: str, given: Any) -> None:
                counts["calls"] += event in ("call", "c_call")
                counts["replayed"] += event == "call" and frame.f_code is Stepping.step.__code__

            def step() -> int:
                counts["steps"] += 1
                return 0

            self._is_open = True
            self._database.sqlite.conn.set_progress_handler(step, 10)
            sys.setprofile(call)
            try:
                yield
            finally:
                sys.setprofile(None)
                self._database.sqlite.conn.set_progress_handler(None, 0)
                self._is_open = False


def work_in(folder: Path, matches: int) -> Work:
    """Count the work of an owner’s requests under the lock, in a book with some matches of the same people."""
    folder.mkdir()
    service = MatchService(Database(folder / "book.db"), Clock())
    app = create_app(folder, service)
    client, score_books = app.test_client(), app.extensions["score_books"]
    assert score_books.first().id == BOOK
    client.get(address(score_books.grant(kind_of(Permission.OWN), BOOK), app.config["SECRET_KEY"]))
    token = client.get("/kept/token").get_json()["token"]
    records = [SAMPLES["havilering"].play(seed) | {"players": NAMES} for seed in range(matches + 1)]
    read = service.games["havilering"].read
    service.import_records(BOOK, [read(record) for record in records[:matches]])
    meter = Meter(service.database)

    def post(of: str, path: str, **form: Any) -> Any:
        meter.of = of
        answer = client.post(path, data={"csrf_token": token} | form)
        assert answer.status_code in (200, 303), (of, answer.get_data(as_text=True))
        return answer

    table = post("begin", "/books/1/new", **NEW, key="new").location
    number = int(table.split("/")[2])
    player = Player(client, number)
    for of, cards in (("first trick", "7S AS 9S 8S"), ("trick", "2D KD 6D 8D")):
        meter.of = of
        assert player.trick(cards).status_code == 303
    page = client.get(table).get_data(as_text=True)
    post("undo", f"{table}enter", do="undo", version=hidden(page, "version"), turn=hidden(page, "turn"), key="back")
    edits = [{"first": 1, "last": 1, "actions": [{"type": "trick", "cards": ["7S", "AS", "9S", "TS"]}]}]
    post("correct", f"/matches/{number}/mend/look", edits=json.dumps({"of": 3, "edits": edits}), version="3", key="c")
    post("note", f"/matches/{number}/note", hand="0", text="A draughty room.")
    post("renew", f"/matches/{number}/share/score")
    log = client.get(f"/kept/matches/{number}").get_json()["match"]["entries"]
    post("send a log", f"/kept/matches/{number}/log", log=json.dumps(log), start="")
    *entry, checksum = len(log) + 1, "undo", "[]", "undone on a phone", log[-1][4], None, log[-1][-1]
    log.append([*entry, checksum_of(checksum, *entry)])
    post("send more of a log", f"/kept/matches/{number}/log", log=json.dumps(log), start="")
    post("delete", f"/books/1/bin/{number}/in")
    post("restore", f"/books/1/bin/{number}/out")
    post("rename", "/books/1/players/1", name="Annabel")
    meter.of = "import"
    assert import_records(client, json.dumps(records[-1]).encode()).status_code == 303
    logs, other = json.loads(client.get("/books/1/logs.json").data), score_books.begin("Other").id
    logs["matches"] = [each for each in logs["matches"] if each["number"] == number]
    client.get(address(score_books.grant(kind_of(Permission.OWN), other), app.config["SECRET_KEY"]))
    meter.of = "import a log"
    assert import_records(client, json.dumps(logs).encode(), book=other).status_code == 303
    secretary = Secretary(client, app.extensions["evenings"])
    meter.of = "begin an evening"
    secretary.open()
    meter.of = "come"
    secretary.come(*NAMES.values(), *"Eve Fay Gus Hal".split())
    meter.of = "begin a round"
    secretary.do(begin="1")
    meter.of = ""
    seats = secretary.current.tables
    for at in (0, 1):
        player = Player(client, seats[0, at].match_id)
        for cards in ("7S AS 9S 8S", "2D KD 6D 8D"):
            assert player.trick(cards).status_code == 303
    meter.of = "swap players"
    secretary.do(substitute="1", round="0", unit=seats[0, 0].players["N"], by=seats[0, 1].players["N"])
    meter.of = "swap them back"
    secretary.do(undo="1")
    meter.work.pop("")
    service.close()
    return meter.work


def test_in_a_book_twice_as_large_hardly_more_is_done_under_the_lock(tmp_path: Path) -> None:
    few, many = (work_in(tmp_path / str(matches), matches) for matches in (FEW, MANY))
    assert few.keys() == many.keys()
    assert len(few) > 12
    grown = {
        of: (few[of][unit], done)
        for of, counts in many.items()
        for unit, done in counts.items()
        if done > (2.5 if of in OF_ALL_MATCHES else 1.2) * few[of][unit] + 50
    }
    assert grown == {}


def test_no_match_is_replayed_under_the_lock(tmp_path: Path) -> None:
    """A long match takes half a second to replay."""
    work = work_in(tmp_path / "book", 1)
    assert work.keys() >= {"send more of a log", "import a log", "correct", "undo", "restore", "swap players"}
    assert {of: counts["replayed"] for of, counts in work.items() if counts["replayed"]} == {}
