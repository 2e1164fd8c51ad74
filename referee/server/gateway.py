"""Between the wire and the app: every request goes to Flask in a thread, and an answer that asks for it is held.

A body that is large is kept on the disk, and an answer of no known length is sent on piece by piece, so that neither
fills the memory. An answer with the header `Hold` is an event stream, here called a line: it stays open. When its
match has news, the app is asked once for what all lines of a match are sent; only where the access to the match has
changed since is the app asked the same again, which tells whether the visitor is still let in. Waiting costs no
thread, so that thousands of phones can watch. Where there are too many lines, in all or for a match, such an answer
simply ends, and the browser asks again after the time it names; as long as there is no news, it is answered from
memory.
"""

import asyncio
import gc
import io
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any, TypeVar

from werkzeug.test import run_wsgi_app

from referee.cache import Cache
from referee.server.answers import Answer, Question, closing, question_of, refusal, size_of, until_gone
from referee.server.bodies import MOST_IN_MEMORY, Bodies, BodyError, Largest, Message, Receive
from referee.server.lines import Hold, Line, Lines, News
from referee.server.wsgi import environ

READERS, WRITERS, LOOKERS = 6, 4, 2
"""Threads for requests that only look, for those that write, and for lines that have news: none waits for another."""
QUEUE_TIMEOUT = 10.0
"""Seconds that a request may wait for a thread."""
KNOWN_BYTES = 4 * 2**20
"""What the answers may take that are kept in memory for browsers that ask again."""
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
Look = Callable[[int | None], tuple[int, set[int]]]
"""Which matches have new entries since a mark, and the next mark."""
NewsOf = Callable[[int, set[str]], News | None]
"""What all lines of a match are sent, for some pages."""


class Gateway:
    """The ASGI application.

    `look` tells which matches have new entries; `news_of` what their lines are sent; `largest` tells for a request,
    as WSGI has it, the largest body in bytes that the app takes there from this visitor. Beyond `most_lines` an
    answer is not held: then phones ask again and again, as without a gateway. `is_closing` says when to let go of
    them all.
    """

    def __init__(
        self,
        app: Callable[..., Iterable[bytes]],
        look: Look,
        news_of: NewsOf,
        largest: Largest,
        most_lines: int = 1000,
    ) -> None:
        self._app, self._look_for, self._news_of = app, look, news_of
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="referee-reader")
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="referee-writer")
        self._lookers = ThreadPoolExecutor(LOOKERS, thread_name_prefix="referee-looker")
        self._lines = Lines(most_lines)
        self._bodies = Bodies(partial(self._in_thread, self._readers, largest))
        self._round = 0
        self._news_in: dict[int, int] = {}
        """Of matches with news in the latest rounds of looking, the round."""
        self._known: Cache[tuple[Question, Answer]] = Cache(KNOWN_BYTES, size_of)
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
        held = waits and self._lines.have_room(answer.hold)
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
        _, answer = self._known.get(question_of(scope)) or (None, None)
        is_current = answer and not self._lines.have_room(answer.hold) and not self._has_news_for(answer)
        return answer if is_current else None

    def _has_news_for(self, answer: Answer) -> bool:
        """Whether what the answer waits for has come since the app was asked, or may have."""
        assert answer.hold is not None
        return (
            self._news_in.get(answer.hold.match_id, -1) >= answer.asked_in or self._round - answer.asked_in >= ROUNDS
        )

    def _remember(self, scope: Message, answer: Answer) -> None:
        if not any(name == "Set-Cookie" for name, _ in answer.headers):
            self._known.keep(question_of(scope), (question_of(scope), answer), self._known.age)

    async def _ask_whole(self, scope: Message, receive: Receive) -> Answer | None:
        """Read a request and ask the app; None if there is nobody to answer any more."""
        with SpooledTemporaryFile(MOST_IN_MEMORY) as body:
            try:
                is_whole = await self._bodies.read(scope, receive, body)
            except BodyError as error:
                return refusal(error.status, str(error))
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
            return refusal(503, "The referee has too much to do just now. Nothing was entered: try again.")
        asked = environ(scope, body) | {LINES: self._lines.count}
        parts, status, headers = run_wsgi_app(self._app, asked)
        hold, code = Hold.read(headers.get(HOLD)), int(status.split()[0])
        pieces = iter(parts)
        if "Content-Length" not in headers and hold is None:
            return Answer(code, list(headers), next(pieces, b""), closing(pieces, parts), None, asked_in)
        return Answer(code, list(headers), b"".join(closing(pieces, parts)), None, hold, asked_in)

    async def _send_on(self, pieces: Iterator[bytes], receive: Receive, send: Send) -> None:
        """Send an answer of no known length, a piece at a time, as long as there is somebody to send it to."""
        gone = asyncio.ensure_future(until_gone(receive))
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
        gone = asyncio.ensure_future(until_gone(receive))
        try:
            with self._lines.open(answer.hold, answer.body) as line:
                gone.add_done_callback(lambda _: line.awake.set())
                if self._has_news_for(answer):  # It came while the app was asked.
                    line.tell(None)
                while await self._is_awake(line, gone):
                    if line.asks_again:
                        line.asks_again = False
                        answer = await self._ask(self._lookers, scope, io.BytesIO())
                        if answer.hold is None:
                            break  # The visitor's link was renewed meanwhile.
                        line.hold, line.events = answer.hold, answer.body
                    events, line.events = line.events or line.heartbeat, b""
                    await send({"type": "http.response.body", "body": events, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()

    async def _is_awake(self, line: Line, gone: asyncio.Future[Any]) -> bool:
        """Wait for news, or for the next heartbeat; whether the line goes on."""
        beat = asyncio.get_running_loop().call_later(HEARTBEAT, line.awake.set)
        await line.awake.wait()
        beat.cancel()
        line.awake.clear()
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
        """Look for news, and send it to the lines that wait for it; wake all of them when the server closes."""
        mark: int | None = None
        is_failing = False
        while True:
            fresh: set[int] = set()
            news: dict[int, News | None] = {}
            try:
                mark, fresh = await asyncio.to_thread(self._look_for, mark)
                pages = self._lines.pages(fresh)
                news = await self._in_thread(self._lookers, self._gather, pages) if pages else {}
                is_failing = False
            except Exception:
                if not is_failing:  # Told once: the next look may fare better.
                    log.exception("No news could be had")
                is_failing = True
            self._round += 1
            self._news_in |= dict.fromkeys(fresh, self._round)
            self._news_in = {match_id: at for match_id, at in self._news_in.items() if at > self._round - ROUNDS}
            self._lines.tell(news)
            if self.is_closing():
                self._lines.wake_all()
            if self._round % COLLECT_EVERY == 0:
                await asyncio.to_thread(gc.collect)
            await asyncio.sleep(LOOK_EVERY)

    def _gather(self, pages: dict[int, set[str]]) -> dict[int, News | None]:
        """What the lines of some matches are sent."""
        found: dict[int, News | None] = {}
        for match_id, wanted in pages.items():
            found[match_id] = None
            with suppress(Exception):  # Then each line asks for itself, and is answered what is wrong.
                found[match_id] = self._news_of(match_id, wanted)
        return found
