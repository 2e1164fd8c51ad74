"""Limits with slack: a test fails beyond a limit, and warns when less than 5 % of it is left."""

import warnings

SLACK = 0.05


def at_most(limit: int, measured: int, of: str, why: object = "") -> None:
    """Fail beyond a limit and warn near it, with a likely reason."""
    assert measured <= limit, f"{of}: {measured} of {limit}; {why}"
    if measured > limit * (1 - SLACK):
        warnings.warn(f"Slack: {of} has {limit - measured} left of {limit}; {why}", stacklevel=2)
