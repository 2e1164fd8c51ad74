"""Matches of all games on a phone without a server, and the taps that enter them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from referee.games import game_of_record
from tests.browser import test_cribbage as cribbage
from tests.browser import test_grevjass as grevjass
from tests.browser import test_karnoffel as karnoffel
from tests.browser import test_match as havilering
from tests.browser import test_sittings as sittings
from tests.cribbage.self_play import Table as Cribbage
from tests.havilering.self_play import SelfPlayingTable
from tests.hearts import self_play as hearts
from tests.humbug_whist import self_play as humbug_whist

Enter = Callable[[Any, dict[str, Any]], None]


def _havilering(phone: Any) -> tuple[dict[str, Any], Enter]:
    rules = {"target": 21, "best_of": 1, "muggins": False, "season": "winter"}
    record = SelfPlayingTable(random.Random(339), lambda moment: "winter", accidents=0, **rules).play()
    phone.new_match(dealer=record["dealer"], **rules)
    return record, havilering.do


def _cribbage(phone: Any) -> tuple[dict[str, Any], Enter]:
    table = Cribbage(random.Random(8), accidents=0, target=15, muggins=True)
    list(table.play())
    cribbage.sit_down(phone, dealer=table.record["dealer"], target=15, muggins=True)
    return table.record, cribbage.enter


def _hearts(phone: Any) -> tuple[dict[str, Any], Enter]:
    record = sittings.sitting(hearts, 1, 3, 1, players=4)
    sittings.sit_down(phone, "hearts", record["players"], record["dealer"], **record["rules"])
    return record, sittings.enter


def _humbug_whist(phone: Any) -> tuple[dict[str, Any], Enter]:
    record = sittings.sitting(humbug_whist, 1, 1, 1)
    rules = {name: str(value) for name, value in record["rules"].items()}
    sittings.sit_down(phone, "humbug-whist", record["players"], record["dealer"], **rules)
    return record, sittings.enter


def _grevjass(phone: Any) -> tuple[dict[str, Any], Enter]:
    record = grevjass.to_six_strokes(103, "blind", 0.05)
    grevjass.sit_down(phone, record["players"], record["dealer"], **record["rules"])
    return record, grevjass.enter


def _karnoffel(phone: Any) -> tuple[dict[str, Any], Enter]:
    record = karnoffel.to_its_end(1, 0.1)
    karnoffel.sit_down(phone, record["players"], record["dealer"], **record["rules"])
    return record, karnoffel.enter


BEGIN: dict[str, Callable[[Any], tuple[dict[str, Any], Enter]]] = {
    "havilering": _havilering, "cribbage": _cribbage, "hearts": _hearts, "humbug-whist": _humbug_whist,
    "grevjass": _grevjass, "karnoffel": _karnoffel,
}  # fmt: skip
"""Begins a match on a phone: gives the record that it will come to, and what enters an action of it by taps."""


def all_but(*games: str) -> list[str]:
    """List the games to play in one of three ways: on the site, without a signal, by two phones.

    The ways know no game, so that each game is played in two of them.
    """
    return [game for game in BEGIN if game not in games]


def outcome(record: dict[str, Any]) -> Any:
    records = game_of_record(record)
    return json.loads(json.dumps(records.outcome(records.replay(records.read(record)))))
