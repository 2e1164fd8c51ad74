"""Scripted matches of every game, entered in a browser key by key."""

from __future__ import annotations

from typing import Any

from tests.browser.conftest import TablePage
from tests.browser.windows import address
from tests.webkit import entering
from tests.webkit.test_matches import RECORDS

IS_AT_REST = """() => document.querySelector("#form[data-ready]:not([data-settling]):not([aria-busy])") !== null
  && !Object.keys(localStorage).some((key) => key.startsWith("outbox-"))"""
REACHES = """selector => {
  const key = document.querySelector(selector);
  const isThere = key && !key.disabled && key.checkVisibility() && !key.closest("[data-settling]");
  return isThere ? (key.focus(), true) : false;
}"""


class AtTable:
    """A phone on which a match is entered, with the interface of the WebKit tests' phones."""

    def __init__(self, phone: TablePage) -> None:
        self.phone, self.page = phone, phone.page

    def ask(self, script: str, *given: Any) -> Any:
        if not given:
            return self.page.evaluate(f"() => {script}")
        return self.page.evaluate(f"given => {script.replace('arguments[0]', 'given')}", given[0])

    def rest(self) -> None:
        """Wait until everything is entered, and keys can be pressed."""
        self.page.wait_for_function(IS_AT_REST)

    def press(self, selector: str) -> None:
        """Press a key by Enter, once it is there and does not ignore taps."""
        self.page.wait_for_function(REACHES, arg=selector)
        self.page.keyboard.press("Enter")


def script_of(game: str) -> dict[str, Any]:
    """A whole match without rulings: those that the WebKit tests enter."""
    return RECORDS[game]()


def begin(phone: TablePage, record: dict[str, Any]) -> AtTable:
    """Open the table of a match in which nothing has been entered."""
    phone.server.import_records([record | {"actions": []}])
    phone.goto(address(record, 1))
    table = AtTable(phone)
    table.rest()
    return table


def taps(table: entering.Asked, record: dict[str, Any], at: int) -> list[str]:
    """The keys that enter an action of a match, as selectors, in order."""
    leads = (later["cards"][0] for later in record["actions"][at:] if later["type"] == "trick")
    action = record["actions"][at]
    found = entering.ways(table, action, next(leads, "")) + entering.keys(table, action)
    down = table.ask("document.querySelector('#table [name=draft]').value").split(".")
    return [key for key in found if not any(key == f'.key[value="{card}"]' for card in down)]
