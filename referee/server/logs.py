"""The program's log on standard error: warnings and errors, or all requests too, as lines or as JSON.

Every record carries the id of the request that it was made in. No record holds an address as it was typed, which may
contain the token of a link, nor the address that a request came from. The metrics count the same requests.
"""

import json
import logging
import sys
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime

QUIET, LINES, JSON = "quiet", "lines", "json"
KINDS = (QUIET, LINES, JSON)
log = logging.getLogger("referee.requests")
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


def set_up(kind: str) -> None:
    """Send the log to standard error: with QUIET only problems, else every request, as LINES or JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_AsJson() if kind == JSON else _AsLine())
    handler.addFilter(_add_request_id)
    root = logging.getLogger("referee")
    root.handlers, root.propagate = [handler], False
    root.setLevel(logging.WARNING if kind == QUIET else logging.INFO)


def log_request(served: Served) -> None:
    """Write a request to the log."""
    if not log.isEnabledFor(logging.INFO):
        return
    fields = {"method": served.method, "route": served.route, **served.place}
    fields |= {"status": served.status, "ms": round(served.seconds * 1000, 1)}
    text = " ".join(str(value) for value in (served.method, served.route or "-", served.status))
    log.info("%s in %.1f ms", text, served.seconds * 1000, extra={"request_id": served.request_id, "fields": fields})


def _add_request_id(record: logging.LogRecord) -> bool:
    if not hasattr(record, "request_id"):
        record.request_id = REQUEST_ID.get()
    return True


class _AsLine(logging.Formatter):
    """One line: time, level, request, text; a traceback follows in lines of its own."""

    def __init__(self) -> None:
        super().__init__("%(at)s %(levelname)s %(request_id)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.at = _time_of(record)
        record.request_id = record.__dict__["request_id"] or "-"
        return super().format(record)


class _AsJson(logging.Formatter):
    """One JSON object a line; a traceback is the value of `traceback`."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {"time": _time_of(record), "level": record.levelname.lower(), "message": record.getMessage()}
        fields |= {"request_id": record.__dict__["request_id"], **record.__dict__.get("fields", {})}
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def _time_of(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
