"""Open pages after a restored server has lost what they show: they show what the server has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from referee.cli import main
from tests.browser.signals import MORE, SIX, cut, restore, saved, seated
from tests.servers import Server

pytestmark = pytest.mark.quick(0)


class Backup:
    """A backup of a running server, and its way back."""

    def __init__(self, server: Server, instance: Path, file: Path) -> None:
        self._server, self._instance, self._file = server, instance, str(file)
        assert main(["backup", self._file, "--instance", str(instance)]) == 0

    def restore(self) -> None:
        """End the server, and start it again with the backup."""
        self._server.close()
        assert main(["restore", self._file, "--instance", str(self._instance)]) == 0
        self._server.process = Server(self._instance, port=self._server.port).process


@pytest.fixture
def backup(server: Server, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Backup]:
    return lambda: Backup(server, tmp_path, tmp_path_factory.mktemp("backup") / "backup.db")


@pytest.mark.parametrize("page", ["", "watch", "board"])
def test_an_open_page_shows_what_the_restored_server_has(
    phones: Any, server: Server, backup: Callable[[], Backup], page: str
) -> None:
    scorer, other = seated(phones), phones()
    other.goto(scorer.page.url.removeprefix(server.address) + page)
    before = backup()
    scorer.trick(SIX)
    scorer.trick(MORE)
    expect(other.page.locator("[data-version]")).to_have_attribute("data-version", "3")
    before.restore()
    for phone in (scorer, other):
        expect(phone.page.locator("[data-version]")).to_have_attribute("data-version", "1")
        phone.troubles.clear()  # The server was away.
    scorer.trick(SIX)
    saved(scorer, 2)
    expect(other.page.locator("[data-version]")).to_have_attribute("data-version", "2")


@pytest.mark.parametrize("page", ["", "watch"])
def test_a_page_that_was_away_shows_what_was_entered_instead_of_what_was_lost(
    phones: Any, server: Server, backup: Callable[[], Backup], page: str
) -> None:
    """The restored server has as many entries again as the page, but others."""
    scorer, other = seated(phones), phones()
    other.goto(scorer.page.url.removeprefix(server.address) + page)
    before = backup()
    scorer.trick(SIX)
    expect(other.page.locator("[data-version]")).to_have_attribute("data-version", "2")
    cut(other)
    before.restore()
    expect(scorer.page.locator("[data-version]")).to_have_attribute("data-version", "1")
    scorer.trick(MORE)
    saved(scorer, 2)
    scorer.troubles.clear()  # The server was away.
    restore(other)
    fresh = phones()
    fresh.goto(other.page.url.removeprefix(server.address))
    expect(other.page.locator("main")).to_have_text(fresh.page.locator("main").inner_text(), use_inner_text=True)
    other.troubles.clear()


def test_the_news_that_a_server_was_restored_does_not_cancel_a_page_on_its_way(
    phones: Any, backup: Callable[[], Backup]
) -> None:
    scorer, held = phones(), list[Route]()
    scorer.new_match()
    before = backup()
    scorer.trick(SIX)
    scorer.page.route("**/sheet", lambda route: held.append(route))
    scorer.page.evaluate("setTimeout(() => location.assign('sheet'))")
    with scorer.page.expect_response("**/line"):
        before.restore()
    scorer.page.wait_for_timeout(500)  # The page hears it, and would be loaded again.
    held[0].continue_()
    scorer.page.wait_for_url("**/sheet")
    scorer.troubles.clear()  # The server was away.
