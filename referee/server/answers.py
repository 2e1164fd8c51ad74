"""Responses between the app and the client."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.server.bodies import Message, Receive
from referee.server.streams import Hold

RequestKey = tuple[str, bytes, bytes]
"""Path, query and cookie."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response of the app."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    """The whole body, or its first piece."""
    more: Iterator[bytes] | None
    """The other pieces of a streamed body."""
    hold: Hold | None
    """The news that the event stream waits for, if the response is one."""
    asked_in: int
    """The round of polling for news in which the app was called."""
    notes: dict[str, Any] = field(default_factory=dict)
    """The app's notes about the request: its `route`, and the `place` in its address."""


def request_key(scope: Message) -> RequestKey:
    """The cache key of a request without a body."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return scope["path"], scope["query_string"], cookies


def size_of(known: tuple[RequestKey, Answer]) -> int:
    """The estimated memory of a cached response in bytes."""
    (path, query, cookies), answer = known
    return 1000 + len(path) + len(query) + len(cookies) + len(answer.body) + 100 * len(answer.headers)


def refusal(status: int, text: str) -> Answer:
    """An error response that does not come from the app; it closes the connection."""
    body = text.encode() + b"\n"
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
    headers += [("Connection", "close"), ("Cache-Control", "no-store")]
    headers += [("Retry-After", "5")] if status == 503 else []
    return Answer(status, headers, body, None, None, 0)


def closing(pieces: Iterator[bytes], parts: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a response that are not empty; closes the app's iterable at the end or on abort."""
    try:
        yield from filter(None, pieces)
    finally:
        getattr(parts, "close", lambda: None)()


async def until_gone(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
