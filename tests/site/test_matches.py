"""Whole matches of all games without a server and without a network, equal to a replay of what they leave."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.site.host import Host
from tests.site.phone import SitePhone
from tests.site.tables import BEGIN, outcome


@pytest.mark.parametrize("game", BEGIN)
def test_a_whole_match_without_a_network(phones: Callable[..., SitePhone], host: Host, game: str) -> None:
    """The host is gone after the first page. With a reload, an undo, and a new start of the browser on the way."""
    phone = phones().open()
    host.stop()
    record, enter = BEGIN[game](phone)
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
