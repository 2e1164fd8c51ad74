"""The bodies of requests, read before a thread is used for them: in time, and no more than the app takes."""

import asyncio
import io
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import IO, Any

from referee.addresses import visitor_at
from referee.server.wsgi import environ

BODY_TIMEOUT = 30.0
"""Seconds that a body may take."""
MOST_READ = 2**20
"""Bytes of a body that are read beyond the largest that is taken."""
MOST_IN_MEMORY = 2**16
"""Bytes of a body that are kept in memory; of a larger one all is on the disk."""
MOST_LARGE, MOST_LARGE_OF_ONE = 4, 2
"""Larger ones that are read at once, from those who may send them; in all, and from one address."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Largest = Callable[[dict[str, Any]], int]


class BodyError(Exception):
    """A body that is not read; the text says why, and what to do."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Bodies:
    """Reads bodies. `largest` tells for a request, as WSGI has it, how many bytes the app takes from this visitor."""

    def __init__(self, largest: Callable[[dict[str, Any]], Awaitable[int]]) -> None:
        self._largest = largest
        self._large: Counter[str] = Counter()
        """Bodies that are being read and may be large, by who sends them."""

    async def read(self, scope: Message, receive: Receive, body: IO[bytes]) -> bool:
        """Write a request's body into a file, as much of it as the app could take; whether that is all of it.

        Raises BodyError, or ConnectionError if it was cut off.
        """
        if has_no_length(scope):
            raise BodyError(411, "This request has a body and does not say at its start how long it is.")
        largest = MOST_IN_MEMORY
        if _length(scope) > MOST_IN_MEMORY:
            # Whoever may not send a file takes no place from those who may.
            largest = await self._largest(environ(scope, io.BytesIO()))
        is_large, who = largest > MOST_IN_MEMORY, visitor_of(scope)
        if is_large and (self._large.total() >= MOST_LARGE or (who and self._large[who] >= MOST_LARGE_OF_ONE)):
            text = "Several files are coming in just now. Nothing of this one was kept: send it again."
            raise BodyError(503, text)
        self._large[who] += is_large
        try:
            return await asyncio.wait_for(_read(receive, body, largest), BODY_TIMEOUT)
        except TimeoutError:
            text = "This request took too long to arrive. Nothing of it was kept: send it again."
            raise BodyError(408, text) from None
        finally:
            self._large[who] -= is_large
            self._large += Counter()  # Who sends none is forgotten.


async def _read(receive: Receive, body: IO[bytes], largest: int) -> bool:
    length = 0
    while length <= largest + MOST_READ:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        part = message.get("body", b"")
        length += len(part)
        # What is too large is read on, so that the answer to it arrives, but it is not kept.
        if body.tell() <= largest:
            body.write(part)
        if not message.get("more_body"):
            return True
    return False


def _length(scope: Message) -> int:
    """How long a request's body says it is."""
    return int(dict(scope["headers"]).get(b"content-length", 0))


def has_no_length(scope: Message) -> bool:
    """Whether a request's body comes in chunks of any number and size.

    No browser sends such a one here, and reading millions of chunks of a byte each would hold up everybody. Nor is
    one taken that says its length as well: a proxy before this server may have found another end of it.
    """
    return any(name == b"transfer-encoding" for name, _ in scope["headers"])


def visitor_of(scope: Message) -> str:
    """Who sends a request; empty for this machine itself."""
    client = scope.get("client")
    return visitor_at(str(client[0])) if client else ""
