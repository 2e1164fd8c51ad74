"""A lead out of turn that stands: whoever led, the points end up where the cards as played bring them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.cards import read_cards
from referee.faults import RefusedError
from referee.games.havilering.actions import Adjust
from referee.games.havilering.match import fold
from referee.games.havilering.out_of_turn import entered, taken_by
from referee.games.havilering.record import read
from referee.games.havilering.seats import SEAT_NAMED
from referee.season import season_at
from tests.havilering.oracle import CYCLE, RANKS, SUIT_OF, VALUE, items_of, winning_place

PACK = [rank + suit for rank in RANKS for suit in CYCLE]
NAMES = dict(zip("NESW", ("Ann", "Bob", "Cat", "Dan"), strict=True))


def opened(**rules: Any) -> tuple[Any, Any]:
    """A match that North has dealt, so East's lead is due."""
    record = read(
        {"format": "havilering-match", "version": 1, "players": NAMES, "dealer": "N",
         "started": "2026-06-20T22:50:00+01:00", "rules": {"target": 121} | rules, "actions": []}
    )  # fmt: skip
    return record.setup, fold(record.setup, season_at, [])


@given(
    cards=st.lists(st.sampled_from(PACK), min_size=4, max_size=4, unique=True),
    leader=st.sampled_from("NESW"),
    season=st.sampled_from(sorted(SUIT_OF)),
)
@example(cards=["3C", "2H", "KH", "AH"], leader="S", season="winter")  # Two opposed suits: the one led rules.
@example(cards=["AC", "AH", "2S", "3D"], leader="N", season="winter")  # Four suits, two aces: the one played last.
@example(cards=["JD", "2H", "3H", "AC"], leader="W", season="winter")  # Jack Havel, to the dealer or not.
def test_points_and_winner_are_those_of_the_cards_as_played(cards: list[str], leader: str, season: str) -> None:
    setup, match = opened(season=season)
    actions = entered(match, SEAT_NAMED[leader], read_cards(" ".join(cards)))
    after = fold(setup, season_at, actions)
    winner = "NESW"[("NESW".index(leader) + winning_place(cards)) % 4]
    jack = (4 if winner == "N" else 2) if "J" + SUIT_OF[season] in cards else 0
    points = sum(VALUE[item] * count for item, count in items_of(cards).items()) + jack
    side = "NS" if winner in "NS" else "EW"
    assert (after.score.ns, after.score.ew) == ((points, 0) if side == "NS" else (0, points))
    assert taken_by(SEAT_NAMED[leader], read_cards(" ".join(cards))).value == winner
    assert set(after.tricks[-1].cards) == set(read_cards(" ".join(cards)))
    assert all(isinstance(action, Adjust) for action in actions[1:])
    if leader == "E":
        assert len(actions) == 1


def test_with_muggins_the_points_are_claimed_first() -> None:
    _, match = opened(muggins=True, season="winter")
    assert len(entered(match, SEAT_NAMED["S"], read_cards("3C 2H KH AH"))) == 1


def test_a_trick_that_would_win_the_game_for_the_wrong_side_is_refused() -> None:
    _, match = opened(target=11, season="winter")
    with pytest.raises(RefusedError, match="record a ruling"):
        entered(match, SEAT_NAMED["W"], read_cards("TH JC 9S JD"))
