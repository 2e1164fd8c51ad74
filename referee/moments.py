"""Moments as text."""

from datetime import UTC, datetime


def utc_text(moment: datetime) -> str:
    """A moment as text that sorts by time, whatever its offset from universal time was."""
    return moment.astimezone(UTC).isoformat()
