"""Limits of HTTP connections: their number, and timeouts for slow clients."""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import Any, ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.addresses import visitor_at
from referee.server.bodies import has_no_length

HEAD_TIMEOUT = 20.0
"""The maximum time to receive the head of a request, in seconds."""
BODY_AT_THE_END = 1.0
"""The time within which a body must arrive when the server stops, in seconds."""
PIECE = 4_096
"""Bytes that are parsed before checking whether the request was refused."""
SEND_TIMEOUT = 30.0
"""The maximum time to send buffered data, in seconds."""


class LimitedProtocol(H11Protocol):
    """HTTP/1.1 with limits on the number of connections, and timeouts."""

    most: ClassVar[int]
    most_of_one: ClassVar[int]
    open_from: ClassVar[Counter[str]]

    def connection_made(self, transport: Any) -> None:
        """Count a connection, and abort it if there are too many."""
        self._head_timer: asyncio.TimerHandle | None = None
        self._send_timer: asyncio.TimerHandle | None = None
        self._came_from = _visitor(transport)
        self.open_from[self._came_from] += 1
        super().connection_made(transport)
        from_there = self.open_from[self._came_from] if self._came_from else 0
        if self.open_from.total() > self.most or from_there > self.most_of_one:
            transport.abort()
        else:
            self._time_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Uncount a connection."""
        self.open_from[self._came_from] -= 1
        if not self.open_from[self._came_from]:
            del self.open_from[self._came_from]
        for timer in (self._head_timer, self._send_timer):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse received data in pieces, and drop the rest of a refused body."""
        for start in range(0, len(data), PIECE):
            if self._is_refused() or self.transport.is_closing():
                break
            super().data_received(data[start : start + PIECE])
        self._time_head()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP, and close the connection; the app's answer to it, if any, is dropped."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        with suppress(h11.LocalProtocolError):  # An answer has begun.
            super().send_400_response(msg)
        self.transport.close()

    def shutdown(self) -> None:
        """Let a request that is being answered finish, and drop one whose body does not arrive soon."""
        super().shutdown()
        self.loop.call_later(BODY_AT_THE_END, self._drop_half)

    def _drop_half(self) -> None:
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.abort()

    def _is_refused(self) -> bool:
        """Return True if a request with a refused body is being answered."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        return is_answering and has_no_length(cast(Any, self.scope))

    def _time_head(self) -> None:
        """Start the timer for a request's head, or stop it once the head is complete."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering and self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None
        elif not is_answering and not self._head_timer:
            self._head_timer = self.loop.call_later(HEAD_TIMEOUT, self.transport.abort)

    def pause_writing(self) -> None:
        """Start the timer for sending, because the client does not read."""
        super().pause_writing()
        self._send_timer = self.loop.call_later(SEND_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer for sending."""
        super().resume_writing()
        if self._send_timer:
            self._send_timer.cancel()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(SEND_TIMEOUT, self.transport.abort)  # In case unsent data keeps it open.


def protocol(most: int, most_of_one: int) -> type[asyncio.Protocol]:
    """A protocol class that accepts at most `most` connections, and at most `most_of_one` from one address.

    Loopback addresses have no limit of their own. Excess connections are aborted at once.
    """
    limits = {"most": most, "most_of_one": most_of_one, "open_from": Counter()}
    return type("LimitedWire", (LimitedProtocol,), limits)


def _visitor(transport: asyncio.BaseTransport) -> str:
    """The visitor behind a connection; empty for this machine itself, such as a proxy."""
    peer = cast(Any, transport.get_extra_info("peername"))
    return visitor_at(str(peer[0])) if isinstance(peer, tuple) else ""
