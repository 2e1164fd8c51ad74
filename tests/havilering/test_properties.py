"""Properties of every match, whatever is done in it."""

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.games.havilering import match as referee
from referee.games.havilering.actions import Adjust, Misdeal
from referee.games.havilering.game import HAVILERING
from referee.games.kit.records import Record
from referee.games.kit.sides import SIDES
from referee.season import season_at
from tests.havilering.self_play import SelfPlayingTable

RULES = st.fixed_dictionaries(
    {
        "target": st.sampled_from([31, 61, 121]),
        "best_of": st.sampled_from([1, 3, 5]),
        "muggins": st.booleans(),
        "season": st.sampled_from(["auto", "winter"]),
    }
)


@st.composite
def records(draw: st.DrawFn) -> Record[Any, Any]:
    chance = random.Random(draw(st.integers(0, 2**32)))
    table = SelfPlayingTable(
        chance, lambda moment: season_at(moment).value, accidents=0.1, strays=0.05, **draw(RULES)
    )
    return HAVILERING.read(table.play(draw(st.integers(0, 90))))


given_records = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


@given_records
@given(records())
def test_record_to_match_to_record_is_identical(record: Record[Any, Any]) -> None:
    assert HAVILERING.read(HAVILERING.write(record)) == record
    assert HAVILERING.write(HAVILERING.read(HAVILERING.write(record))) == HAVILERING.write(record)


@given_records
@given(records())
def test_no_total_falls_within_a_game_except_by_an_adjustment_or_a_misdeal(record: Record[Any, Any]) -> None:
    match = referee.begin(record.setup)
    for action in record.actions:
        after = referee.step(match, action)
        if after.game == match.game and not isinstance(action, Adjust | Misdeal):
            assert all(after.score.of(side) >= match.score.of(side) for side in SIDES)
        assert all(after.score.of(side) >= 0 for side in SIDES)
        match = after


@given_records
@given(records())
def test_what_is_pegged_adds_up(record: Record[Any, Any]) -> None:
    """Every point on the board came from a trick, a head start or an adjustment."""
    match = referee.fold(record.setup, record.actions)
    for number, game in enumerate(match.games, 1):
        for side in SIDES:
            start = match.games[number - 2].head_start.of(side) if number > 1 else 0
            tricks = sum(trick.pegged.of(side) for trick in match.tricks if trick.game == number)
            given_ = sum(a.points for a in match.adjustments if a.game == number and a.side == side)
            assert start + tricks + given_ == game.final.of(side)


@given_records
@given(records())
def test_a_refused_action_changes_nothing_and_says_why(record: Record[Any, Any]) -> None:
    match = referee.fold(record.setup, record.actions)
    for action in record.actions[-12:]:
        faults = referee.faults(match, action)
        assert faults == referee.faults(match, action)
        assert all(fault.code and fault.text.endswith(".") for fault in faults)
