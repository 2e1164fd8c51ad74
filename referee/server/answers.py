"""Answers on their way from the app to the other end."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.server.bodies import Message, Receive
from referee.server.lines import Hold

Question = tuple[str, bytes, bytes]
"""Path, query and cookie."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the app said."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    """All of it, or the first piece."""
    more: Iterator[bytes] | None
    """The other pieces."""
    hold: Hold | None
    """What the answer waits for, if it is to be held."""
    asked_in: int
    """The round of looking for news that the app was asked in."""


def question_of(scope: Message) -> Question:
    """What makes one request the same as another that has no body."""
    cookies = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return scope["path"], scope["query_string"], cookies


def size_of(known: tuple[Question, Answer]) -> int:
    """Roughly, in bytes."""
    (path, query, cookies), answer = known
    return 1000 + len(path) + len(query) + len(cookies) + len(answer.body) + 100 * len(answer.headers)


def refusal(status: int, text: str) -> Answer:
    """An answer that the app is not asked for; the connection ends with it."""
    body = text.encode() + b"\n"
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
    headers += [("Connection", "close"), ("Cache-Control", "no-store")]
    headers += [("Retry-After", "5")] if status == 503 else []
    return Answer(status, headers, body, None, None, 0)


def closing(pieces: Iterator[bytes], parts: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of an answer that are not empty; the app is told when it is sent, or will not be."""
    try:
        yield from filter(None, pieces)
    finally:
        getattr(parts, "close", lambda: None)()


async def until_gone(receive: Receive) -> None:
    """Wait until the other end is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
