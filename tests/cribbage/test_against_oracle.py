"""Whole matches, every action against the second referee: allowed or not, and its effect."""

import json
import random
from typing import Any

import pytest

from referee.faults import RefusedError
from referee.games.cribbage import match
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.outcome import outcome
from referee.games.cribbage.state import Match
from tests.cribbage.oracle import OTHER, Oracle, RefusedByOracleError
from tests.cribbage.self_play import Table, random_action, random_rules

ROUNDS = 50
PHASES = {"starter", "play", "false-go", "hand", "claim", "crib", "deal-over"}


@pytest.mark.quick(1, 3)
@pytest.mark.parametrize("seed", range(8))
def test_matches_come_to_what_the_second_referee_says(seed: int) -> None:
    """On the way and at the end; and of many actions that do not fit, both refuse the same ones."""
    for round_ in range(ROUNDS):
        chance = random.Random(seed * 1000 + round_)
        table = Table(chance, accidents=0.1, **random_rules(chance))
        now = match.begin(CRIBBAGE.read(table.record).setup)
        assert outcome(now) == table.oracle.outcome()
        for action in table.play(most=300):
            now = match.step(now, CRIBBAGE.read_action(action))
            assert (now.phase.value, outcome(now)["score"]) == (table.oracle.phase, table.oracle.score)
            if chance.random() < 0.2:
                assert outcome(now) == table.oracle.outcome(), action
            if chance.random() < 0.3:
                now = _both_or_neither(chance, table, now)
        replayed = CRIBBAGE.replay(CRIBBAGE.read(table.record))
        assert replayed == now
        assert outcome(replayed) == table.oracle.outcome()
        json.dumps(outcome(replayed))


def _both_or_neither(chance: random.Random, table: Table, now: Match) -> Match:
    """An action of any kind: either both referees take it, or neither."""
    action = random_action(chance)
    try:
        table.oracle.do(action)
    except RefusedByOracleError:
        assert match.faults(now, CRIBBAGE.read_action(action)), action
        return now
    now = match.step(now, CRIBBAGE.read_action(action))
    assert outcome(now) == table.oracle.outcome(), action
    table.record["actions"].append(action)
    return now


def test_the_matches_have_every_action_in_every_phase() -> None:
    """Without that the tests above would prove less than they seem to."""
    seen: set[tuple[str, str]] = set()
    for seed in range(150):
        chance = random.Random(seed)
        table = Table(chance, accidents=0.1, **random_rules(chance))
        before = table.oracle.phase
        for action in table.play(most=200):
            seen.add((before, action["type"]))
            before = table.oracle.phase
    anywhere = {(phase, kind) for phase in PHASES - {"false-go"} for kind in ("misdeal", "penalty", "adjust")}
    shown = {("play", "hand"), ("hand", "hand"), ("crib", "crib"), ("claim", "claim"), ("deal-over", "deal")}
    called = {(phase, "muggins") for phase in ("hand", "claim", "crib", "deal-over")}
    played = {("starter", "starter"), ("starter", "peg"), ("play", "peg"), ("play", "play"), ("play", "go")}
    assert seen == anywhere | shown | called | played | {("false-go", "reply")}


def test_a_spoilt_record_is_refused_by_the_number_of_the_action() -> None:
    refused = 0
    for seed in range(300):
        chance = random.Random(seed)
        table = Table(chance, **random_rules(chance))
        for _ in table.play(most=60):
            pass
        actions = table.record["actions"]
        place = chance.randrange(len(actions) + 1)
        spoilt = table.record | {"actions": [*actions[:place], random_action(chance), *actions[place:]]}
        number = _first_refused(spoilt)
        if number is None:
            CRIBBAGE.replay(CRIBBAGE.read(spoilt))
            continue
        refused += 1
        with pytest.raises(RefusedError, match=rf"^action {number} \("):
            CRIBBAGE.replay(CRIBBAGE.read(spoilt))
    assert refused > 200


def _first_refused(data: dict[str, Any]) -> int | None:
    oracle = Oracle(data["dealer"], **data["rules"])
    for number, action in enumerate(data["actions"], 1):
        try:
            oracle.do(action)
        except RefusedByOracleError:
            return number
    return None


@pytest.mark.parametrize("seed", range(30))
def test_a_record_read_and_written_is_the_same(seed: int) -> None:
    chance = random.Random(seed)
    table = Table(chance, accidents=0.2, **random_rules(chance))
    for _ in table.play(most=100):
        pass
    first = CRIBBAGE.read(table.record)
    assert CRIBBAGE.read(json.loads(json.dumps(CRIBBAGE.write(first)))) == first
    assert [CRIBBAGE.write_action(action) for action in first.actions] == table.record["actions"]


@pytest.mark.quick(10)
@pytest.mark.parametrize("seed", range(30))
def test_the_other_way_round_comes_to_the_same(seed: int) -> None:
    """With the seats exchanged everything is exchanged: no rule prefers a seat."""
    chance = random.Random(seed)
    table = Table(chance, accidents=0.1, **random_rules(chance))
    for _ in table.play(most=200):
        pass
    there = CRIBBAGE.replay(CRIBBAGE.read(_exchanged(table.record)))
    assert outcome(there) == _exchanged(outcome(CRIBBAGE.replay(CRIBBAGE.read(table.record))))


def _exchanged(data: Any, key: str = "") -> Any:
    if isinstance(data, dict):
        return {OTHER.get(key, key): _exchanged(value, key) for key, value in data.items()}
    if isinstance(data, list):
        return [_exchanged(each, key) for each in data]
    return OTHER.get(data, data) if key in ("dealer", "player", "against", "winner", "turn") else data
