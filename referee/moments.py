"""Moments as text."""

from datetime import UTC, datetime


def utc_text(moment: datetime) -> str:
    """A moment as ISO text in UTC, which sorts by time."""
    return moment.astimezone(UTC).isoformat()
