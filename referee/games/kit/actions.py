"""The base of all actions."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """Base of the actions. `at` is the time; None means the time of the previous action."""

    at: datetime | None = None
