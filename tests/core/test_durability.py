"""Durability: entries are on the disk before the response, and a killed server loses no acknowledged one."""

import asyncio
import contextlib
import os
import random
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

import pytest

from referee.cards import PACK
from referee.match.service import MatchService
from referee.store.database import Database
from tests.load import Phone as Watcher
from tests.load import Tally
from tests.servers import COMMAND, Phone, Server, hidden


class Scorer(threading.Thread):
    """Enters tricks as fast as it is answered, until the line goes dead; remembers what was acknowledged."""

    def __init__(self, server: Server, seed: int, enough: threading.Semaphore) -> None:
        super().__init__()
        self.phone, self.chance, self.enough = Phone(server.port, server.link), random.Random(seed), enough
        self.match = self.phone.open_match()
        self.acknowledged: list[list[str]] = []

    def run(self) -> None:
        try:
            page = self.phone.get(self.match)
            token = hidden(page, "csrf_token")
            while True:
                pack = self.chance.sample([card.code for card in PACK], 52)
                for trick in [pack[place : place + 4] for place in range(0, 52, 4)]:
                    form = {"version": hidden(page, "version"), "key": hidden(page, "key"), "csrf_token": token}
                    self.last = form | {"draft": ".".join(trick)}
                    status, page = self.phone.post(self.match + "enter", self.last, fragments=True)
                    assert status == 200, page
                    self.acknowledged.append(trick)
                    self.enough.release()
        except (OSError, HTTPException):
            self.phone.close()


class Watchers(threading.Thread):
    """Phones that look on at every table, each with a line, until it breaks."""

    def __init__(self, server: Server, matches: list[str]) -> None:
        super().__init__()
        self.phones = [Watcher(server.port, int(match.split("/")[2]), server.link, Tally()) for match in matches]

    def run(self) -> None:
        asyncio.run(self.look_on())

    async def look_on(self) -> None:
        async def one(phone: Watcher) -> None:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await phone.enter()
                await phone.listen(again=False)

        await asyncio.gather(*(one(phone) for phone in self.phones))
        for phone in self.phones:
            await phone.close()


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(3))
def test_sigkill_under_load_loses_no_acknowledged_action_and_repeats_none(tmp_path: Path, seed: int) -> None:
    server = Server(tmp_path)
    enough = threading.Semaphore(0)
    scorers = [Scorer(server, seed * 10 + number, enough) for number in range(6)]
    watchers = Watchers(server, [scorer.match for scorer in scorers for _ in range(4)])
    for thread in [watchers, *scorers]:
        thread.start()
    for _ in range(random.Random(seed).randrange(60, 200)):
        assert enough.acquire(timeout=30)
    server.kill()
    for thread in [watchers, *scorers]:
        thread.join(30)
        assert not thread.is_alive()
    again = Server(tmp_path)
    phone = Phone(again.port, again.link)
    assert phone.get("/books/1/").count('class="match"') == 6
    for scorer in scorers:
        # What was not acknowledged is sent again as it was, twice, and counts once.
        token = hidden(phone.get(scorer.match), "csrf_token")
        for _ in range(2):
            status, _ = phone.post(scorer.match + "enter", scorer.last | {"csrf_token": token}, fragments=True)
            assert status == 200
        scorer.acknowledged.append(scorer.last["draft"].split("."))
    phone.close()
    again.close()
    service = MatchService(Database(tmp_path / "book.db"))
    for scorer in scorers:
        record = service.record(int(scorer.match.split("/")[2]))
        kept = [[card.code for card in action.cards] for action in record.actions if hasattr(action, "cards")]
        assert kept == scorer.acknowledged
    service.close()


def strace() -> str:
    """The tracer; where this is root on Debian it is installed if it is not there."""
    if not shutil.which("strace") and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run("apt-get update && apt-get install -y strace", shell=True, check=False, capture_output=True)
    found = shutil.which("strace")
    if not found:
        if os.environ.get("CI") == "true":
            pytest.fail("strace is needed to see the disk being synced")
        pytest.skip("strace is not installed here, so the sync cannot be seen")
    return found


def test_the_disk_has_an_action_before_its_answer_is_sent(tmp_path: Path) -> None:
    """Watch the server's system calls: between reading a post and answering it, the log's file is synced."""
    log = tmp_path / "calls"
    trace = (strace(), "-f", "-y", "-o", str(log), "-e", "trace=fsync,fdatasync,recvfrom,sendto", "-s", "60")
    server = Server(tmp_path, (*trace, *COMMAND))
    phone = Phone(server.port, server.link)
    match = phone.open_match()
    page = phone.get(match)
    form = {"version": hidden(page, "version"), "key": hidden(page, "key"), "csrf_token": hidden(page, "csrf_token")}
    status, _ = phone.post(match + "enter", form | {"draft": "7S.AS.9S.8S"}, fragments=True)
    assert status == 200
    phone.close()
    server.close()
    calls = log.read_text().splitlines()
    posted = next(number for number, call in enumerate(calls) if f'"POST {match}enter' in call)
    after_post = calls[posted:]
    answer = next(number for number, call in enumerate(after_post) if re.search(r'sendto\(.*"HTTP/1.1 200', call))
    assert any(number < answer for number in synced(after_post))


def synced(calls: list[str]) -> Iterator[int]:
    """The traced calls at which a sync of the log's file ended, even if another thread's call cut it in two."""
    begun = set[str]()
    for number, call in enumerate(calls):
        thread = call.split(maxsplit=1)[0]
        if re.search(r"(fsync|fdatasync)\(\d+<[^>]*book\.db-wal>.*unfinished", call):
            begun.add(thread)
        elif re.search(r"(fsync|fdatasync)\(\d+<[^>]*book\.db-wal>\)\s+= 0", call) or (
            thread in begun and re.search(r"(fsync|fdatasync) resumed>\)\s+= 0", call)
        ):
            yield number


def test_a_sync_that_is_cut_in_two_has_ended_when_it_was_resumed() -> None:
    cut = ["7 fdatasync(5</book.db-wal> <unfinished ...>", "8 sendto(1)", "8 <... fsync resumed>) = 0"]
    assert list(synced([*cut, "7 <... fdatasync resumed>) = 0"])) == [3]
    assert list(synced(cut)) == []
    assert list(synced(["7 fdatasync(5</book.db-wal>) = 0"])) == [0]
