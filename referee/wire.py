"""Connections: how many there may be at once, and how long one may say nothing."""

import asyncio
from collections import Counter
from ipaddress import ip_address
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0
"""Seconds that a new connection may take to send the head of its first request."""


def protocol(most: int, most_of_one: int) -> type[asyncio.Protocol]:
    """A protocol that takes so many connections at once, and so many from one address that is not this machine's.

    What is beyond that is let go at once, before it costs a request.
    """
    open_from: Counter[str] = Counter()

    class Wire(H11Protocol):
        """HTTP/1.1, with limits where a connection begins."""

        def connection_made(self, transport: Any) -> None:
            self._came_from = _address(transport)
            open_from[self._came_from] += 1
            super().connection_made(transport)
            if open_from.total() > most or (self._came_from and open_from[self._came_from] > most_of_one):
                transport.abort()
            else:
                asyncio.get_running_loop().call_later(PATIENCE, self._end_if_silent)

        def connection_lost(self, exc: Exception | None) -> None:
            open_from[self._came_from] -= 1
            if not open_from[self._came_from]:
                del open_from[self._came_from]
            super().connection_lost(exc)

        def _end_if_silent(self) -> None:
            if self.cycle is None and not self.transport.is_closing():
                self.transport.abort()

    return Wire


def _address(transport: asyncio.BaseTransport) -> str:
    """Where a connection comes from; empty for this machine itself, as of a proxy that stands before many."""
    peer = cast(Any, transport.get_extra_info("peername"))
    address = str(peer[0]) if isinstance(peer, tuple) else ""
    try:
        return "" if ip_address(address).is_loopback else address
    except ValueError:
        return ""
