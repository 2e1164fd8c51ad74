"""Between the wire and the app: every request goes to Flask in a thread, and an answer that asks for it is held.

A body that is large is kept on the disk, and an answer of no known length is sent on piece by piece, so that neither
fills the memory. An answer with the header `Hold` is a stream: it stays open, and the app is asked the same again
whenever the match named there has news. What the app then says, and whether it still lets the visitor in, is sent on.
Waiting costs no thread, so that thousands of phones can look on. Where there are too many lines, in all or for a
match, such an answer simply ends, and the browser asks again after the time it names; as long as there is no news, it
is answered from memory.
"""

import asyncio
import gc
import io
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any, TypeVar

from werkzeug.test import run_wsgi_app

from referee.cache import Cache
from referee.server.bodies import MOST_IN_MEMORY, Bodies, BodyError, Largest, Message, Receive
from referee.server.wsgi import environ

READERS, WRITERS, LOOKERS = 6, 4, 2
"""Threads for requests that only look, for those that write, and for lines that have news: none waits for another."""
QUEUE_TIMEOUT = 10.0
"""Seconds that a request may wait for a thread."""
KNOWN_BYTES = 4 * 2**20
"""What the answers may take that are kept in memory for browsers that ask again."""
LINES_OF_A_MATCH = 256
"""Lines that are held for one match: each is asked for by itself when an entry comes."""
LOOK_EVERY = 0.2
"""Seconds between two looks for news."""
ROUNDS = 300
"""Rounds of looking that are remembered: a request takes no longer than that."""
COLLECT_EVERY = 18_000
"""Rounds between two times that all memory is looked through for garbage: an hour."""
HEARTBEAT = 10.0
"""Seconds after which an open line says again what it said last, so that the other end knows it is alive."""
PIECE_TIMEOUT = 30.0
"""Seconds that the other end may take to fetch a piece of an answer."""
HOLD = "Hold"
LINES = "referee.lines"
"""What the app is told in a request's environment: how many lines are open."""

log = logging.getLogger("referee")
T = TypeVar("T")
Send = Callable[[Message], Awaitable[None]]
Question = tuple[str, bytes, bytes]
"""Path, query and cookie."""
News = Callable[[int | None], tuple[int, set[int]]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the app said."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    """All of it, or the first piece."""
    more: Iterator[bytes] | None
    """The other pieces."""
    hold: int | None
    """The match whose news the answer waits for, if it is to be held."""
    asked_in: int
    """The round of looking for news that the app was asked in."""


class Gateway:
    """The ASGI application.

    `news` tells which matches have new entries since a mark; `largest` tells for a request, as WSGI has it, the
    largest body in bytes that the app takes there from this visitor.
    Beyond `most_lines` an answer is not held: then phones ask again and again, as without a gateway. `is_closing`
    says when to let go of them all.
    """

    def __init__(
        self, app: Callable[..., Iterable[bytes]], news: News, largest: Largest, most_lines: int = 1000
    ) -> None:
        self._app, self._news, self._most_lines = app, news, most_lines
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="referee-reader")
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="referee-writer")
        self._lookers = ThreadPoolExecutor(LOOKERS, thread_name_prefix="referee-looker")
        self._waiting: defaultdict[int, set[asyncio.Event]] = defaultdict(set)
        self._lines = 0
        self._bodies = Bodies(partial(self._in_thread, self._readers, largest))
        self._round = 0
        self._news_in: dict[int, int] = {}
        """Of matches with news in the latest rounds of looking, the round."""
        self._known: Cache[tuple[Question, Answer]] = Cache(KNOWN_BYTES, _size)
        """What was answered to browsers that will ask again."""
        self.is_closing: Callable[[], bool] = lambda: False

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request; or, for the server's own life span, look for news as long as it lives."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    # --- requests --------------------------------------------------------------------------------------------

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        answer = self._known_answer(scope) or await self._ask_whole(scope, receive)
        if answer is None:
            return
        waits = answer.hold is not None and scope["method"] == "GET"
        held = waits and self._has_room(answer.hold)
        if waits and not held:
            self._remember(scope, answer)
        headers = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in answer.headers
            if name != HOLD and not (held and name == "Content-Length")
        ]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body, "more_body": held or answer.more is not None})
        if answer.more is not None:
            await self._send_on(answer.more, receive, send)
        if held:
            await self._hold(scope, answer, receive, send)

    def _known_answer(self, scope: Message) -> Answer | None:
        """What was answered to the very same question and could not be held, if there has been no news since."""
        if scope["method"] != "GET":
            return None
        _, answer = self._known.get(_question(scope)) or (None, None)
        is_current = answer and not self._has_room(answer.hold) and not self._has_news_for(answer)
        return answer if is_current else None

    def _has_room(self, match_id: int | None) -> bool:
        """Whether one more line can be held for a match."""
        of_the_match = self._waiting.get(match_id, ()) if match_id is not None else ()
        return self._lines < self._most_lines and len(of_the_match) < LINES_OF_A_MATCH

    def _has_news_for(self, answer: Answer) -> bool:
        """Whether what the answer waits for has come since the app was asked, or may have."""
        assert answer.hold is not None
        return self._news_in.get(answer.hold, -1) >= answer.asked_in or self._round - answer.asked_in >= ROUNDS

    def _remember(self, scope: Message, answer: Answer) -> None:
        if not any(name == "Set-Cookie" for name, _ in answer.headers):
            self._known.keep(_question(scope), (_question(scope), answer), self._known.age)

    async def _ask_whole(self, scope: Message, receive: Receive) -> Answer | None:
        """Read a request and ask the app; None if there is nobody to answer any more."""
        with SpooledTemporaryFile(MOST_IN_MEMORY) as body:
            try:
                is_whole = await self._bodies.read(scope, receive, body)
            except BodyError as error:
                return _refusal(error.status, str(error))
            except ConnectionError:
                return None
            threads = self._readers if scope["method"] in ("GET", "HEAD", "OPTIONS") else self._writers
            answer = await self._ask(threads, scope, body)
        if not is_whole:  # What is still to come of it would be taken for the next request.
            answer.headers.append(("Connection", "close"))
        return answer

    async def _ask(self, threads: ThreadPoolExecutor, scope: Message, body: IO[bytes]) -> Answer:
        return await self._in_thread(threads, self._ask_app, scope, body, self._round, time.monotonic())

    def _ask_app(self, scope: Message, body: IO[bytes], asked_in: int, asked_at: float) -> Answer:
        if time.monotonic() - asked_at > QUEUE_TIMEOUT:
            return _refusal(503, "The referee has too much to do just now. Nothing was entered: try again.")
        asked = environ(scope, body) | {LINES: self._lines}
        parts, status, headers = run_wsgi_app(self._app, asked)
        hold, code = headers.get(HOLD, type=int), int(status.split()[0])
        pieces = iter(parts)
        if "Content-Length" not in headers and hold is None:
            return Answer(code, list(headers), next(pieces, b""), _closing(pieces, parts), None, asked_in)
        return Answer(code, list(headers), b"".join(_closing(pieces, parts)), None, hold, asked_in)

    async def _send_on(self, pieces: Iterator[bytes], receive: Receive, send: Send) -> None:
        """Send an answer of no known length, a piece at a time, as long as there is somebody to send it to."""
        gone = asyncio.ensure_future(_until_gone(receive))
        try:
            while not gone.done() and (piece := await self._in_thread(self._readers, next, pieces, b"")):
                message = {"type": "http.response.body", "body": piece, "more_body": True}
                await asyncio.wait_for(send(message), PIECE_TIMEOUT)
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            await self._in_thread(self._readers, getattr(pieces, "close", bool))

    async def _in_thread(self, threads: ThreadPoolExecutor, work: Callable[..., T], *given: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work, *given)

    # --- lines that stay open ----------------------------------------------------------------------------------

    async def _hold(self, scope: Message, answer: Answer, receive: Receive, send: Send) -> None:
        assert answer.hold is not None
        match_id, news, gone = answer.hold, asyncio.Event(), asyncio.ensure_future(_until_gone(receive))
        self._waiting[match_id].add(news)
        self._lines += 1
        if self._has_news_for(answer):
            news.set()  # It came while the app was asked.
        try:
            while await self._is_awake(news, gone):
                if news.is_set():
                    news.clear()
                    answer = await self._ask(self._lookers, scope, io.BytesIO())
                    if answer.hold is None:
                        break  # The visitor's link was renewed meanwhile.
                await send({"type": "http.response.body", "body": answer.body, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            self._lines -= 1
            self._waiting[match_id].discard(news)
            if not self._waiting[match_id]:
                del self._waiting[match_id]

    async def _is_awake(self, news: asyncio.Event, gone: asyncio.Future[Any]) -> bool:
        """Wait for news, or for the next heartbeat; whether the line goes on."""
        waiting: asyncio.Future[Any] = asyncio.ensure_future(news.wait())
        await asyncio.wait([waiting, gone], timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        return not gone.done() and not self.is_closing()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        looking = asyncio.create_task(self._look())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        looking.cancel()
        for threads in (self._readers, self._writers, self._lookers):
            threads.shutdown(cancel_futures=True)
        await send({"type": "lifespan.shutdown.complete"})

    async def _look(self) -> None:
        """Look for news, and wake the lines that wait for it; wake all of them when the server closes."""
        mark: int | None = None
        is_failing = False
        while True:
            fresh: set[int] = set()
            try:
                mark, fresh = await asyncio.to_thread(self._news, mark)
                is_failing = False
            except Exception:
                if not is_failing:  # Told once: the next look may fare better.
                    log.exception("No news could be had")
                is_failing = True
            self._round += 1
            self._news_in |= dict.fromkeys(fresh, self._round)
            self._news_in = {match_id: at for match_id, at in self._news_in.items() if at > self._round - ROUNDS}
            for match_id in self._waiting if self.is_closing() else fresh & self._waiting.keys():
                for news in self._waiting[match_id]:
                    news.set()
            if self._round % COLLECT_EVERY == 0:
                await asyncio.to_thread(gc.collect)
            await asyncio.sleep(LOOK_EVERY)


def _question(scope: Message) -> Question:
    """What makes one request the same as another that has no body."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return scope["path"], scope["query_string"], cookies


def _size(known: tuple[Question, Answer]) -> int:
    """Roughly, in bytes."""
    (path, query, cookies), answer = known
    return 1000 + len(path) + len(query) + len(cookies) + len(answer.body) + 100 * len(answer.headers)


def _refusal(status: int, text: str) -> Answer:
    """An answer that the app is not asked for; the connection ends with it."""
    body = text.encode() + b"\n"
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
    headers += [("Connection", "close"), ("Cache-Control", "no-store")]
    headers += [("Retry-After", "5")] if status == 503 else []
    return Answer(status, headers, body, None, None, 0)


def _closing(pieces: Iterator[bytes], parts: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of an answer that are not empty; the app is told when it is sent, or will not be."""
    try:
        yield from filter(None, pieces)
    finally:
        getattr(parts, "close", lambda: None)()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
