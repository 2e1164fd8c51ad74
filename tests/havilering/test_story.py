"""The story of a match: races, swings and captures, checked on random matches."""

import random
from itertools import pairwise

import pytest

from referee.games.havilering import story
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.match import fold
from referee.games.havilering.state import Phase
from referee.games.kit.sides import other
from referee.season import season_at
from tests.havilering.self_play import SelfPlayingTable


def match_of(seed: int, actions: int = 10_000, **rules):
    chance = random.Random(seed)
    table = SelfPlayingTable(chance, lambda moment: season_at(moment).value, accidents=0.08, strays=0.05, **rules)
    record = HAVILERING.read(table.play(actions))
    return fold(record.setup, record.actions), table.oracle


@pytest.mark.parametrize("seed", range(12))
def test_every_race_runs_from_its_start_to_its_end(seed: int) -> None:
    match, oracle = match_of(seed, best_of=3, muggins=bool(seed % 2), target=61)
    races = story.races(match)
    assert [race.number for race in races] == list(range(1, len(match.games) + 1))
    for race, game, before in zip(races, oracle.games, [None, *oracle.games], strict=False):
        assert race.result is not None
        assert (race.course[-1].ns, race.course[-1].ew) == (game["final"]["NS"], game["final"]["EW"])
        start = before["head_start"] if before else {"NS": 0, "EW": 0}
        assert (race.start.ns, race.start.ew) == (start["NS"], start["EW"])
        assert len(race.steps) >= sum(len(hand.tricks) for hand in race.parts)
        winner, course = game["winner"], race.course
        reached = next(at for at, totals in enumerate(course) if max(totals.ns, totals.ew) >= race.target)
        until = course[: reached + 1]
        assert race.comeback == max(0, *(totals.of(other(winner)) - totals.of(winner) for totals in until))
        ahead = [totals.ahead for totals in until if totals.ahead]
        assert race.lead_changes == sum(a is not b for a, b in pairwise(ahead))


def test_a_race_that_is_run_shows_a_lead_that_changed_after_the_game_too() -> None:
    match, _ = next(
        (match, oracle) for match, oracle in (match_of(seed, best_of=3, target=31) for seed in range(40))
        if any(game.ran for game in match.games)
    )  # fmt: skip
    race = next(race for race in story.races(match) if race.result and race.result.ran)
    assert max(race.course[-1].ns, race.course[-1].ew) >= race.target
    assert len(race._till_won()) <= len(race.course)


@pytest.mark.parametrize("seed", range(6))
def test_what_stands_out_is_what_a_search_finds(seed: int) -> None:
    match, oracle = match_of(seed, best_of=1)
    assert match.phase is Phase.MATCH_OVER
    most = max(trick["points"] for trick in oracle.tricks)
    due = [(trick["hand"], trick["trick"]) for trick in oracle.tricks if trick["points"] == most]
    best = [(trick.hand, trick.number) for trick in story.best_tricks(match)]
    assert best == (due if len(due) <= 3 else [])
    jacks = [(trick["hand"], trick["trick"]) for trick in oracle.tricks if "jack-havel" in trick["items"]]
    assert [(trick.hand, trick.number) for trick in story.captures(match)] == jacks
    swings = story.greatest_swings(match)
    by_hand: dict[int, int] = {}
    for trick in oracle.tricks:
        by_hand[trick["hand"]] = by_hand.get(trick["hand"], 0) + trick["pegged"]["NS"] - trick["pegged"]["EW"]
    most = max(map(abs, by_hand.values()))
    assert [hand.number for hand, _ in swings] == [hand for hand, by in by_hand.items() if abs(by) == most]
    assert all(side is ("NS" if by_hand[hand.number] > 0 else "EW") for hand, side in swings)


def test_of_a_hand_that_is_played_nothing_stands_out() -> None:
    match, _ = match_of(3, actions=9)
    assert not match.is_over(1)
    assert (story.best_tricks(match), story.greatest_swings(match), story.captures(match)) == ([], [], [])
    (race,) = story.races(match)
    assert (race.result, race.comeback) == (None, 0)
    assert race.course[-1] == match.score
