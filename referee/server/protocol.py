"""Connections: how many there may be at once, and how long one may take to say what it wants."""

import asyncio
from collections import Counter
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from referee.addresses import visitor_at
from referee.server.bodies import has_no_length

HEAD_TIMEOUT = 20.0
"""Seconds that the head of a request may take, the first of a connection and every other."""
PIECE = 4_096
"""Bytes that are looked at before whether there is to be more of them."""
SEND_TIMEOUT = 30.0
"""Seconds that the other end may take to fetch what is sent to it."""


class LimitedProtocol(H11Protocol):
    """HTTP/1.1, with limits where a connection begins, and where one end keeps the other waiting."""

    most: ClassVar[int]
    most_of_one: ClassVar[int]
    open_from: ClassVar[Counter[str]]

    def connection_made(self, transport: Any) -> None:
        """Let a connection go at once if there are too many."""
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
        """Count it no longer."""
        self.open_from[self._came_from] -= 1
        if not self.open_from[self._came_from]:
            del self.open_from[self._came_from]
        for timer in (self._head_timer, self._send_timer):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what comes, a piece at a time; of a body that is refused nothing more."""
        for start in range(0, len(data), PIECE):
            if self._is_refused():
                break
            super().data_received(data[start : start + PIECE])
        self._time_head()

    def _is_refused(self) -> bool:
        """Whether it answers a request whose body it does not read."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        return is_answering and has_no_length(cast(Any, self.scope))

    def _time_head(self) -> None:
        """Give a head that has begun its time, and let nothing but its end stop the clock."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if is_answering and self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None
        elif not is_answering and not self._head_timer:
            self._head_timer = self.loop.call_later(HEAD_TIMEOUT, self.transport.abort)

    def pause_writing(self) -> None:
        """The other end does not fetch what is sent: it has some time to."""
        super().pause_writing()
        self._send_timer = self.loop.call_later(SEND_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        """It fetches again."""
        super().resume_writing()
        if self._send_timer:
            self._send_timer.cancel()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more is asked."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(SEND_TIMEOUT, self.transport.abort)  # Were something still to be fetched.


def protocol(most: int, most_of_one: int) -> type[asyncio.Protocol]:
    """A protocol that takes so many connections at once, and so many from one address that is not this machine's.

    What is beyond that is let go at once, before it costs a request.
    """
    limits = {"most": most, "most_of_one": most_of_one, "open_from": Counter()}
    return type("LimitedWire", (LimitedProtocol,), limits)


def _visitor(transport: asyncio.BaseTransport) -> str:
    """Where a connection comes from; empty for this machine itself, as of a proxy that stands before many."""
    peer = cast(Any, transport.get_extra_info("peername"))
    return visitor_at(str(peer[0])) if isinstance(peer, tuple) else ""
