"""The astronomical seasons, and the season of a day in Sussex.

A season runs from the local day of its solstice or equinox to the day before the next.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

from referee.faults import Fault, RefusedError

SUSSEX = ZoneInfo("Europe/London")
FIRST_YEAR, LAST_YEAR = 1600, 2999


class Season(Enum):
    """A season of the year."""

    WINTER = "winter"
    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"

    # Members are singletons and keys in hot paths: the identity hash is faster than Enum's.
    __hash__ = object.__hash__

    @property
    def opposite(self) -> "Season":
        """The season in the other hemisphere at the same time."""
        seasons = list(Season)
        return seasons[(seasons.index(self) + 2) % 4]


@dataclass(frozen=True, slots=True)
class Span:
    """A season of a certain year, with its first and last day."""

    season: Season
    first: date
    last: date


def local_day(moment: datetime) -> date:
    """The day in Sussex at a moment; a moment without an offset is taken as local time."""
    return (moment if moment.tzinfo is None else moment.astimezone(SUSSEX)).date()


def season_at(moment: datetime) -> Season:
    """The season at a moment, by the day in Sussex."""
    return span_of(local_day(moment)).season


def span_of(day: date) -> Span:
    """The season that contains a day. Raises RefusedError outside the years 1600 to 2999."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise RefusedError(
            Fault("year-out-of-reach", f"The seasons are known only for the years {FIRST_YEAR} to {LAST_YEAR}.")
        )
    starts = [*_starts(day.year - 1)[-1:], *_starts(day.year), *_starts(day.year + 1)[:1]]
    for (first, season), (after, _) in pairwise(starts):
        if first <= day < after:
            return Span(season, first, after - timedelta(days=1))
    raise AssertionError("the seasons of a year leave no day out")


@cache
def _starts(year: int) -> list[tuple[date, Season]]:
    """The first days of the seasons that begin in a year."""
    # Imported here because it is slow, and a match with a named season never needs it.
    from astronomy import Seasons

    turns = Seasons(year)
    begins = (
        (turns.mar_equinox, Season.SPRING),
        (turns.jun_solstice, Season.SUMMER),
        (turns.sep_equinox, Season.AUTUMN),
        (turns.dec_solstice, Season.WINTER),
    )
    utc = ZoneInfo("UTC")
    return [(turn.Utc().replace(tzinfo=utc).astimezone(SUSSEX).date(), season) for turn, season in begins]
