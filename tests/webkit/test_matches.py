"""A match of each game by taps in two windows, each entering in turn what the other then shows."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from referee.games import GAMES, game_of_record
from tests.browser import test_grevjass as grevjass
from tests.browser import test_karnoffel as karnoffel
from tests.browser import test_sittings as sittings
from tests.browser.windows import address
from tests.cribbage.self_play import Table as Cribbage
from tests.havilering.self_play import SelfPlayingTable
from tests.hearts import self_play as hearts
from tests.humbug_whist import self_play as humbug_whist
from tests.servers import Phone, Server
from tests.webkit.entering import VERSION, enter


def havilering() -> dict[str, Any]:
    rules = {"target": 11, "best_of": 1, "muggins": True, "season": "winter"}
    return SelfPlayingTable(random.Random(339), lambda moment: "winter", accidents=0, **rules).play()


def cribbage() -> dict[str, Any]:
    """By cards: who pegs by points has chosen that on that phone."""
    for seed in itertools.count(8):
        table = Cribbage(random.Random(seed), accidents=0, target=15, best_of=1)
        if not any("points" in action for action in table.play()):
            break
    return table.record


RECORDS = {
    "havilering": havilering,
    "cribbage": cribbage,
    "hearts": lambda: sittings.sitting(hearts, 1, 2, 1, players=4),
    "humbug-whist": lambda: sittings.sitting(humbug_whist, 1, 1, 1),
    "grevjass": lambda: grevjass.to_six_strokes(165, "blind", 0.0),
    "karnoffel": lambda: karnoffel.to_its_end(1, 0.0),
}


def outcome(record: dict[str, Any]) -> Any:
    records = game_of_record(record)
    return json.loads(json.dumps(records.outcome(records.replay(records.read(record)))))


@pytest.mark.quick(0, 3)
@pytest.mark.parametrize("game", GAMES)
def test_a_match_in_two_windows(server: Server, phones: Any, tmp_path: Path, game: str) -> None:
    """In the middle of it the server is killed and started again."""
    record = RECORDS[game]()
    server.import_records([record | {"actions": []}])
    table, two = address(record, 1), [phones(390, 664), phones(844, 390)]
    for phone in two:
        phone.goto(table)
    for at, action in enumerate(record["actions"]):
        phone = two[at % 2]
        phone.until(f"{VERSION} === arguments[0]", at)
        if at == len(record["actions"]) // 2:
            server.kill()
            server = Server(tmp_path / "instance", port=server.port)
        leads = (later["cards"][0] for later in record["actions"][at:] if later["type"] == "trick")
        enter(phone, action, next(leads, ""))
    for phone in two:
        phone.until(f"{VERSION} === arguments[0]", len(record["actions"]))
        assert "over" in phone.ask("document.querySelector('h1').textContent").lower()
    visitor = Phone(server.port, server.link)
    assert outcome(json.loads(visitor.get("/matches/1/record.json"))) == outcome(record)
    visitor.close()
    server.kill()
