"""Whole matches by taps, without a server or a network, in a browser that is killed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.site.host import Host
from tests.site.kills import Kills
from tests.site.phone import SitePhone
from tests.site.tables import all_but


@pytest.mark.quick(0, 2)
@pytest.mark.parametrize("game", all_but("havilering", "cribbage"))
def test_a_whole_match(phones: Callable[..., SitePhone], host: Host, game: str) -> None:
    """It comes to what a replay of its record comes to, and nothing acknowledged is lost on the way."""
    phone = phones().open()
    host.stop()
    match = Kills(phone, game, len(game))
    match.one()
    phone.page.reload()
    match.finish()
    expect(phone.page.locator("h1").first).to_contain_text("over")
