"""The ASGI gateway in front of the Flask app: runs requests in threads and holds event streams open.

A large body is kept on the disk, and a response of unknown length is streamed, so that neither fills the memory. A
response with the header `Hold` is an event stream, which stays open. When its match has news, the app is called once
for the events of all streams of that match. If the access to the match has changed, the stream's request is
repeated, which checks the visitor's permission again. Waiting costs no thread, so thousands of phones can watch. If
there are too many streams, in all or for one match, the response simply ends, and the browser polls after the time
that it names; while there is no news, it is answered from a cache.
"""

import asyncio
import io
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any, TypeVar

from werkzeug.test import run_wsgi_app

from referee.cache import Cache
from referee.server.answers import Answer, RequestKey, closing, refusal, request_key, size_of, until_gone
from referee.server.bodies import MOST_IN_MEMORY, Bodies, BodyError, Largest, Message, Receive, environ
from referee.server.logs import REQUEST_ID, Served
from referee.server.news import Look, NewsOf, Poller
from referee.server.streams import Hold, Stream, Streams

READERS, WRITERS, NEWS_THREADS = 6, 4, 2
"""Threads for requests that read, for requests that write, and for news: separate pools do not block one another."""
QUEUE_TIMEOUT = 10.0
"""The maximum time a request waits for a thread, in seconds."""
KNOWN_BYTES = 4 * 2**20
"""The size of the cache of responses for browsers that poll, in bytes."""
HEARTBEAT = 10.0
"""Seconds after which an open stream repeats its last event, so that the client knows it is alive."""
PIECE_TIMEOUT = 30.0
"""The maximum time to send a piece of a response, in seconds."""
HOLD = "Hold"
STREAMS = "referee.streams"
"""The key of the WSGI environment with the number of open streams."""
NOTES = "referee.notes"
"""The key of the WSGI environment with a dictionary for the notes of an answer."""

T = TypeVar("T")
Send = Callable[[Message], Awaitable[None]]


class Gateway:
    """The ASGI application.

    `look` returns the matches with new entries, and `news_of` the events for their streams; `largest` returns for a
    WSGI environment the largest body in bytes that the app accepts from this visitor. Beyond `most_streams` no
    response is held, and phones poll. All streams end when `is_closing` returns True. `served` is called for every
    response. `announced` returns an event for all streams, which is sent when it changes.
    """

    def __init__(
        self,
        app: Callable[..., Iterable[bytes]],
        look: Look,
        news_of: NewsOf,
        largest: Largest,
        most_streams: int = 1000,
        served: Callable[[Served], None] = lambda served: None,
        announced: Callable[[], bytes] = lambda: b"",
    ) -> None:
        self._app, self._served = app, served
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="referee-reader")
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="referee-writer")
        self._news_threads = ThreadPoolExecutor(NEWS_THREADS, thread_name_prefix="referee-looker")
        self._streams = Streams(most_streams)
        self._bodies = Bodies(partial(self._in_thread, self._readers, largest))
        self._poller = Poller(self._streams, look, news_of, self._news_threads, announced)
        self._known: Cache[tuple[RequestKey, Answer]] = Cache(KNOWN_BYTES, size_of)
        """The responses to browsers that poll."""
        self.is_closing: Callable[[], bool] = lambda: False

    @property
    def open_streams(self) -> int:
        """The number of event streams that are open."""
        return self._streams.count

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one request, or the ASGI lifespan, during which the database is polled for news."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            try:
                await self._answer(scope, receive, send)
            except asyncio.CancelledError:
                if not self.is_closing():  # Otherwise a client would take longer than the server waits when stopping.
                    raise

    # --- requests --------------------------------------------------------------------------------------------

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        start, request_id = time.perf_counter(), secrets.token_hex(8)
        REQUEST_ID.set(request_id)
        answer = self._known_answer(scope) or await self._ask_whole(scope, receive)
        if answer is None:
            return
        seconds = time.perf_counter() - start
        self._served(Served(request_id, scope["method"], answer.status, seconds, **answer.notes))
        waits = answer.hold is not None and scope["method"] == "GET"
        held = waits and self._streams.have_room(answer.hold)
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
        """The cached response to the same request, while there is no room for another stream and no news."""
        if scope["method"] != "GET":
            return None
        _, answer = self._known.get(request_key(scope)) or (None, None)
        is_current = answer and not self._streams.have_room(answer.hold) and not self._has_news_for(answer)
        return answer if is_current else None

    def _has_news_for(self, answer: Answer) -> bool:
        """Return True if there may have been news of the response's match since the app was called."""
        assert answer.hold is not None
        return self._poller.has_news(answer.hold.match_id, answer.asked_in)

    def _remember(self, scope: Message, answer: Answer) -> None:
        if not any(name == "Set-Cookie" for name, _ in answer.headers):
            self._known.keep(request_key(scope), (request_key(scope), answer), self._known.age)

    async def _ask_whole(self, scope: Message, receive: Receive) -> Answer | None:
        """Read a request and call the app; None if the client has disconnected."""
        with SpooledTemporaryFile(MOST_IN_MEMORY, buffering=0) as body:
            try:
                is_whole = await self._bodies.read(scope, receive, body)
            except BodyError as error:
                return refusal(error.status, str(error))
            except ConnectionError:
                return None
            threads = self._readers if scope["method"] in ("GET", "HEAD", "OPTIONS") else self._writers
            answer = await self._ask(threads, scope, body)
        if not is_whole:  # The unread rest would be parsed as the next request.
            answer.headers.append(("Connection", "close"))
        return answer

    async def _ask(self, threads: ThreadPoolExecutor, scope: Message, body: IO[bytes]) -> Answer:
        return await self._in_thread(threads, self._ask_app, scope, body, self._poller.round, time.monotonic())

    def _ask_app(self, scope: Message, body: IO[bytes], asked_in: int, asked_at: float) -> Answer:
        if time.monotonic() - asked_at > QUEUE_TIMEOUT:
            return refusal(503, "The referee is busy. Nothing was entered: try again.")
        notes: dict[str, Any] = {}
        wsgi = environ(scope, body) | {STREAMS: self._streams.count, NOTES: notes}
        parts, status, headers = run_wsgi_app(self._app, wsgi)
        hold, code = Hold.read(headers.get(HOLD)), int(status.split()[0])
        pieces = iter(parts)
        if "Content-Length" not in headers and hold is None:
            return Answer(code, list(headers), next(pieces, b""), closing(pieces, parts), None, asked_in, notes)
        return Answer(code, list(headers), b"".join(closing(pieces, parts)), None, hold, asked_in, notes)

    async def _send_on(self, pieces: Iterator[bytes], receive: Receive, send: Send) -> None:
        """Stream a response of unknown length until its end or until the client disconnects."""
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
        context = copy_context()  # The thread's log lines then carry the id of the request.
        return await asyncio.get_running_loop().run_in_executor(threads, partial(context.run, work, *given))

    # --- event streams ---------------------------------------------------------------------------------------

    async def _hold(self, scope: Message, answer: Answer, receive: Receive, send: Send) -> None:
        assert answer.hold is not None
        gone = asyncio.ensure_future(until_gone(receive))
        try:
            with self._streams.open(answer.hold, answer.body) as stream:
                gone.add_done_callback(lambda _: stream.awake.set())
                self._catch_up(stream, answer)
                while await self._is_awake(stream, gone):
                    if stream.asks_again:
                        stream.asks_again = False
                        answer = await self._ask(self._news_threads, scope, io.BytesIO())
                        if answer.hold is None:  # The link was revoked, or the match has left the visitor's table.
                            await send({"type": "http.response.body", "body": _led_on(answer), "more_body": True})
                            break
                        stream.hold, stream.heartbeat, stream.events = answer.hold, answer.body, answer.body
                        self._catch_up(stream, answer)
                    events, stream.events = stream.events or stream.heartbeat, b""
                    await send({"type": "http.response.body", "body": events, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()

    def _catch_up(self, stream: Stream, answer: Answer) -> None:
        """Have a stream repeat its request if news came while the app was called."""
        if self._has_news_for(answer):
            stream.tell(None)

    async def _is_awake(self, stream: Stream, gone: asyncio.Future[Any]) -> bool:
        """Wait for news or the next heartbeat; returns whether the stream stays open."""
        beat = asyncio.get_running_loop().call_later(HEARTBEAT, stream.awake.set)
        await stream.awake.wait()
        beat.cancel()
        stream.awake.clear()
        return not gone.done() and not self.is_closing()

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        looking = asyncio.create_task(self._poller.run(lambda: self.is_closing()))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        looking.cancel()
        for threads in (self._readers, self._writers, self._news_threads):
            threads.shutdown(cancel_futures=True)
        await send({"type": "lifespan.shutdown.complete"})


def _led_on(answer: Answer) -> bytes:
    """The last event of a stream whose request is now answered with another address; nothing without one."""
    address = next((value for name, value in answer.headers if name == "Location"), "")
    return f"event: opened\ndata: {address}\n\n".encode() if address else b""
