"""A hand of Havilering and a deal of cribbage as Orca reads them, where this machine has it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser import orca, scripted
from tests.browser.conftest import LOCK, TablePage
from tests.browser.hearing import unspeakable

ACTIONS = {"havilering": 26, "cribbage": 12}
"""How many entries are a hand with Muggins, or a deal."""


@pytest.mark.skipif(not orca.is_there(), reason="there is no Orca here: apt-get install orca xvfb at-spi2-core")
@pytest.mark.parametrize("game", ACTIONS)
@pytest.mark.quick(0)
@pytest.mark.timeout(180)
def test_orca_reads_what_is_announced(server: Any, playwright: Any, tmp_path: Path, game: str) -> None:
    record = scripted.script_of(game)
    with orca.running(tmp_path) as reader:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", headless=False, args=orca.ARGUMENTS, env=reader.environment
        )
        context = browser.new_context(no_viewport=True, service_workers="block")
        context.add_init_script(LOCK)
        context.request.get(server.address + server.link.lstrip("/"), max_redirects=0)
        table = scripted.begin(TablePage(context.new_page(), server), record)
        reader.wait_for("Page has")  # It has told of the page.
        for at in range(min(ACTIONS[game], len(record["actions"]))):
            for key in scripted.taps(table, record, at):
                reader.wait_until_quiet()
                table.press(key)
                table.rest()
                told = table.ask("document.getElementById('status').textContent.trim()")
                if told:
                    reader.wait_for(told)
        spoken = reader.spoken()
        browser.close()
    assert [text for text in spoken if unspeakable(text)] == []
