"""Rate limits by IP address, kept in memory; and the limit of entries of a match."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Condition, Lock
from typing import Any

from flask import current_app, request

from referee.addresses import visitor_at
from referee.web.errors import BusyError
from referee.web.services import service

MOST_ADDRESSES = 10_000
MOST_ENTRIES = 4_000
"""The maximum number of entries in a log on a public server: many evenings of cards."""

LONG = 500
"""A match with more entries takes so long to replay that only `MOST_AT_A_TIME` requests may do so at once."""
MOST_AT_A_TIME, MOST_OF_ONE = 2, 1
"""The maximum number of requests that replay long matches at once: in all, and from one address."""
MOST_WAITING, PATIENCE = 2, 2.0
"""The maximum number of requests waiting for them, since each takes a thread, and the seconds they wait."""


class Replays:
    """The requests that are replaying long matches, by their addresses."""

    def __init__(self) -> None:
        self._at_work, self._waiting, self._changed = Counter[str](), 0, Condition()

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place among them for this request. Raises BusyError."""
        who = visitor_at(request.remote_addr or "")
        with self._changed:
            is_free = self._is_free(who)
            if not is_free and self._waiting < MOST_WAITING:
                self._waiting += 1
                is_free = self._changed.wait_for(lambda: self._is_free(who), PATIENCE)
                self._waiting -= 1
            if not is_free:
                raise BusyError("The referee is busy with long matches. Nothing was entered: try again.")
            self._at_work[who] += 1
        try:
            yield
        finally:
            with self._changed:
                self._at_work[who] -= 1
                self._at_work += Counter()  # Drops the zero counts.
                self._changed.notify_all()

    def _is_free(self, who: str) -> bool:
        return self._at_work.total() < MOST_AT_A_TIME and (not who or self._at_work[who] < MOST_OF_ONE)


def replays(view: Callable[..., Any]) -> Callable[..., Any]:
    """A view that replays a match; raises BusyError if the match is long and others are replaying theirs."""

    @wraps(view)
    def bounded(match_id: int, **place: Any) -> Any:
        if service().database.weight(match_id) <= LONG:
            return view(match_id, **place)
        replaying: Replays = current_app.extensions["replays"]
        with replaying.place():
            return view(match_id, **place)

    return bounded


class Limit:
    """A rate limit: a number of `times` within some `seconds` for each address."""

    def __init__(self, times: float, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
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
            while len(self._counted) > MOST_ADDRESSES or self._is_first_outdated(now):
                self._counted.popitem(last=False)
        return is_free

    def _is_first_outdated(self, now: float) -> bool:
        """Return True if the address that has been away longest no longer matters: nobody's is stored for good."""
        first = next(iter(self._counted.values()), None)
        return first is not None and max(first, default=0) <= now - self._seconds

    def refund(self) -> None:
        """Uncount the last attempt from this request's address, because it had no effect."""
        with self._lock:
            times = self._counted.get(visitor_at(request.remote_addr or ""))
            if times:
                times.pop()
