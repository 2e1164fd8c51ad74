"""The rules against the second referee: every trick, every settling, random sittings, every action."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.cards import PACK, Suit
from referee.faults import RefusedError
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.games.humbug_whist.outcome import outcome, settlement_data
from referee.games.humbug_whist.settling import settled, taken_by
from tests.humbug_whist import oracle
from tests.humbug_whist.self_play import Table, random_setup, spoilt


def test_every_trick_of_two_cards_goes_to_the_same_player_under_every_trump() -> None:
    seen = 0
    for led in PACK:
        for second in PACK:
            for trumps in Suit:
                if led is not second:
                    assert taken_by(led, second, trumps)[0] == oracle.winner(led.code, second.code, trumps.letter)
                    seen += 1
    assert seen == 52 * 51 * 4


def test_every_settling_comes_to_the_same_and_takes_from_one_what_the_other_gets() -> None:
    for north in range(27):
        for of_north in range(10):
            for of_south in range(10):
                won, revokes = {"N": north, "S": 26 - north}, {"N": of_north, "S": of_south}
                for stake in (1, 7, 1000):
                    found = settlement_data(settled(won, revokes, stake))
                    assert found == oracle.settled(won, revokes, stake)
                    assert sum(found["units"].values()) == 0
                    assert sum(found["tricks"].values()) == 26


def test_the_published_example_comes_out() -> None:
    example = json.loads(Path(__file__).with_name("example.json").read_text(encoding="utf-8"))
    assert outcome(HUMBUG_WHIST.replay(HUMBUG_WHIST.read(example["record"]))) == example["outcome"]
    assert oracle.outcome(example["record"]) == example["outcome"]


def sitting(seed: int, most: int = 300, accidents: float = 0.1) -> tuple[random.Random, dict[str, Any]]:
    chance = random.Random(seed)
    record = random_setup(chance)
    for _ in Table(chance, record, accidents=accidents).play(most):
        pass
    return chance, record


@pytest.mark.quick(15)
@pytest.mark.parametrize("seed", range(160))
def test_a_sitting_that_plays_itself_comes_to_the_same(seed: int) -> None:
    _, record = sitting(seed, most=[10, 60, 300][seed % 3], accidents=[0.05, 0.1, 0.3][seed % 3])
    assert outcome(HUMBUG_WHIST.replay(HUMBUG_WHIST.read(record))) == oracle.outcome(record)
    read = HUMBUG_WHIST.read(record)
    assert HUMBUG_WHIST.read(HUMBUG_WHIST.write(read)) == read
    assert HUMBUG_WHIST.digest(HUMBUG_WHIST.read(HUMBUG_WHIST.write(read))) == HUMBUG_WHIST.digest(read)


@pytest.mark.quick(30)
@pytest.mark.parametrize("seed", range(160))
def test_a_spoilt_record_is_refused_by_number(seed: int) -> None:
    chance, record = sitting(1000 + seed, most=80)
    found = spoilt(chance, record)
    assert found is not None
    wrong, number = found
    with pytest.raises(RefusedError) as refused:
        HUMBUG_WHIST.replay(HUMBUG_WHIST.read(wrong))
    assert not number or str(refused.value).startswith(f"action {number} ")


def candidates(chance: random.Random) -> Iterator[dict[str, Any]]:
    """An action of each type, and some of each option, whether they fit or not."""
    two = [card.code for card in chance.sample(PACK, 2)]
    one, north = chance.choice("NS"), chance.randrange(27)
    yield {"type": "trump", "card": two[0]}
    yield {"type": "trick", "cards": two}
    yield {"type": "trick", "cards": two, "leader": one}
    yield {"type": "count", "taken": {"N": north, "S": 26 - north}}
    yield {"type": "revoke", "player": one}
    for trick in (1, 2, 26):
        yield {"type": "revoke", "player": one, "trick": trick}
    for again in (False, True):
        yield {"type": "misdeal", "again": again}
    yield {"type": "settle"}
    yield {"type": "adjust", "player": one, "points": chance.choice([-1000, 0, 1000]), "reason": "x"}
    yield {"type": "finish"}


@pytest.mark.quick(20)
@pytest.mark.parametrize("seed", range(90))
def test_every_action_is_allowed_when_the_second_referee_allows_it(seed: int) -> None:
    chance, record = sitting(5000 + seed, most=[4, 15, 60][seed % 3], accidents=0.3)
    for action in candidates(chance):
        longer = {**record, "actions": [*record["actions"], action]}
        try:
            due = oracle.outcome(longer)
        except oracle.Refused:
            with pytest.raises(RefusedError):
                HUMBUG_WHIST.replay(HUMBUG_WHIST.read(longer))
            continue
        assert outcome(HUMBUG_WHIST.replay(HUMBUG_WHIST.read(longer))) == due


def test_the_card_turned_up_stays_with_its_dealer() -> None:
    """Every card: the dealer may lead it or play it second, the other player neither."""
    start = random_setup(random.Random(3)) | {"dealer": "N", "rules": {}}
    for card in PACK:
        other = next(each for each in PACK if each is not card)
        for leader, cards, is_fine in (("N", [card, other], True), ("N", [other, card], False),
                                       ("S", [card, other], False), ("S", [other, card], True)):  # fmt: skip
            trick = {"type": "trick", "cards": [each.code for each in cards], "leader": leader}
            record = HUMBUG_WHIST.read(start | {"actions": [{"type": "trump", "card": card.code}, trick]})
            if is_fine:
                HUMBUG_WHIST.replay(record)
            else:
                with pytest.raises(RefusedError, match="card turned up"):
                    HUMBUG_WHIST.replay(record)
