"""Phones that keep the referee, or only ask the server, and a server that can be restored: their protocol in Python.

A phone behaves like the service worker and `static/site/sending.js`: it asks the server first, adopts the entries
that its copy lacks, answers requests itself when offline, and sends the entries that the server lacks.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from referee.books.check import problems
from referee.books.forgetting import Forgetting
from referee.books.permissions import OWN, SCORE, LinkKind
from referee.books.phone_copy import FIRST_OWN_NUMBER
from referee.books.restore import restore
from referee.browser.kept import KeptBridge
from referee.faults import RefusedError
from referee.games import GAMES, game_of_record
from referee.games.edits import Edit
from referee.log.bring import OURS, THEIRS, Logs
from referee.match.current import NothingToUndoError, StaleError
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.log_rows import LogRows
from referee.web import OURS as EPOCH
from referee.web import create_app
from referee.web.files.keeping import HEADER, LESS, MORE
from referee.web.sharing.views import address
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.core.two_phones import fields_of, is_of_a_turn
from tests.core.web.test_start import fields_of as start_form

HOME = "http://127.0.0.1/"
FORM = [("Content-Type", "application/x-www-form-urlencoded")]


def untimed(data: Any) -> str:
    """Plain data of an entry as text, without times and without words that may have been names."""
    if isinstance(data, dict):
        data = {name: value for name, value in data.items() if name not in ("at", "reason")}
        return json.dumps({name: untimed(value) for name, value in data.items()}, sort_keys=True)
    return json.dumps([untimed(each) for each in data]) if isinstance(data, list | tuple) else json.dumps(data)


def said(service: MatchService) -> set[str]:
    """Return all entries in the logs of a database, in force or not."""
    numbers = service.database.numbers()
    entries = (entry for number in numbers for entry in service.database.entries(number))
    return {untimed(action) for entry in entries for action in entry.actions}


class Server:
    """A server with a match, which can be restored from a backup."""

    def __init__(self, folder: Path, clock: Any, key: str, seed: int) -> None:
        self.folder, self.clock, self.key = folder, clock, key
        self.game = GAMES[key]
        self._start()
        self.records = [game_of_record(record).read(record) for record in map(SAMPLES[key].play, (seed, seed + 1))]
        self.backups = [self._backed_up()]
        self.number = self.begin(0)

    def _start(self) -> None:
        self.service = MatchService(Database(self.folder / "book.db"), self.clock)
        self.app = create_app(self.folder, self.service)
        self.app.config.update(WTF_CSRF_ENABLED=False)

    def begin(self, record: int) -> int:
        """Begin a match; returns its number."""
        setup = replace(self.records[record].setup, started=self.clock())
        return int(self.service.open(BOOK, setup).id)

    @property
    def is_there(self) -> bool:
        """True if there is a match with the number of the first one."""
        return self.number in self.service.database.numbers()

    def link(self, kind: LinkKind) -> str:
        """A link to the book or to the match."""
        grant = self.app.extensions["score_books"].grant(kind, BOOK if kind is OWN else self.number)
        return address(grant, self.app.config["SECRET_KEY"])

    def _backed_up(self) -> Path:
        file = self.folder.with_name(f"backup-{self.clock().isoformat()}.db")
        self.service.database.back_up(file)
        return file

    def back_up(self) -> None:
        """Make another backup."""
        self.backups.append(self._backed_up())

    def restore(self, backup: Path) -> None:
        """Stop, restore a backup, and start again."""
        self.service.close()
        restore(backup, self.folder, self.clock())
        self._start()


@dataclass
class Item:
    """An entry in the outbox of a page."""

    path: str
    fields: dict[str, str]


class Phone:
    """A phone with a page of the match; it `keeps` the referee, or only asks the server."""

    def __init__(self, server: Server, folder: Path, keeps: bool, kind: LinkKind) -> None:
        self.server, self.folder, self.kind = server, folder, kind
        self.number, self.is_online = server.number, True
        self.outbox: list[Item] = []
        self.made = 0
        self.bridge = KeptBridge(str(folder), HOME) if keeps else None
        self.come_in()
        self.look()

    def come_in(self) -> None:
        """Open the link that this phone was given, on whichever server is there, if there is such a link."""
        self.client = self.server.app.test_client()
        if self.kind is OWN or self.server.is_there:
            self.client.get(self.server.link(self.kind))

    @property
    def own(self) -> MatchService:
        """The app on this phone."""
        assert self.bridge
        return self.bridge._app.extensions["service"]  # type: ignore[no-any-return]

    def forget_since(self, before: Path) -> None:
        """Restore the storage of an earlier day, like an old profile."""
        self.own.close()
        shutil.rmtree(self.folder)
        shutil.copytree(before, self.folder)
        self.bridge = KeptBridge(str(self.folder), HOME)

    # --- as the service worker ----------------------------------------------------------------------------------

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None, is_lost: bool = False) -> Any:
        """The status and the text of a response, and the service that gave it; None if there is none."""
        head = self.bridge.head(self.number) if self.bridge else ""
        length, checksum, unsent = head.split() if head else ("none", "", "0")
        if self.is_online and self.number < FIRST_OWN_NUMBER and unsent == "0":
            more = {HEADER: f"{length} {checksum}"} if self.bridge else {}
            answer = self.client.open(path, method=method, data=fields, headers=more)
            assert answer.status_code < 500, answer.get_data(as_text=True)
            if not is_lost:
                self._take_more(answer)
                return answer.status_code, answer.get_data(as_text=True), self.server.service
        if not self.bridge or not self.bridge.head(self.number):
            return None
        if fields and int(fields["version"]) > int(self.bridge.head(self.number).split()[0]):
            return None
        status, _, body = self.bridge.answer(method, path, FORM, urlencode(fields or {}).encode())
        assert status < 500, body
        return status, body.decode(), self.own

    def _take_more(self, answer: Any) -> None:
        if not self.bridge:
            return
        self.bridge.see_epoch(answer.headers[EPOCH])
        more = answer.headers.get(HEADER)
        if more == LESS:
            self.bridge.doubt(self.number)
        elif more == MORE:
            copy = self.client.get(f"/kept/matches/{self.number}")
            if copy.status_code == 200:
                self.bridge.keep(copy.get_data(as_text=True))
        elif more:
            self.bridge.add(self.number, more)

    # --- as the page --------------------------------------------------------------------------------------------

    @property
    def path(self) -> str:
        """The address of the table."""
        within = "" if self.server.key == "havilering" else f"/{self.server.key}"
        return f"{within}/matches/{self.number}/"

    def look(self) -> Any:
        """Load the table: its version, its turn, and the match that it shows."""
        found = self.ask("GET", self.path)
        if found is None or found[0] != 200:
            return None
        version, turn = (re.findall(rf'data-{name}="([^"]*)"', found[1])[0] for name in ("version", "turn"))
        return version, turn, found[2].current(self.number).whole_match

    def enter(self, action: Any) -> None:
        """Tap an action: it waits in the outbox until it is acknowledged or refused."""
        table = self.look()
        if table is None:
            return
        version, turn, match = table
        to, fields = fields_of(self.server.key, match, action)
        place = {"turn": turn} if is_of_a_turn(self.server.key, action) else {}
        self._put(to, fields | place | {"version": version})

    def undo(self) -> None:
        table = self.look()
        if table and int(table[0]):
            self._put("enter", {"do": "undo", "version": table[0], "turn": table[1]})

    def _put(self, to: str, fields: dict[str, str]) -> None:
        self.made += 1
        key = f"{self.folder.name}-{self.made}-{self.server.clock().timestamp()}"
        self.outbox.append(Item(to, fields | {"key": key}))

    def send(self, is_lost: bool = False) -> Iterator[str]:
        """Send waiting entries; yields acknowledged ones."""
        while self.outbox:
            item = self.outbox[0]
            answer = self.ask("POST", self.path + item.path, item.fields, is_lost)
            if answer is None or answer[0] == 404:
                return
            self.outbox.pop(0)
            entry = answer[2].database.keyed(self.number, item.fields["key"])
            if answer[0] in (200, 303) and entry:
                yield from map(untimed, entry.actions)

    def begin(self, is_lost: bool) -> None:
        """Begin another match by its form, and go on in it.

        If the answer is lost, the form is sent again; a phone that keeps the referee then answers by itself.
        """
        path = f"{'' if self.server.key == 'havilering' else f'/{self.server.key}'}/books/{BOOK}/new"
        status, page, _ = self._form("GET", path)
        form, is_online = start_form(page) if status == 200 else {}, self.is_online
        if is_lost and form:
            self._form("POST", path, form)
            self.server.clock.move(seconds=3)
            self.is_online = is_online and not self.bridge
        address = self._form("POST", path, form)[2] if form else ""
        self.is_online = is_online
        self.number = int(re.findall(r"/matches/(\d+)/", address)[0]) if address else self.number

    def _form(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """The status, text and new address of a response from the server or, when offline, from this phone."""
        if self.is_online:
            answer = self.client.open(path, method=method, data=fields)
            return answer.status_code, answer.get_data(as_text=True), answer.headers.get("Location", "")
        if not self.bridge:
            return 0, "", ""
        status, headers, body = self.bridge.answer(method, path, FORM, urlencode(fields or {}).encode())
        return status, body.decode(), dict(headers).get("Location", "")

    # --- as sending.js ------------------------------------------------------------------------------------------

    def deliver(self, choose: Callable[[], str]) -> bool:
        """Send the entries that the server lacks; the table chooses. Returns True if nothing is left."""
        if not self.bridge or not self.is_online:
            return not self.bridge
        for number, _, book, had in json.loads(self.bridge.unsent()):
            if book:
                self._bring(number, book)
            else:
                self._merge(number, had, choose)
        return bool(self.bridge.unsent() == "[]")

    def _merge(self, number: int, had: int, choose: Callable[[], str]) -> None:
        assert self.bridge
        match = json.loads(self.bridge.match(number))
        log, start = match["entries"], match["setup"]
        fields = {"log": json.dumps(log), "start": start} | ({"was_here": str(had)} if had else {})
        address = f"/kept/matches/{number}/log"
        answer = self.client.post(address, data=fields)
        assert answer.status_code in (200, 404, 409, 410), answer.get_data(as_text=True)
        if answer.status_code == 200:
            self.bridge.take(number, answer.get_data(as_text=True), len(log))
        elif answer.status_code == 409:
            both = Logs.of_rows(LogRows(self.server.service.database).log(number), log)
            says = [[entry.says for entry in live] for live in (both.our_live, both.their_live)]
            assert says[0] != says[1], f"a needless question: {says}"
            page = self.client.post(address, data=fields | {"shown": "1"})
            assert page.status_code == 200
            assert "Which is right" in page.get_data(as_text=True)
            assert self.client.post(address, data=fields | {"shown": "1", "choice": choose()}).status_code == 303
        elif answer.status_code == 410:
            own = int(self.bridge.set_free(number))
            self.number = own if self.number == number else self.number
        elif self.bridge.let_go(number):
            pass
        elif not log:
            self.bridge.add(number, b64encode(b"[]").decode())
        elif self.kind is OWN:  # The table taps *Send it again*.
            self._bring(number, self.bridge.book(number))

    def _bring(self, own: int, book: int) -> None:
        assert self.bridge
        match = self.bridge.match(own)
        answer = self.client.post(f"/kept/books/{book}/matches", data={"match": match})
        assert answer.status_code in (200, 404, 409), answer.get_data(as_text=True)
        if answer.status_code != 404:
            number, copy = answer.get_json()["match"]["id"], answer.get_data(as_text=True)
            length = len(json.loads(match)["entries"])
            is_new = answer.status_code == 200
            if self.bridge.take(own, copy, length) if is_new else number == own or self.bridge.join(own, copy):
                self.number = number if self.number == own else self.number


class Walk:
    """Random steps of a server and its phones, after which all must agree."""

    def __init__(self, folder: Path, clock: Any, prepared: Path, key: str, seed: int) -> None:
        self.chance, self.clock, self.folder = random.Random(f"{key} {seed}"), clock, folder
        (folder / "server").mkdir()
        shutil.copy(prepared, folder / "server" / "book.db")
        self.server = Server(folder / "server", clock, key, seed % 5)
        count = self.chance.choice((1, 2, 2, 3))
        kinds = [self.chance.choice((OWN, SCORE)) for _ in range(count)]
        self.phones = [
            Phone(self.server, self._folder(at, prepared), at == 0 or self.chance.random() < 0.7, kind)
            for at, kind in enumerate(kinds)
        ]
        self.due = set[str]()
        """The acknowledged entries, which the server must have at the end."""
        self.clones: dict[int, Path] = {}
        self.told: list[str] = []

    def _folder(self, at: int, prepared: Path) -> Path:
        folder = self.folder / f"phone-{at}"
        folder.mkdir()
        return folder

    @property
    def keepers(self) -> list[Phone]:
        return [phone for phone in self.phones if phone.bridge]

    def choose(self) -> str:
        return self.chance.choice((THEIRS, OURS))

    def go(self, steps: int) -> None:
        """Take some steps, and then check the end."""
        for _ in range(steps):
            self.clock.move(seconds=7)
            ways, weights = zip(*_STEPS.items(), strict=True)
            way = self.chance.choices(ways, weights)[0]
            self.told.append(way)
            getattr(self, f"_{way}")(self.chance.choice(self.phones))
        self._end()

    # --- steps ------------------------------------------------------------------------------------------------------

    def _enter(self, phone: Phone, is_lost: bool = False) -> None:
        """The next entry of one of two courses of play, if the phone knows it."""
        table = phone.look()
        if table is None:
            return
        service = phone.own if phone.bridge else self.server.service
        done = len(service.record(phone.number).actions)
        actions = self.server.records[self.chance.choices((0, 1), (85, 15))[0]].actions
        if done >= len(actions):
            return
        action = replace(self.server.game.stepping.plain(table[2], actions[done]), at=None)
        if self.server.game.faults(table[2], action):
            return
        phone.enter(action)
        self._send(phone, is_lost)

    def _send(self, phone: Phone, is_lost: bool = False) -> None:
        self.due |= set(phone.send(is_lost))

    def _lose(self, phone: Phone) -> None:
        """The server has the entry, but its response is lost."""
        self._enter(phone, is_lost=True)

    def _repeat(self, phone: Phone) -> None:
        """A post arrives twice: the response was lost, and the page sends it again."""
        outbox = list(phone.outbox)
        self._enter(phone, is_lost=True)
        phone.outbox = outbox + phone.outbox if phone.outbox != outbox else phone.outbox
        self._send(phone)

    def _undo(self, phone: Phone) -> None:
        phone.undo()
        self._send(phone)

    def _correct(self, phone: Phone) -> None:
        """Remove an earlier action by a correction."""
        if phone.look() is None:
            return
        is_own = phone.bridge and (not phone.is_online or phone.bridge.unsent() != "[]")
        service = phone.own if is_own else self.server.service
        current = service.current(phone.number)
        actions = service.record(phone.number).actions
        if actions:
            place = self.chance.randint(max(1, len(actions) - 1), len(actions))
            edits = (Edit(place, place, ()),)
            with suppress(RefusedError, StaleError, NothingToUndoError):
                service.correct(
                    phone.number, current.version, f"corrected-{self.clock().timestamp()}", edits, "wrong"
                )

    def _cut(self, phone: Phone) -> None:
        phone.is_online = not phone.is_online
        self._deliver(phone)

    def _deliver(self, phone: Phone) -> None:
        if phone.is_online:
            phone.look()
            phone.deliver(self.choose)
            self._send(phone)

    def _begin(self, phone: Phone) -> None:
        phone.begin(is_lost=self.chance.random() < 0.3)

    def _clone(self, phone: Phone) -> None:
        """Save the phone's storage for another day, or restore it."""
        if not phone.bridge:
            return
        at = self.phones.index(phone)
        if at in self.clones:
            phone.forget_since(self.clones.pop(at))
            phone.outbox = []
            phone.number = self.server.number if phone.bridge.head(self.server.number) else phone.number
            self._only_what_is_left()
        else:
            folder = self.folder / f"clone-{at}-{len(self.told)}"
            phone.own.close()
            shutil.copytree(phone.folder, folder)
            phone.bridge = KeptBridge(str(phone.folder), HOME)
            self.clones[at] = folder

    def _back_up(self, phone: Phone) -> None:
        self.server.back_up()

    def _restore(self, phone: Phone) -> None:
        """Restore a backup; if it lacks the match, others may begin one, which gets its number."""
        self.server.restore(self.chance.choice(self.server.backups))
        if not self.server.is_there and self.chance.random() < 0.5:
            self.clock.move(days=1)
            assert self.server.begin(1) == self.server.number
        for each in self.phones:
            each.come_in()
        self._only_what_is_left()

    def _only_what_is_left(self) -> None:
        """Stop expecting entries that nobody has any more."""
        self.due &= set().union(*map(said, [self.server.service, *(each.own for each in self.keepers)]))

    def _forget(self, phone: Phone) -> None:
        service = self.server.service
        if not self.server.is_there:
            return
        game = service.game(self.server.number)
        names = sorted(game.setups.players(service.current(self.server.number).setup).values())
        name = self.chance.choice(names)
        if not name.startswith("Former"):
            Forgetting(service, self.server.app.extensions["evenings"]).forget(BOOK, name)

    def _renew(self, phone: Phone) -> None:
        """Renew the link to the match; somebody may give the new one to the phones."""
        if self.server.is_there:
            self.server.app.extensions["score_books"].renew(SCORE, self.server.number)
        for each in self.phones:
            if self.chance.random() < 0.5:
                each.come_in()

    # --- the end ----------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        """Everybody is online with the owner's link; all have the same entries, none lost or duplicated."""
        for phone in self.phones:
            phone.is_online, phone.kind = True, OWN
            phone.come_in()
        for _ in range(12):
            for phone in self.phones:
                phone.look()
                phone.deliver(self.choose)
                self._send(phone)
        service = self.server.service
        assert [phone.bridge.unsent() for phone in self.keepers if phone.bridge] == ["[]"] * len(self.keepers)
        assert self.due - said(service) == set(), "something is lost"
        self._none_is_there_twice()
        for each in (service, *(phone.own for phone in self.keepers)):
            assert list(problems(each.database)) == []
        for number in service.database.numbers():
            record = service.record(number)
            outcome = self.server.game.outcome
            assert outcome(self.server.game.replay(record)) == outcome(service.current(number).whole_match)
            keys = [entry.key for entry in service.database.entries(number) if entry.key]
            assert len(keys) == len(set(keys))
        for phone in self.keepers:
            assert LogRows(phone.own.database).log(phone.number) == LogRows(service.database).log(phone.number)

    def _none_is_there_twice(self) -> None:
        """No two matches have the same start."""
        database = self.server.service.database
        setups = [LogRows(database).match(number)["setup"] for number in database.numbers()]
        assert len(setups) == len(set(setups)), "a match is there twice"

    def close(self) -> None:
        """Close all databases."""
        for service in (self.server.service, *(phone.own for phone in self.keepers)):
            service.close()


_STEPS = {
    "enter": 40, "undo": 8, "correct": 5, "lose": 8, "repeat": 5, "cut": 12, "deliver": 8, "clone": 4, "back_up": 4,
    "restore": 3, "forget": 2, "renew": 3, "begin": 3,
}  # fmt: skip
"""The frequency of each step."""


def walked(folder: Path, clock: Any, prepared: Path, key: str, seed: int, steps: int = 25) -> Sequence[str]:
    """Walk once; returns the steps that were taken."""
    walk = Walk(folder, clock, prepared, key, seed)
    try:
        walk.go(steps)
    finally:
        walk.close()
    return walk.told
