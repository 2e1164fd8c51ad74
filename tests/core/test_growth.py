"""Long matches: what is kept of each step, and what each step does, does not grow with the steps before it."""

import sys
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from referee.chain import Queue
from referee.games import GAMES
from referee.match import reader
from referee.match.corrections import walk
from tests.core.samples import SAMPLES

FEW, TIMES = 450, 2  # More than 256, as smaller numbers take no memory of their own.

Rounds = list[dict[str, Any]]


def adjusted(player: str, by: str = "player") -> dict[str, Any]:
    return {"type": "adjust", by: player, "points": 0, "reason": "Miscounted"}


VOID = {"type": "misdeal"}


def rounds_of(key: str, setup: Any) -> Iterator[Rounds]:
    """Actions that may be entered again and again without an end of the deal, the game or the match."""
    seat = next(iter(setup.players))
    seat = seat if isinstance(seat, str) else seat.value
    if key == "karnoffel":
        ruling = {"type": "adjust", "side": "NS", "deals": 0, "reason": "Miscounted"}
        yield [ruling]
        yield [{"type": "chosen", "suit": "S"}, ruling, VOID]
        return
    yield [adjusted("NS", "side") if key in ("havilering", "grevjass") else adjusted(seat)]
    if key == "grevjass":
        trump = {"type": "trump", "suit": "S"}
        yield [adjusted("NS", "side"), trump, adjusted("EW", "side"), VOID]
        return
    yield [VOID]
    yield [VOID, adjusted("NS", "side") if key == "havilering" else adjusted(seat)]
    if key == "humbug-whist":
        yield [{"type": "revoke", "player": seat}]
    if key == "hearts":
        fault = {"type": "fault", "kind": "lead", "player": seat}
        demand = {"type": "demand", "player": seat, "by": setup.right(seat), "choice": "lead-heart"}
        yield [fault]
        yield [fault, demand]
        yield [fault, fault, demand]
        yield [fault, VOID]
        yield [{"type": "fault", "kind": "exposed", "player": seat, "card": "2C"}, VOID, adjusted(seat)]


CASES = [(key, setup, rounds) for key, sample in SAMPLES.items() for setup in [sample.read(1).setup]
         for rounds in rounds_of(key, setup)]  # fmt: skip
NAMES = [f"{key}: {', '.join(each['type'] for each in rounds)}" for key, _, rounds in CASES]


def calls_of(work: Callable[[], Any]) -> int:
    """Count the calls, of functions or of a generator's next item, that some work takes."""
    calls = 0

    def count(frame: Any, event: str, given: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def bytes_of(work: Callable[[], Any]) -> int:
    tracemalloc.start()
    try:
        kept = work()
        return tracemalloc.get_traced_memory()[0] if kept else 0
    finally:
        tracemalloc.stop()


@pytest.mark.quick(5)
@pytest.mark.parametrize(("key", "setup", "rounds"), CASES, ids=NAMES)
def test_a_match_is_replayed_in_linear_time_and_memory(key: str, setup: Any, rounds: Rounds) -> None:
    game = GAMES[key]
    actions = [game.read_action(dict(data)) for data in rounds] * (FEW * TIMES)
    few, many = actions[: FEW * len(rounds)], actions
    walk(game, setup, many)  # What is made once is made.
    for measure in (calls_of, bytes_of):
        less, more = (measure(lambda part=part: walk(game, setup, part)) for part in (few, many))  # type: ignore[misc]
        assert more < 1.2 * TIMES * less, measure.__name__


@pytest.mark.quick(5)
@pytest.mark.parametrize(("key", "setup", "rounds"), CASES, ids=NAMES)
def test_a_match_takes_no_more_memory_than_the_cache_reckons(key: str, setup: Any, rounds: Rounds) -> None:
    game = GAMES[key]
    actions = [game.read_action(dict(data)) for data in rounds] * (FEW * TIMES)
    reckoned = reader.BYTES_OF_A_MATCH + reader.BYTES_OF_AN_ENTRY * len(actions)
    assert bytes_of(lambda: game.fold(setup, actions)) < reckoned


def test_a_queue_gives_back_what_came_first() -> None:
    queue: Queue[int] = Queue()
    later = queue
    out, others = [], []
    for number in range(20):
        queue = queue.append(2 * number).append(2 * number + 1)
        later = queue  # Whoever has it keeps it as it is.
        out.append(queue.first)
        queue = queue.without_first()
    while later:
        others.append(later.first)
        later = later.without_first()
    while queue:
        out.append(queue.first)
        queue = queue.without_first()
    assert out == list(range(40))
    assert others == list(range(19, 40))
