"""The rules against the second referee: every settling, random sittings, every action in every phase."""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.faults import RefusedError
from referee.games.hearts.actions import PACKS, Rules, Settling
from referee.games.hearts.game import HEARTS
from referee.games.hearts.outcome import outcome, settlement_data
from referee.games.hearts.settling import Before, settled
from tests.hearts import oracle
from tests.hearts.self_play import Table, random_setup, spoilt

SEATS = "123456"
HEARTS_DEALT = {2: 13, 3: 13, 4: 13, 5: 13, 6: 12}
FEW = 4
"""The number of players up to which all splits are settled in all ways."""


def splits(total: int, players: int) -> Iterator[tuple[int, ...]]:
    """Every way to split the hearts."""
    for bars in itertools.combinations(range(total + players - 1), players - 1):
        edges = (-1, *bars, total + players - 1)
        yield tuple(after - before - 1 for before, after in itertools.pairwise(edges))


def check(hearts: tuple[int, ...], settling: str, odd: bool, pool: tuple[int, bool], revokers: set[str],
          draws: list[tuple[str, str]]) -> None:  # fmt: skip
    """One settling agrees with the second referee, and conserves its counters."""
    by_seat = dict(zip(SEATS, hearts, strict=False))
    before = Before(Rules(Settling(settling), odd), pool[0], pool[1], revokers, draws)
    found = settlement_data(settled(by_seat, before))
    assert found == oracle.settled(by_seat, settling, odd, *pool, revokers, draws)
    assert sum(found["net"].values()) + found["pool"]["after"] == pool[0]
    assert found["pool"]["after"] >= 0


def ways(players: int) -> list[tuple[str, bool, tuple[int, bool]]]:
    """Settlings, the house rule, and pools with and without a Jack."""
    howell = [("howell", False, (0, False)), ("howell", False, (15, False))]
    pools = [(0, False), (1, False), (14, False), (13, True), (26, True)]
    sweepstake = [("sweepstake", odd, pool) for odd in (False, True) for pool in pools]
    return howell if players == 2 else howell + sweepstake


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", range(2, 7))
def test_every_split_of_the_hearts_is_settled_alike(players: int) -> None:
    """In every way among up to four players; for more, the ways take turns, but for one split of each kind."""
    turns = itertools.cycle(ways(players))
    for hearts in splits(HEARTS_DEALT[players], players):
        has_all = players <= FEW or list(hearts) == sorted(hearts)
        for way in ways(players) if has_all else [next(turns)]:
            check(hearts, *way, set(), [])


@pytest.mark.quick(1)
@pytest.mark.parametrize("players", range(2, 7))
def test_every_set_of_revokers_pays_alike(players: int) -> None:
    """One split of each kind in every order of seats that matters: all sets of revokers stand for the others."""
    seats, turns = SEATS[:players], itertools.cycle(ways(players))
    for hearts in splits(HEARTS_DEALT[players], players):
        if list(hearts) == sorted(hearts):
            for size in range(1, players + 1):
                for revokers in itertools.combinations(seats, size):
                    for way in ways(players) if players <= FEW else itertools.islice(turns, 2):
                        check(hearts, *way, set(revokers), [(seats[0], seats[-1])] if size % 2 else [])


def test_every_pack_is_dealt_out() -> None:
    for players, pack in PACKS.items():
        assert {card.code for card in pack} == set(oracle.pack(players))


def test_the_published_example_comes_out() -> None:
    example = json.loads(Path(__file__).with_name("example.json").read_text(encoding="utf-8"))
    assert outcome(HEARTS.replay(HEARTS.read(example["record"]))) == example["outcome"]
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
    assert outcome(HEARTS.replay(HEARTS.read(record))) == oracle.outcome(record)
    read = HEARTS.read(record)
    assert HEARTS.read(HEARTS.write(read)) == read
    assert HEARTS.digest(HEARTS.read(HEARTS.write(read))) == HEARTS.digest(read)


@pytest.mark.quick(20)
@pytest.mark.parametrize("seed", range(160))
def test_a_spoilt_record_is_refused_by_number(seed: int) -> None:
    chance, record = sitting(1000 + seed, most=80)
    found = spoilt(chance, record)
    assert found is not None
    wrong, number = found
    with pytest.raises(RefusedError) as refused:
        HEARTS.replay(HEARTS.read(wrong))
    assert not number or str(refused.value).startswith(f"action {number} ")


def candidates(chance: random.Random, record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An action of each type, and some of each option, whether they fit or not."""
    players = len(record["players"])
    seats, pack = list(SEATS[:players]), oracle.pack(players)
    one, other = chance.choice(seats), chance.choice(seats)
    dealt = HEARTS_DEALT[players]
    split = chance.choice(list(splits(dealt, players))) if players < 4 else (dealt, *[0] * 5)
    yield {"type": "trick", "cards": chance.sample(pack, players)}
    yield {"type": "trick", "cards": chance.sample(pack, players), "leader": one}
    yield {"type": "count", "taken": dict(zip(seats, split, strict=False))}
    yield {"type": "revoke", "player": one, "by": other}
    yield {"type": "revoke", "player": one}
    yield {"type": "irregular", "short": one, "long": other}
    yield {"type": "take-last", "player": one}
    card = chance.choice(oracle.pack(4))
    for kind in ("lead", "turn", "exposed"):
        more = {"card": card} if kind == "exposed" else {}
        yield {"type": "fault", "kind": kind, "player": one, **more}
    yield {"type": "fault", "kind": "turn", "player": one, "due": other}
    for choice in ("lead-heart", "lead-no-heart", "highest", "lowest", "no-heart"):
        yield {"type": "demand", "player": one, "by": other, "choice": choice}
    yield {"type": "demand", "player": one, "by": other, "choice": "play", "card": card}
    for again in (False, True):
        yield {"type": "misdeal", "again": again}
    yield {"type": "settle"}
    for points in (-1000, -1, 0, 1, 13, 1000):
        yield {"type": "adjust", "player": one, "points": points, "reason": "x"}
    yield {"type": "finish"}


@pytest.mark.quick(6)
@pytest.mark.parametrize("seed", range(60))
def test_every_action_is_allowed_when_the_second_referee_allows_it(seed: int) -> None:
    chance, record = sitting(5000 + seed, most=[4, 15, 40][seed % 3], accidents=0.4)
    for action in candidates(chance, record):
        longer = {**record, "actions": [*record["actions"], action]}
        try:
            due = oracle.outcome(longer)
        except oracle.Refused:
            with pytest.raises(RefusedError):
                HEARTS.replay(HEARTS.read(longer))
            continue
        assert outcome(HEARTS.replay(HEARTS.read(longer))) == due


def sixty_deals() -> list[tuple[int, ...]]:
    """Sixty deals of four in which the first player takes 58 hearts and the second 500, as the source tells."""
    few, some = iter([3] * 14 + [2] * 8), iter([2] * 13 + [1] * 5)
    deals: list[tuple[int, ...]] = [(0, 13, 0, 0)] * 36  # All hearts, again and again: the Jack grows to 468.
    first = next(few)
    deals.append((first, 1, 1, 11 - first))
    deals += [(taken, 0, 1, 12 - taken) for taken in (next(few) for _ in range(5))]  # The second wins 494, then 13s.
    for at in range(18):
        second = next(some)
        if at in (0, 2):  # The first and the third share: six each.
            deals.append((0, second, 0, 13 - second))
        else:
            first = next(few)
            deals.append((first, second, 0, 13 - first - second))
    return deals


@pytest.mark.parametrize(("settling", "due"), [("sweepstake", (-46, 46)), ("howell", (548, -1220))])
def test_the_published_sixty_deals_come_out(settling: str, due: tuple[int, int]) -> None:
    deals = sixty_deals()
    assert [len(deals), sum(deal[0] for deal in deals), sum(deal[1] for deal in deals)] == [60, 58, 500]
    actions = [
        action
        for deal in deals
        for action in ({"type": "count", "taken": dict(zip(SEATS, deal, strict=False))}, {"type": "settle"})
    ]
    record = random_setup(random.Random(1), 4) | {"rules": {"settling": settling}, "actions": actions}
    score = outcome(HEARTS.replay(HEARTS.read(record)))["score"]
    assert (score["1"], score["2"]) == due
