"""A trick from its post to its answer, early and late in a match, and the pages of watchers."""

from __future__ import annotations

import io
import json
import random
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from referee.cards import PACK, codes
from referee.cli.games.havilering import answer_line
from referee.cli.output import answer_lines
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.outcome import outcome
from referee.games.havilering.verdict import ScoreQuestion
from referee.games.kit.records import Record
from referee.season import Season
from tests.bench.figures import Figure, in_turns, median_of, ratio, timed
from tests.bench.local import LONG, BareServer, LocalServer
from tests.havilering.self_play import SelfPlayingTable, new_record

LONG_MATCH = 5_200
WORTHLESS: dict[str, Any] = {
    **LONG,
    "values": {item.value: 0 for item in PUBLISHED_VALUES},
    "jack_havel": 0,
    "jack_havel_dealer": 0,
}
"""Rules by which nothing scores, so that no offer comes between the tricks."""


def cards_as_they_come(count: int) -> Record[Any, Any]:
    """A match in which nobody follows suit, full of revokes, as an imported record may be."""
    chance = random.Random(1)
    packs = (chance.sample(codes(PACK), 52) for _ in range(count // 13))
    tricks = [{"type": "trick", "cards": pack[at : at + 4]} for pack in packs for at in range(0, 52, 4)]
    return HAVILERING.read(new_record(chance, **WORTHLESS) | {"actions": tricks})


def record_of_tricks(count: int, rules: dict[str, Any] = LONG) -> Record[Any, Any]:
    """A record of `count` tricks or a few more, up to the end of a hand."""
    table = SelfPlayingTable(random.Random(1), lambda moment: "winter", accidents=0, revokes=0, **rules)
    while len(table.oracle.tricks) < count or table.oracle.current:
        table.do(table.next_action())
    return HAVILERING.read(table.record)


def rules() -> Iterator[Figure]:
    record = record_of_tricks(1000)
    replayed = median_of(41, lambda: HAVILERING.replay(record))
    yield Figure("a replay of 1,000 tricks", f"{replayed * 1e3:.0f} ms", "50 ms")
    usual, wild = record_of_tricks(LONG_MATCH, WORTHLESS), cards_as_they_come(LONG_MATCH)
    replays = in_turns(
        5,
        partial(timed, lambda: outcome(HAVILERING.replay(wild))),
        partial(timed, lambda: outcome(HAVILERING.replay(usual))),
    )
    yield ratio(f"{LONG_MATCH:,} tricks in which nobody follows suit compared with normal ones", "2 ×", *replays)
    twice = cards_as_they_come(2 * LONG_MATCH)
    replays = in_turns(
        5,
        partial(timed, lambda: outcome(HAVILERING.replay(twice))),
        partial(timed, lambda: outcome(HAVILERING.replay(wild))),
    )
    yield ratio("twice as many such tricks", "2.5 ×", *replays)
    chance = random.Random(1)
    lines = "".join(json.dumps({"cards": codes(chance.sample(PACK, 4))}) + "\n" for _ in range(20_000)).encode()
    question = ScoreQuestion((), Season.WINTER)
    answer = partial(answer_line, usual=question)
    took = median_of(5, lambda: answer_lines(io.BufferedReader(io.BytesIO(lines)), io.StringIO(), answer))
    yield Figure("tricks ruled on per second, one per line", f"{20_000 / took:,.0f}")


def posts(folder: Path) -> Iterator[Figure]:
    hello, local = BareServer(), LocalServer(folder / "house")
    for _ in range(12):
        hello.say()
    long = local.table(record_of_tricks(1000))
    rounds = []
    for _ in range(30):
        short = local.table()
        rounds.append((long.trick(), short.trick(), long.undo(), short.undo()))
    late, early, undone_late, undone_early = map(statistics.median, zip(*rounds, strict=True))
    yield ratio("trick 1,000 of a match compared with trick 1", "1.1 ×", late, early)
    yield ratio("the undo of these tricks, likewise", "1.1 ×", undone_late, undone_early)
    polled = LocalServer(folder / "polled", most_streams=0)
    table = polled.table()
    line = partial(timed, lambda: table.phone.get(table.path + "line"))
    yield ratio("a poll without news compared with a page that says hello", "1.2 ×", *in_turns(200, line, hello.say))
