"""Rules 5.1 and 5.2, against a second way to reckon the seasons (Meeus, Astronomical Algorithms, chapter 27)."""

from datetime import UTC, date, datetime, timedelta
from math import cos, radians

import pytest

from referee.faults import RefusedError
from referee.games.havilering.suits import jack_havel, suits_from
from referee.season import SUSSEX, Season, season_at, span_of

# Mean moments for the years 1000 to 3000, and the periodic terms that correct them.
MEAN = {
    Season.SPRING: (2451623.80984, 365242.37404, 0.05169, -0.00411, -0.00057),
    Season.SUMMER: (2451716.56767, 365241.62603, 0.00325, 0.00888, -0.00030),
    Season.AUTUMN: (2451810.21715, 365242.01767, -0.11575, 0.00337, 0.00078),
    Season.WINTER: (2451900.05952, 365242.74049, -0.06223, -0.00823, 0.00032),
}
TERMS = [
    (485, 324.96, 1934.136), (203, 337.23, 32964.467), (199, 342.08, 20.186), (182, 27.85, 445267.112),
    (156, 73.14, 45036.886), (136, 171.52, 22518.443), (77, 222.54, 65928.934), (74, 296.72, 3034.906),
    (70, 243.58, 9037.513), (58, 119.81, 33718.147), (52, 297.17, 150.678), (50, 21.02, 2281.226),
    (45, 247.54, 29929.562), (44, 325.15, 31555.956), (29, 60.93, 4443.417), (18, 155.12, 67555.328),
    (17, 288.79, 4562.452), (16, 198.04, 62894.029), (14, 199.76, 31436.921), (12, 95.39, 14577.848),
    (12, 287.11, 31931.756), (12, 320.81, 34777.259), (9, 227.73, 1222.114), (8, 15.45, 16859.074),
]  # fmt: skip


def turn(season: Season, year: int) -> datetime:
    """The moment a season begins, in universal time, good to about two minutes for years near ours."""
    y = (year - 2000) / 1000
    mean = sum(factor * y**power for power, factor in enumerate(MEAN[season]))
    t = (mean - 2451545.0) / 36525
    w = radians(35999.373 * t - 2.47)
    brightness = 1 + 0.0334 * cos(w) + 0.0007 * cos(2 * w)
    days = mean + 0.00001 * sum(a * cos(radians(b + c * t)) for a, b, c in TERMS) / brightness
    clock_error = timedelta(seconds=69 + 0.5 * (year - 2020))
    return datetime(2000, 1, 1, 12, tzinfo=UTC) + timedelta(days=days - 2451545.0) - clock_error


@pytest.mark.parametrize("season", Season)
def test_first_days_agree_with_the_second_reckoning(season: Season) -> None:
    settled = 0
    for year in range(1973, 2101):
        moment = turn(season, year)
        days = {(moment + timedelta(minutes=slack)).astimezone(SUSSEX).date() for slack in (-15, 15)}
        if len(days) == 1:  # Too near midnight to tell by this reckoning otherwise.
            settled += 1
            (day,) = days
            assert span_of(day).first == day, (season, year)
            assert span_of(day).season is season
            assert span_of(day - timedelta(days=1)).last == day - timedelta(days=1)
    assert settled > 120


def test_the_days_of_2026() -> None:
    assert span_of(date(2026, 11, 21)) == span_of(date(2026, 9, 23))
    assert span_of(date(2026, 9, 23)).last == date(2026, 12, 20)
    assert span_of(date(2026, 1, 1)).first == date(2025, 12, 21)


def test_seasons_go_by_the_day_in_sussex() -> None:
    assert season_at(datetime(2026, 6, 20, 22, 59, tzinfo=UTC)) is Season.SPRING
    assert season_at(datetime(2026, 6, 20, 23, 0, tzinfo=UTC)) is Season.SUMMER
    assert season_at(datetime(2026, 6, 20, 23, 59)) is Season.SPRING


def test_every_day_has_a_season_and_the_next_begins_where_it_ends() -> None:
    day = date(1999, 12, 1)
    while day < date(2010, 1, 1):
        span = span_of(day)
        assert span.first <= day <= span.last
        day = span.last + timedelta(days=1)
        assert span_of(day).first == day


def test_suits_jacks_and_the_other_half_of_the_world() -> None:
    assert [jack_havel(season).code for season in Season] == ["JD", "JH", "JS", "JC"]
    assert [suit.letter for suit in suits_from(Season.WINTER)] == ["D", "C", "S", "H"]
    assert Season.AUTUMN.opposite is Season.SPRING


@pytest.mark.parametrize("year", [1, 1599, 3000, 9999])
def test_years_out_of_reach_are_refused(year: int) -> None:
    with pytest.raises(RefusedError):
        span_of(date(year, 6, 1))
