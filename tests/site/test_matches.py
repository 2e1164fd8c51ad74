"""Whole matches of all games without a server and without a network, equal to a replay of what they leave."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from referee.games import RECORD_FORMATS
from tests.browser import test_cribbage as cribbage
from tests.browser import test_grevjass as grevjass
from tests.browser import test_match as havilering
from tests.browser import test_sittings as sittings
from tests.cribbage.self_play import Table as Cribbage
from tests.havilering.self_play import SelfPlayingTable
from tests.hearts import self_play as hearts
from tests.humbug_whist import self_play as humbug_whist
from tests.site.host import Host
from tests.site.phone import SitePhone, expect

Enter = Callable[[Any, dict[str, Any]], None]


def _havilering(phone: Any) -> tuple[dict[str, Any], Enter]:
    rules = {"target": 21, "best_of": 3, "muggins": False, "season": "winter"}
    record = SelfPlayingTable(random.Random(339), lambda moment: "winter", accidents=0, **rules).play()
    phone.new_match(dealer=record["dealer"], **rules)
    return record, havilering.do


def _cribbage(phone: Any) -> tuple[dict[str, Any], Enter]:
    table = Cribbage(random.Random(8), accidents=0, target=61, muggins=True)
    list(table.play())
    cribbage.sit_down(phone, dealer=table.record["dealer"], target=61, muggins=True)
    return table.record, cribbage.enter


def _hearts(phone: Any) -> tuple[dict[str, Any], Enter]:
    record = sittings.sitting(hearts, 1, 6, 2, players=4)
    sittings.sit_down(phone, "hearts", record["players"], record["dealer"], **record["rules"])
    return record, sittings.enter


def _humbug_whist(phone: Any) -> tuple[dict[str, Any], Enter]:
    record = sittings.sitting(humbug_whist, 1, 6, 2)
    rules = {name: str(value) for name, value in record["rules"].items()}
    sittings.sit_down(phone, "humbug-whist", record["players"], record["dealer"], **rules)
    return record, sittings.enter


def _grevjass(phone: Any) -> tuple[dict[str, Any], Enter]:
    record = grevjass.to_six_strokes(1, "blind", 0.05)
    grevjass.sit_down(phone, record["players"], record["dealer"], **record["rules"])
    return record, grevjass.enter


def outcome(record: dict[str, Any]) -> Any:
    records = RECORD_FORMATS[record["format"]]
    return json.loads(json.dumps(records.outcome(records.replay(records.read(record)))))


def undo(phone: Any) -> None:
    version = phone.version
    phone.after(lambda: phone.touch(".undo"))
    assert phone.version != version


@pytest.mark.parametrize("begin", [_havilering, _cribbage, _hearts, _humbug_whist, _grevjass])
def test_a_whole_match_without_a_network(
    phones: Callable[..., SitePhone], host: Host, begin: Callable[[Any], tuple[dict[str, Any], Enter]]
) -> None:
    """The host is gone after the first page. With a reload, an undo, and a new start of the browser on the way."""
    phone = phones().open()
    host.stop()
    record, enter = begin(phone)
    address = phone.page.url
    for place, action in enumerate(record["actions"]):
        enter(phone, action)
        if place == 4:
            phone.page.reload()
        if place == 7:
            phone.context.close()
            phone.again(address.removeprefix(host.address))
    expect(phone.page.locator("h1").first).to_contain_text("over")
    given = json.loads(phone.record())
    assert outcome(given) == outcome(record)
