"""How often somebody may try: kept in memory, by the address they come from."""

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address, ip_network

from flask import request

MOST_ADDRESSES = 10_000


class Limit:
    """So many times in so many seconds, for each address."""

    def __init__(self, times: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._times, self._seconds, self._clock = times, seconds, clock
        self._counted: OrderedDict[str, list[float]] = OrderedDict()

    def is_spent(self) -> bool:
        """Whether this request's address has had its times."""
        return len(self._recent(_address())) >= self._times

    def count(self) -> None:
        """Count one time more for this request's address."""
        who = _address()
        self._counted[who] = [*self._recent(who), self._clock()][-self._times :]
        self._counted.move_to_end(who)
        while len(self._counted) > MOST_ADDRESSES:
            self._counted.popitem(last=False)

    def _recent(self, who: str) -> list[float]:
        since = self._clock() - self._seconds
        return [moment for moment in self._counted.get(who, ()) if moment > since]


def _address() -> str:
    """Where the request comes from; of an IPv6 address the network, since a home has all of it."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return request.remote_addr or ""
    return str(ip_network((address, 64), strict=False) if address.version == 6 else address)
