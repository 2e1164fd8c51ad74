"""How often somebody may try, kept in memory by the address they come from; and how much a match may hold."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from flask import request

from referee.addresses import visitor_at

MOST_ADDRESSES = 10_000
MOST_ENTRIES = 4_000
"""In the log of a match on a public server: many evenings of cards."""


class Limit:
    """So many times in so many seconds, for each address."""

    def __init__(self, times: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._times, self._seconds, self._clock = times, seconds, clock
        self._counted: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = Lock()

    def take(self) -> bool:
        """Count one time for this request's address; False if it has had all its times."""
        who = visitor_at(request.remote_addr or "")
        with self._lock:
            now = self._clock()
            recent = [moment for moment in self._counted.pop(who, ()) if moment > now - self._seconds]
            is_free = len(recent) < self._times
            self._counted[who] = [*recent, now] if is_free else recent
            while len(self._counted) > MOST_ADDRESSES:
                self._counted.popitem(last=False)
        return is_free

    def give_back(self) -> None:
        """Count one time less for this request's address: nothing came of it."""
        with self._lock:
            times = self._counted.get(visitor_at(request.remote_addr or ""))
            if times:
                times.pop()
