"""Whole matches, hundreds of them, against the second referee."""

import copy
import random
from typing import Any

import pytest

from referee.faults import RefusedError
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.outcome import outcome
from referee.games.havilering.state import Match
from tests.havilering.oracle import Oracle
from tests.havilering.self_play import PACK, SelfPlayingTable, new_record, season_of


def table(seed: int) -> SelfPlayingTable:
    chance = random.Random(seed)
    rules = {
        "target": chance.choice([11, 31, 61, 121]),
        "best_of": chance.choice([1, 3, 5]),
        "muggins": chance.random() < 0.5,
        "season": chance.choice(["auto", "auto", "south", "winter", "spring", "summer", "autumn"]),
    }
    if chance.random() < 0.3:
        rules |= {"jack_havel": 3, "jack_havel_dealer": 6, "values": {"last": 0, "prial": 6, "fifteen": 2}}
    return SelfPlayingTable(chance, season_of, strays=0.03, **rules)


@pytest.mark.quick(1, 5)
@pytest.mark.parametrize("batch", range(10))
def test_random_matches_come_out_the_same(batch: int) -> None:
    for seed in range(batch * 40, batch * 40 + 40):
        playing = table(seed)
        record = playing.play(random.Random(seed).choice([5, 40, 90, 1000]))
        assert outcome(HAVILERING.replay(HAVILERING.read(record))) == playing.oracle.outcome, f"seed {seed}"
        assert HAVILERING.write(HAVILERING.read(record)) == record, f"seed {seed}"


@pytest.mark.parametrize("points", [-1, 0, 1, 30])
def test_a_head_start_beyond_a_small_target_is_cut_to_one_hole_before_it(points: int) -> None:
    """Rule 7.6, with what then wins the game and what does not."""
    first = "QH AH KH JH".split()
    rest = [card for card in PACK if card not in first]
    tricks = [first, *(rest[place : place + 4] for place in range(0, 48, 4))]
    actions: list[dict[str, Any]] = [{"type": "trick", "cards": trick} for trick in tricks]
    actions.insert(1, {"type": "reply", "answer": "yes"})
    side = "NS" if replayed(actions).score.ns else "EW"
    actions.append({"type": "adjust", "side": side, "points": points, "reason": "the wooden board differs"})
    match, oracle = replayed(actions), oracle_of(actions)
    assert match.games[0].head_start.of(side) == 10
    assert (match.won is not None) == (points > 0)
    assert outcome(match) == oracle.outcome


SMALL = new_record(random.Random(1), target=11, best_of=5, season="winter") | {"dealer": "N"}


def replayed(actions: list[dict[str, Any]]) -> Match:
    return HAVILERING.replay(HAVILERING.read(SMALL | {"actions": actions}))


def oracle_of(actions: list[dict[str, Any]]) -> Oracle:
    oracle = Oracle(SMALL, season_of)
    for action in copy.deepcopy(actions):
        getattr(oracle, "do_" + action["type"])(action)
    return oracle


@pytest.mark.quick(0)
def test_the_random_matches_reach_what_they_are_meant_to_test() -> None:
    """Guards the generator: a corner that no match reaches would be a test that cannot fail."""
    reached = set()
    for seed in range(200):
        record = table(seed).play()
        result = outcome(HAVILERING.replay(HAVILERING.read(record)))
        types = {action["type"] for action in record["actions"]}
        reached |= {"south"} if record["rules"]["season"] == "south" and len(result["games"]) > 1 else set()
        reached |= {"kept in a misdeal"} if keeps_in_a_misdeal(record["actions"]) else set()
        reached |= types | {f"ran {game['ran']}" for game in result["games"]}
        reached |= {"revoke"} if result["revokes"] else set()
        reached |= {"led out of turn"} if any("leader" in action for action in record["actions"]) else set()
        reached |= {"seasons changed"} if len({game["season"] for game in result["games"]}) > 1 else set()
        reached |= {f"head start {max(game['head_start'].values()) > 0}" for game in result["games"]}
    assert reached == {
        "trick", "claim", "muggins", "deal", "reply", "misdeal", "adjust", "ran True", "ran False", "revoke",
        "seasons changed", "head start True", "head start False", "south", "kept in a misdeal",
        "led out of turn",
    }  # fmt: skip


def keeps_in_a_misdeal(actions: list[dict[str, Any]]) -> bool:
    """An adjustment, then tricks, then a misdeal of the same hand."""
    kinds = [action["type"] for action in actions]
    return any(
        kind == "misdeal" and kinds[place - 1] == "trick" and "adjust" in kinds[max(0, place - 14) : place]
        for place, kind in enumerate(kinds)
    )


@pytest.mark.quick(30)
@pytest.mark.parametrize("seed", range(150))
def test_spoilt_records_are_refused_at_the_same_action(seed: int) -> None:
    """One action is dropped, doubled, or put in somewhere else: both referees must trip at the same place."""
    chance = random.Random(seed)
    record = table(seed).play(chance.choice([20, 60]))
    actions = record["actions"]
    place = chance.randrange(len(actions))
    moved = copy.deepcopy(chance.choice(actions))
    match chance.randrange(3):
        case 0:
            del actions[place]
        case 1:
            actions.insert(place, copy.deepcopy(actions[place]))
        case 2:
            actions.insert(place, moved)
    try:
        expected = Oracle(record, season_of).outcome
    except ValueError as error:
        with pytest.raises(RefusedError, match=f"^{error} "):
            HAVILERING.replay(HAVILERING.read(record))
    else:
        assert outcome(HAVILERING.replay(HAVILERING.read(record))) == expected
