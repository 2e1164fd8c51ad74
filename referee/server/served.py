"""Requests that have been answered, for the log and the metrics."""

from contextvars import ContextVar
from dataclasses import dataclass, field

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is being answered; empty outside of requests."""


@dataclass(frozen=True, slots=True)
class Served:
    """A request that has been answered. It holds no path, because a path may contain the token of a link."""

    request_id: str
    method: str
    status: int
    seconds: float
    """The time from the first byte of the request to the whole response, or the head of a streamed one."""
    route: str = ""
    """The pattern of the address, such as `/matches/<int:match_id>/trick`; empty if it fits none."""
    place: dict[str, int] = field(default_factory=dict)
    """The numbers in the address: of a match, of a score book."""
