"""Requests as the app takes them: the WSGI environment, and the body.

Bodies are read before a thread is used for them, with limits of time and size.
"""

import asyncio
import io
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import IO, Any

from referee.addresses import visitor_at

BODY_TIMEOUT = 30.0
"""The maximum time to receive a body, in seconds."""
MOST_READ = 2**20
"""The maximum number of bytes read beyond the largest accepted body."""
MOST_IN_MEMORY = 2**16
"""The largest body, in bytes, kept in memory; a larger one goes to the disk."""
MOST_LARGE, MOST_LARGE_OF_ONE = 4, 2
"""The maximum number of larger bodies read concurrently: in all, and from one address."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Largest = Callable[[dict[str, Any]], int]


class BodyError(Exception):
    """A refused body; the text says why, and what to do."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Bodies:
    """Reads bodies. `largest` returns for a WSGI environment how many bytes the app accepts from this visitor."""

    def __init__(self, largest: Callable[[dict[str, Any]], Awaitable[int]]) -> None:
        self._largest = largest
        self._large: Counter[str] = Counter()
        """The number of possibly large bodies being read, by visitor."""

    async def read(self, scope: Message, receive: Receive, body: IO[bytes]) -> bool:
        """Write a request's body to a file, up to the limit, and return whether it was read to its end.

        Raises BodyError, or ConnectionError if the client disconnects.
        """
        if has_no_length(scope):
            raise BodyError(411, "This request has a body but does not give its length.")
        largest = MOST_IN_MEMORY
        if _length(scope) > MOST_IN_MEMORY:
            # Visitors without permission to send files must not use up the limit.
            largest = await self._largest(environ(scope, io.BytesIO()))
        is_large, who = largest > MOST_IN_MEMORY, visitor_of(scope)
        if is_large and (self._large.total() >= MOST_LARGE or (who and self._large[who] >= MOST_LARGE_OF_ONE)):
            text = "Several files are being imported. Yours was not: send it again."
            raise BodyError(503, text)
        self._large[who] += is_large
        try:
            return await asyncio.wait_for(_read(receive, body, largest), BODY_TIMEOUT)
        except TimeoutError:
            text = "This request took too long to arrive and was discarded. Send it again."
            raise BodyError(408, text) from None
        finally:
            self._large[who] -= is_large
            self._large += Counter()  # Drops the zero counts.


async def _read(receive: Receive, body: IO[bytes], largest: int) -> bool:
    length, has_room, is_whole = 0, True, False
    while not is_whole and length <= largest + MOST_READ:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        part = message.get("body", b"")
        length += len(part)
        # Keep reading an oversized body without storing it, so that the client receives the response.
        if has_room and body.tell() <= largest:
            has_room = _is_stored(part, body)
        is_whole = not message.get("more_body")
    if not has_room:
        raise BodyError(503, "The server's disk is full. Nothing was saved: send it again later.")
    return is_whole


def _is_stored(part: bytes, body: IO[bytes]) -> bool:
    """Append to an unbuffered file, and return True if there was room for everything."""
    end = body.tell() + len(part)
    with suppress(OSError):
        body.write(part)
    return body.seek(0, io.SEEK_END) == end


def _length(scope: Message) -> int:
    """The content length of a request, or 0."""
    return int(dict(scope["headers"]).get(b"content-length", 0))


def has_no_length(scope: Message) -> bool:
    """Return True if a request uses a transfer encoding such as chunks, which is refused.

    No browser sends one here, and reading millions of one-byte chunks would block the server. It is refused with a
    content length too, against request smuggling through a proxy.
    """
    return any(name == b"transfer-encoding" for name, _ in scope["headers"])


def visitor_of(scope: Message) -> str:
    """Return the visitor who sends a request, as counted by limits; empty for this machine itself."""
    client = scope.get("client")
    return visitor_at(str(client[0])) if client else ""


def environ(scope: Message, body: IO[bytes]) -> dict[str, Any]:
    """The WSGI environment of an ASGI scope and its whole body.

    Headers with an underscore are dropped, because in WSGI they look like other headers.
    """
    length = body.tell()
    body.seek(0)
    host, port = scope.get("server") or ("localhost", 80)
    address, client_port = scope.get("client") or ("", 0)
    made = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "REMOTE_ADDR": address,
        "REMOTE_PORT": str(client_port),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1")
        if "_" in key or key == "transfer-encoding":  # The body is decoded.
            continue
        key = key.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        text = value.decode("latin-1")
        made[key] = f"{made[key]},{text}" if key in made else text
    if length:
        made["CONTENT_LENGTH"] = str(length)
    return made
