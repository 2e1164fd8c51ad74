"""Taps are recorded as tapped, with JavaScript and without, after reloads and lost answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.taps import STARTS, Walk
from tests.servers import Server

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(180)]

TAPS = 40
WALKS = [(start, 0) for start in STARTS]
"""One of each start; `python -m tests.browser.taps` walks as far, and as often, as one likes."""


@pytest.mark.quick(0, 4)
@pytest.mark.parametrize(("start", "seed"), WALKS)
def test_random_taps(browser: Browser, server: Server, tmp_path: Path, start: str, seed: int) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    context.set_default_timeout(15_000)
    try:
        context.request.get(server.address + server.link.lstrip("/"), max_redirects=0)
        assert Walk(context, server, tmp_path, start, seed).go(TAPS) == ""
    finally:
        context.close()


def call(phone: Any, item: str) -> None:
    """Call Muggins for an item, in the name of the first who may."""
    phone.touch(".acts .muggins")
    phone.page.locator("#panel [name=tap]").first.wait_for()
    phone.touch(f"#panel [name=tap][value={item}]")
    phone.after(lambda: phone.touch("#panel .answers button"))


def test_two_calls_on_one_trick_name_an_item_each(phones: Any) -> None:
    """A call that is sent leaves nothing of it for the next."""
    phone = phones()
    phone.new_match(muggins=True)
    phone.trick("TH AH 6H KH")
    phone.after(lambda: phone.touch(".claim"))
    phone.tap("2C")
    call(phone, "flush")
    expect(phone.page.locator("#table [name=draft]")).to_have_value("2C")
    phone.touch(".acts .muggins")
    phone.page.locator("#panel [name=tap]").first.wait_for()
    expect(phone.page.locator("#panel .count:visible")).to_have_count(0)
    phone.touch("#panel [name=tap][value=prial]")
    phone.after(lambda: phone.touch("#panel .answers button"))
    assert phone.totals == (9, 1)  # The flush is right, the prial wrong: rule 8.3.


def test_a_reload_in_the_middle_of_a_call_keeps_the_card_led(phones: Any) -> None:
    phone = phones()
    phone.new_match(muggins=True)
    phone.trick("TH AH 6H KH")
    phone.after(lambda: phone.touch(".claim"))
    phone.tap("2C")
    phone.touch(".acts .muggins")
    phone.page.locator("#panel [name=tap]").first.wait_for()
    phone.page.reload()
    phone.touch("#panel [name=tap][value=flush]")
    phone.after(lambda: phone.touch("#panel .answers button"))
    expect(phone.page.locator("#table [name=draft]")).to_have_value("2C")


def test_a_refused_claim_survives_a_reload(phones: Any) -> None:
    phone = phones()
    phone.new_match(muggins=True)
    phone.trick("TH AH 6H KH")
    phone.touch("#panel [name=tap][value=prial]")
    phone.touch(".claim")
    expect(phone.page.locator(".told")).to_contain_text("Something you claimed is not there")
    phone.page.reload()
    expect(phone.page.locator("#table [name=draft]")).to_have_value("prial")


def grevjass(phones: Any, server: Server) -> Any:
    """A table at which points are closed, after a trick."""
    players = dict(zip("NESW", ("Ann", "Bob", "Cat", "Dan"), strict=True))
    actions = [{"type": "trump", "card": "9H"}, {"type": "trick", "cards": ["7D", "QD", "AD", "8S"]}]
    record = {"format": "grevjass-match", "version": 1, "players": players, "dealer": "N", "actions": actions}
    server.import_records([record | {"started": "2026-01-01T20:00:00+00:00"}])
    phone = phones()
    phone.goto("grevjass/matches/1/")
    return phone


def test_a_card_that_has_gone_is_refused_at_the_tap_where_the_page_may_not_know_it(
    phones: Any, server: Server
) -> None:
    phone = grevjass(phones, server)
    phone.tap("KC", "QD")
    expect(phone.page.locator(".told")).to_contain_text("was tapped in trick 1: correct that trick")
    expect(phone.page.locator("#table [name=draft]")).to_have_value("KC")
    phone.tap("JC", "8C")
    phone.after(lambda: phone.tap("TC"))


def test_a_trick_with_a_card_that_has_gone_keeps_its_other_cards(phones: Any, server: Server) -> None:
    """Even where nobody answered before it was complete."""
    phone = grevjass(phones, server)
    phone.page.route(
        "**/enter",
        lambda route: route.continue_() if "KC.QD.JC.8C" in (route.request.post_data or "") else route.abort(),
    )
    phone.tap("KC", "QD", "JC", "8C")
    expect(phone.page.locator("#table [name=draft]")).to_have_value("KC.-.JC.8C")
    expect(phone.page.locator(".told")).to_contain_text("was tapped in trick 1")
