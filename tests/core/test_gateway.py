"""The gateway: event streams, malformed requests, slow phones, and strangers at the real server."""

import asyncio
import io
import json
import re
import socket
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from referee.books.permissions import TABLE_WATCH, LinkKind, Permission
from referee.books.score_books import ScoreBooks
from referee.match.service import MatchService
from referee.server import bodies, gateway, news, streams
from referee.server.bodies import environ
from referee.server.gateway import Gateway
from referee.server.serve import listen
from referee.store.database import Database
from referee.store.instance import book_file, secret_key
from referee.web.files.views import LARGEST_UPLOAD
from referee.web.sharing.views import address
from tests.conftest import kind_of
from tests.havilering.self_play import evening, season_of
from tests.servers import Phone, Server, hidden


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.close()


class Scorer(Phone):
    """The owner's phone, with a match open."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.port, server.link)
        self.match = self.open_match()
        self.form = {name: hidden(self.get(self.match), name) for name in ("csrf_token", "version", "key")}


@pytest.fixture
def phone(server: Server) -> Iterator[Scorer]:
    phone = Scorer(server)
    yield phone
    phone.close()


def link_to(folder: Path, kind: LinkKind) -> str:
    """A link to the first match or score book, made from what lies in the instance folder."""
    database = Database(book_file(folder))
    service = MatchService(database)
    link = address(ScoreBooks(database, service.clock).grant(kind, 1), secret_key(folder))
    service.close()
    return link


def no_news(match_id: int, pages: set[str]) -> None:
    """Has every line ask for itself."""


class Line:
    """A held line, read as it comes."""

    def __init__(self, server: Server, phone: Phone, match: str, query: str = "") -> None:
        self.wire = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        request = f"GET {match}line{query} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {phone.cookie}\r\n\r\n"
        self.wire.sendall(request.encode())
        self.text = self.wire.makefile("r", newline="\n")
        self.status = int(self.text.readline().split()[1])

    def data(self) -> str | None:
        """The data of the next event; None when the line is closed."""
        for text in self.text:
            if text.startswith("data: "):
                return text[6:].rstrip("\n")
            if text == "0\r\n":  # The end of an answer in pieces.
                break
        return None

    def version(self) -> int | None:
        """The next version that is told; None when the line is closed."""
        data = self.data()
        return None if data is None else int(data)

    def close(self) -> None:
        self.text.close()
        self.wire.close()


def trick(phone: Scorer, version: int, cards: str) -> None:
    form = phone.form | {"version": str(version), "key": f"key-{version}", "draft": cards}
    assert phone.post(phone.match + "enter", form, fragments=True)[0] == 200


def test_a_line_tells_every_entry_as_it_comes(server: Server, phone: Scorer) -> None:
    lines = [Line(server, phone, phone.match) for _ in range(40)]
    assert [line.version() for line in lines] == [0] * 40
    trick(phone, 0, "7S.AS.9S.8S")
    assert [line.version() for line in lines] == [1] * 40
    lines.pop().close()
    trick(phone, 1, "2D.3D.4D.5D")
    assert [line.version() for line in lines] == [2] * 39
    for line in lines:
        line.close()


def test_a_line_tells_what_another_program_enters(server: Server, phone: Scorer, tmp_path: Path) -> None:
    line = Line(server, phone, phone.match)
    assert line.version() == 0
    trick(phone, 0, "7S.AS.9S.8S")
    assert line.version() == 1
    service = MatchService(Database(book_file(tmp_path)))
    service.undo(1, 1, "elsewhere")
    service.close()
    assert line.version() == 2
    line.close()


@pytest.mark.parametrize("right", [Permission.WATCH, Permission.OWN])
def test_renewing_a_link_closes_the_lines_that_hung_on_it(
    server: Server, phone: Scorer, tmp_path: Path, right: Permission
) -> None:
    guest = Phone(server.port, link_to(tmp_path, kind_of(right)) if right is Permission.WATCH else server.link)
    line, own = Line(server, guest, phone.match), Line(server, phone, phone.match)
    assert (line.version(), own.version()) == (0, 0)
    path = "/matches/1/share/watch" if right is Permission.WATCH else "/books/1/share/keep"
    assert phone.post(path, {"csrf_token": phone.form["csrf_token"]})[0] == 303
    assert line.version() is None
    shut = Line(server, guest, phone.match)
    assert shut.status == 404
    if right is Permission.WATCH:
        trick(phone, 0, "7S.AS.9S.8S")
        assert own.version() in (0, 1)
    for each in (line, own, shut):
        each.close()
    guest.close()


def test_a_line_opened_at_a_table_ends_when_the_match_leaves_it(server: Server, tmp_path: Path) -> None:
    server.import_records([evening(1, 1, season_of, target=31)])
    guest = Phone(server.port, link_to(tmp_path, TABLE_WATCH))
    line = Line(server, guest, "/matches/1/", "?page=both_sides")
    assert line.version()
    owner = Scorer(server)
    assert owner.match == "/matches/2/"
    *_, last = iter(line.data, None)
    assert last == "/tables/1?page=both_sides"
    for each in (line, guest, owner):
        each.close()


def test_a_server_that_stops_lets_go_of_its_lines(tmp_path: Path) -> None:
    server = Server(tmp_path)
    phone = Phone(server.port, server.link)
    line = Line(server, phone, phone.open_match())
    assert line.version() == 0
    phone.close()
    server.close()
    assert line.version() is None
    line.close()


# --- strange requests --------------------------------------------------------------------------------------------


def say(server: Server, *parts: bytes, gives_up: bool = False) -> bytes:
    """Send bytes as they are; all that comes back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as wire:
        for part in parts:
            with suppress(BrokenPipeError):  # It may have been answered already.
                wire.sendall(part)
        if gives_up:
            wire.shutdown(socket.SHUT_WR)
        got = b""
        while more := wire.recv(65536):
            got += more
        return got


HEAD = b"Host: 127.0.0.1\r\nConnection: close\r\n"
STRANGE = [
    b"nonsense\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /matches/1/ HTTP/1.1\r\n" + HEAD + b"Cookie: referee=" + b"x" * 70_000 + b"\r\n\r\n",
    b"GET /matches/1/%00%ff%2e%2e HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET /matches/1/?a=%ff&b=\xff HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET http://127.0.0.1/matches/1/ HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"POST /matches/1/enter HTTP/1.1\r\n" + HEAD + b"Content-Length: 999999999\r\n\r\nversion=0",
    b"POST /matches/1/enter HTTP/1.1\r\n" + HEAD + b"Content-Length: -1\r\n\r\n",
    b"POST /matches/1/enter HTTP/1.1\r\n" + HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
    b"POST /matches/1/enter HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /matches/1/enter HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    b"CONNECT example.org:443 HTTP/1.1\r\n" + HEAD + b"\r\n",
    b"GET /matches/1/line HTTP/1.1\r\n" + HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET /keep/1/" + b"A" * 24 + b" HTTP/1.1\r\n" + HEAD + b"X-Forwarded-For: 1.2.3.4\r\n\r\n",
    b"GET /matches/1/ HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
    b"GET /static/../referee/web/__init__.py HTTP/1.1\r\n" + HEAD + b"\r\n",
]


def test_strange_requests_get_nothing_and_harm_nothing(server: Server, phone: Scorer) -> None:
    for request in STRANGE:
        got = say(server, request, gives_up=True)
        status = re.match(rb"HTTP/1\.1 (\d+)", got)
        assert not status or status[1] in (b"400", b"404", b"411", b"413", b"429"), (request[:60], got[:200])
        assert not re.search(rb"Ann|Bob|Cat|Dan|Traceback|csrf", got), request[:60]
    trick(phone, 0, "7S.AS.9S.8S")


def test_a_body_without_a_length_is_refused_and_one_too_large_too(server: Server, phone: Scorer) -> None:
    form = "&".join(f"{name}={value}" for name, value in phone.form.items()) + "&draft=7S.AS.9S.8S"
    head = (
        f"POST {phone.match}enter HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: {phone.cookie}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nHX-Request: true\r\n"
    ).encode()
    chunks = [f"{len(part):x}\r\n{part}\r\n".encode() for part in (form[:7], form[7:])]
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n"
    assert say(server, head + b"Content-Length: 100000\r\n\r\n" + b"x" * 100_000).startswith(b"HTTP/1.1 413")
    answer = say(server, chunked, *chunks, b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 411")
    assert b"connection: close" in answer.lower()
    assert hidden(phone.get(phone.match), "version") == "0"


def test_a_long_address_is_read_however_it_arrives(server: Server, phone: Scorer) -> None:
    """A correction with many edits stands in one; on its way it is cut into pieces."""
    head = f" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: {phone.cookie}\r\n\r\n"
    for length, status in ((40_000, b"200"), (70_000, b"400")):
        start = f"GET /dispute?cards=3C.2H.KH.AH&more={'x' * length}"
        assert say(server, start[:9_000].encode(), (start[9_000:] + head).encode())[9:12] == status


def test_a_request_that_is_cut_off_is_not_carried_out(server: Server, phone: Scorer) -> None:
    form = "&".join(f"{name}={value}" for name, value in phone.form.items()) + "&draft=7S.AS.9S.8S"
    request = (
        f"POST {phone.match}enter HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {phone.cookie}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form) + 9}\r\n\r\n{form}"
    )
    assert say(server, request.encode(), gives_up=True) == b""
    assert hidden(phone.get(phone.match), "version") == "0"


def test_a_short_answer_is_sent_at_once() -> None:
    """An accepted connection does not wait for the other end before it sends the rest of an answer."""

    async def accepted() -> int:
        options: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def meet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found = writer.get_extra_info("socket")
            options.set_result(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listen("127.0.0.1", 0) as listener:
            server = await asyncio.start_server(meet, sock=listener)
            _, writer = await asyncio.open_connection(*listener.getsockname())
            set_at_once = await options
            writer.close()
            server.close()
        return set_at_once

    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(asyncio.run, accepted()).result()


def test_slow_phones_hold_up_nobody(server: Server, phone: Scorer) -> None:
    """Thirty phones stop in the middle of a post; the others are answered."""
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(30)]
    for wire in slow:
        wire.sendall(b"POST /matches/1/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nvers")
    trick(phone, 0, "7S.AS.9S.8S")
    for wire in slow:
        wire.close()


# --- the gateway alone ---------------------------------------------------------------------------------------------


def hello(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    start_response("200 OK", [("Hold", "7"), ("Content-Length", "9")])
    return [b"data: 1\n\n"]


def heard_by(listening: Coroutine[Any, Any, list[bytes]]) -> list[bytes]:
    """In a thread of its own: a browser's loop may run in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, listening).result()


async def hear(app: Gateway, until: int, cookie: bytes = b"a") -> list[bytes]:
    """The data that a phone receives on a stream, until it is enough."""
    heard: list[bytes] = []
    enough = asyncio.Event()

    async def send(message: Any) -> None:
        heard.append(message.get("body", b""))
        if len(heard) > until or not message.get("more_body", True):
            enough.set()

    async def receive() -> dict[str, Any]:
        if not heard:
            return {"type": "http.request", "body": b""}
        await enough.wait()
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1",
             "scheme": "http", "headers": [(b"cookie", cookie)]}  # fmt: skip
    await app(scope, receive, send)
    return heard[1:]


@asynccontextmanager
async def polling(app: Gateway) -> AsyncIterator[None]:
    """The app looks for news."""
    started, over = asyncio.Event(), asyncio.Event()

    async def receive() -> dict[str, Any]:
        if started.is_set():
            await over.wait()
        return {"type": "lifespan"}

    async def send(message: Any) -> None:
        started.set()

    life = asyncio.create_task(app({"type": "lifespan"}, receive, send))
    await started.wait()
    try:
        yield
    finally:
        over.set()
        await life


def test_a_silent_line_is_kept_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "HEARTBEAT", 0.01)
    heard = heard_by(hear(Gateway(hello, lambda mark: (0, set()), no_news, lambda environ: 100), until=4))
    assert heard[:4] == [b"data: 1\n\n"] * 4


def test_a_line_that_asked_again_repeats_what_it_heard_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(gateway, "HEARTBEAT", 0.01)
    asked: list[int] = []

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        hello(environ, start_response)
        asked.append(len(asked))
        return [b"data: %d\n\n" % len(asked)]

    def look(mark: int | None) -> tuple[int, set[int]]:
        return 0, {7} if looking.open_streams and len(asked) == 1 else set()

    async def listen() -> list[bytes]:
        async with polling(looking):
            return await hear(looking, until=20)

    looking = Gateway(app, look, no_news, lambda environ: 100)
    heard = heard_by(listen())[:20]
    assert heard == sorted(heard)
    assert heard[-1] > heard[0]


def test_where_there_are_too_many_lines_an_answer_simply_ends() -> None:
    assert heard_by(hear(Gateway(hello, lambda mark: (0, set()), no_news, lambda environ: 100, 0), until=9)) == [
        b"data: 1\n\n"
    ]


@pytest.mark.parametrize(("in_all", "of_a_match"), [(0, 256), (100, 0)])
def test_who_asks_again_is_answered_from_memory_until_there_is_news(
    monkeypatch: pytest.MonkeyPatch, in_all: int, of_a_match: int
) -> None:
    monkeypatch.setattr(news, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(streams, "STREAMS_OF_A_MATCH", of_a_match)
    asked: list[str] = []
    fresh: list[set[int]] = []

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        asked.append(environ["HTTP_COOKIE"])
        return hello(environ, start_response)

    async def ask() -> list[bytes]:
        polled = Gateway(app, lambda mark: (0, fresh.pop() if fresh else set()), no_news, lambda environ: 100, in_all)
        async with polling(polled):
            return await answers_of(polled)

    async def answers_of(polled: Gateway) -> list[bytes]:
        answers = [part for cookie in (b"a", b"a", b"b", b"a") for part in await hear(polled, 9, cookie)]
        assert asked == ["a", "b"]
        fresh.append({8})
        while fresh:
            await asyncio.sleep(0)
        await hear(polled, 9)
        assert asked == ["a", "b"]  # News of another match.
        fresh.append({7})
        while len(asked) == 2:
            await asyncio.sleep(0)  # Answers from memory let nobody else have a turn.
            await hear(polled, 9)
        return answers

    assert heard_by(ask()) == [b"data: 1\n\n"] * 4
    assert asked == ["a", "b", "a"]


def test_a_header_with_an_underscore_cannot_pass_for_another() -> None:
    headers = [(b"x_forwarded_for", b"1"), (b"x-forwarded-for", b"2"), (b"cookie", b"a"), (b"cookie", b"b")]
    scope = {"method": "GET", "path": "/ü", "query_string": b"", "http_version": "1.1", "scheme": "http"}
    made = environ(scope | {"headers": headers}, io.BytesIO())
    assert made["HTTP_X_FORWARDED_FOR"] == "2"
    assert made["PATH_INFO"] == "/ü".encode().decode("latin-1")


# --- large files ---------------------------------------------------------------------------------------------


def upload(phone: Scorer, content: bytes) -> int:
    token = hidden(phone.get("/books/1/files"), "csrf_token").encode()
    parts = [b'name="csrf_token"\r\n\r\n' + token, b'name="file"; filename="b.json"\r\n\r\n' + content]
    head = b"--here\r\nContent-Disposition: form-data; "
    body = b"".join(head + part + b"\r\n" for part in parts) + b"--here--\r\n"
    headers = {"Cookie": phone.cookie, "Content-Type": "multipart/form-data; boundary=here"}
    phone.connection.request("POST", "/books/1/files", body, headers)
    return phone._read()[0]


def test_a_large_file_comes_in_and_one_that_is_too_large_is_answered(phone: Scorer) -> None:
    assert upload(phone, b"[" + b" " * 3_000_000 + b"]") == 303
    assert upload(phone, b"[" + b" " * (LARGEST_UPLOAD + 500_000) + b"]") == 413
    assert upload(phone, b"[]") == 303
    headers = {"Cookie": phone.cookie, "Content-Type": "application/x-www-form-urlencoded"}
    phone.connection.request("POST", phone.match + "enter", b"x=" + b"1" * 200_000, headers)
    assert phone._read()[0] == 413


def test_a_whole_book_is_sent_piece_by_piece(phone: Scorer) -> None:
    for _ in range(3):
        phone.open_match()
    phone.connection.request("GET", "/books/1/book.json", headers={"Cookie": phone.cookie})
    answer = phone.connection.getresponse()
    assert answer.getheader("Transfer-Encoding") == "chunked"
    assert len(json.loads(answer.read())["matches"]) == 4
    assert "/books/1/new" in phone.get("/books/1/")  # The same connection goes on.


def test_pieces_are_sent_as_they_come_and_the_app_is_told_at_the_end() -> None:
    told: list[str] = []

    def app(environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        try:
            for piece in (b"one", b"", b"two", b"three"):
                told.append(f"made {piece.decode()}")
                yield piece
        finally:
            told.append("closed")

    heard = heard_by(hear(Gateway(app, lambda mark: (0, set()), no_news, lambda environ: 100), until=9))
    assert [piece for piece in heard if piece] == [b"one", b"two", b"three"]
    assert told == ["made one", "made ", "made two", "made three", "closed"]


def test_when_nobody_listens_any_more_nothing_more_is_made() -> None:
    made: list[int] = []
    ended = threading.Event()

    def app(environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        try:
            for number in range(100_000):
                made.append(number)
                yield b"piece"
        finally:
            ended.set()

    heard_by(hear(Gateway(app, lambda mark: (0, set()), no_news, lambda environ: 100), until=3))
    assert ended.wait(10)
    assert len(made) < 100


def test_only_some_large_bodies_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []

    def app(environ: Any, start_response: Any) -> list[bytes]:
        lengths.append(len(environ["wsgi.input"].read()))
        start_response("200 OK", [("Content-Length", "0")])
        return [b""]

    large, parts = bodies.MOST_IN_MEMORY * 3, [b"x" * bodies.MOST_IN_MEMORY] * 3
    for most, welcome, status, due in (
        (4, large, 200, [large]),
        (0, large, 503, []),  # Busy: it says so, and when to come again.
        (0, bodies.MOST_IN_MEMORY, 200, [2 * bodies.MOST_IN_MEMORY]),  # A stranger's takes no place.
    ):
        monkeypatch.setattr(bodies, "MOST_LARGE", most)
        started = posted(Gateway(app, lambda mark: (0, set()), no_news, returning(welcome)), [*parts], large)
        assert (started["status"], lengths) == (status, due)
        assert (b"retry-after", b"5") in started["headers"] or status == 200
        lengths.clear()


def test_one_visitor_takes_not_all_places_for_large_bodies() -> None:
    """From others, one comes in while the first visitor's are still on their way."""

    async def come_in(from_there: list[str]) -> int:
        large, release = bodies.MOST_IN_MEMORY * 3, asyncio.Event()

        async def largest(environ: dict[str, Any]) -> int:
            return large

        async def receive() -> dict[str, Any]:
            await release.wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        place, refused = bodies.Bodies(largest), 0
        headers = [(b"content-length", str(large).encode())]
        scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "http_version": "1.1",
                 "scheme": "http", "headers": headers}  # fmt: skip
        reader = [place.read(scope | {"client": (who, 1)}, receive, io.BytesIO()) for who in from_there]
        tasks = [asyncio.ensure_future(each) for each in reader]
        for _ in range(10):
            await asyncio.sleep(0)
        release.set()
        for found in await asyncio.gather(*tasks, return_exceptions=True):
            refused += isinstance(found, bodies.BodyError) and found.status == 503
        return refused

    def refused(*from_there: str) -> int:
        with ThreadPoolExecutor(1) as threads:
            return threads.submit(asyncio.run, come_in([*from_there])).result()

    one, other = "203.0.113.7", "203.0.113.8"
    assert refused(one, one) == 0
    assert refused(one, one, one, f"::ffff:{one}", other) == 2
    assert refused(*["127.0.0.1"] * 5) == 1  # As of a proxy that stands before many.


def returning(number: int) -> Callable[[dict[str, Any]], int]:
    return lambda environ: number


def posted(app: Gateway, parts: list[bytes], length: int, *more: tuple[bytes, bytes]) -> dict[str, Any]:
    """Post a body; how the answer starts."""
    answers: list[dict[str, Any]] = []

    async def post() -> list[bytes]:
        async def send(message: Any) -> None:
            answers.append(message)

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "http_version": "1.1",
                 "scheme": "http", "headers": [(b"content-length", str(length).encode()), *more]}  # fmt: skip
        await app(scope, receive, send)
        return []

    heard_by(post())
    return answers[0]


def test_a_request_that_says_twice_how_long_it_is_ends_the_connection() -> None:
    twice = (b"transfer-encoding", b"chunked")
    started = posted(Gateway(hello, lambda mark: (0, set()), no_news, lambda environ: 100), [b"x"], 1, twice)
    assert started["status"] == 411
    assert (b"connection", b"close") in started["headers"]
