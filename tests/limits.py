"""Limits on what is measured: a test fails beyond them, and warns before the last twentieth is used up."""

import warnings

SLACK = 0.05


def at_most(limit: int, measured: int, of: str, why: object = "") -> None:
    """Fail beyond a limit, saying what was measured and why it may be; warn near it."""
    assert measured <= limit, f"{of}: {measured} of {limit}; {why}"
    if measured > limit * (1 - SLACK):
        warnings.warn(f"Slack: {of} has {limit - measured} left of {limit}; {why}", stacklevel=2)
