"""A control that is pressed while news arrives does what it said, as in `tests/browser/test_pressed.py`."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from selenium.webdriver.common.actions.action_builder import ActionBuilder

from tests.browser.pressing import INIT, NEWS, OPENED, pressed_across
from tests.browser.test_windows import FIRST
from tests.browser.windows import address, every_moment
from tests.servers import Server
from tests.webkit.phone import READY

pytestmark = pytest.mark.timeout(240)

FREE = "[...document.querySelectorAll('.key:not(.gone, :disabled)')].slice(-2).map(({ value }) => value)"


class Mouse:
    """The mouse of a WebKit window, with Playwright's names."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def _perform(self, act: str, *given: Any) -> None:
        actions = ActionBuilder(self._driver)
        getattr(actions.pointer_action, act)(*given)
        actions.perform()

    def move(self, x: float, y: float) -> None:
        self._perform("move_to_location", round(x), round(y))

    def down(self) -> None:
        self._perform("pointer_down")

    def up(self) -> None:
        self._perform("pointer_up")


class AsPage:
    """A WebKit window with those methods of Playwright's page that pressing needs."""

    def __init__(self, phone: Any) -> None:
        self._driver, self.mouse = phone.driver, Mouse(phone.driver)

    def evaluate(self, script: str, *given: Any) -> Any:
        return self._driver.execute_async_script(
            f"const done = [...arguments].at(-1); Promise.resolve(({script})(...arguments)).then(done);", *given
        )


def tapped(phone: Any, moment: str) -> None:
    """Tap two cards if it is the time for them."""
    if ": cards" in moment or "play by" in moment:
        for card in phone.ask(FREE):
            phone.tap(f'.key[value="{card}"]')


@pytest.mark.quick(0, 2)
@pytest.mark.parametrize("game", FIRST)
def test_news_loses_no_click(server: Server, phones: Any, game: str) -> None:
    moments = [name for name in every_moment() if name.startswith(game)]
    chosen = [FIRST[game], moments[3]]
    server.import_records([every_moment()[name] for name in chosen])
    phone, lost = phones(), dict[str, str]()
    for number, name in enumerate(chosen, 1):
        phone.goto(address(every_moment()[name], number))
        phone.until(READY)
        tapped(phone, name)
        phone.driver.execute_script(INIT + "document.dispatchEvent(new Event('visibilitychange'))")
        page: Any = AsPage(phone)
        path = phone.ask("document.getElementById('form').action")
        for before in ("() => {}", OPENED):
            lost |= pressed_across(page, partial(page.evaluate, NEWS, path), before)
    assert lost == {}
