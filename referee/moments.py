"""Moments as text, and checks that they can be stored."""

from datetime import UTC, datetime

from referee.faults import Fault, RefusedError
from referee.season import FIRST_YEAR, LAST_YEAR


def utc_text(moment: datetime) -> str:
    """A moment as ISO text in UTC, which sorts by time."""
    return moment.astimezone(UTC).isoformat()


def is_in_reach(moment: datetime) -> bool:
    """Return True if a moment is within the years accepted from logs and files."""
    return FIRST_YEAR < moment.year < LAST_YEAR


def noted(moment: datetime) -> datetime:
    """Return the clock's time in a form to store. Raises RefusedError if it could not be read back."""
    if not is_in_reach(moment):
        text = f"The clock of the referee's computer says {moment.year}. Correct it: nothing was saved."
        raise RefusedError(Fault("wrong-clock", text))
    return moment


def day_and_time(moment: datetime) -> str:
    """A date and time as on pages, pictures and score sheets: `20 June 2026 at 21:05`."""
    return f"{moment.day} {moment:%B %Y at %H:%M}"
