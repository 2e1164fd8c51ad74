"""Rate limits by IP address, kept in memory; and the limit of entries of a match."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from flask import request

from referee.addresses import visitor_at

MOST_ADDRESSES = 10_000
MOST_ENTRIES = 4_000
"""The maximum number of entries in a log on a public server: many evenings of cards."""


class Limit:
    """A rate limit of some `times` in some `seconds` for each address."""

    def __init__(self, times: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._times, self._seconds, self._clock = times, seconds, clock
        self._counted: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = Lock()

    def take(self) -> bool:
        """Count an attempt from this request's address; False if the limit is reached."""
        who = visitor_at(request.remote_addr or "")
        with self._lock:
            now = self._clock()
            recent = [moment for moment in self._counted.pop(who, ()) if moment > now - self._seconds]
            is_free = len(recent) < self._times
            self._counted[who] = [*recent, now] if is_free else recent
            while len(self._counted) > MOST_ADDRESSES:
                self._counted.popitem(last=False)
        return is_free

    def refund(self) -> None:
        """Uncount the last attempt from this request's address, because it had no effect."""
        with self._lock:
            times = self._counted.get(visitor_at(request.remote_addr or ""))
            if times:
                times.pop()
