"""A phone that goes offline and back online, and the states of its page."""

import re
from typing import Any

from playwright.sync_api import expect

SIX, TEN, MORE, NOUGHT = "7S AS 9S 8S", "3C 2H KH AH", "2D 3D 4D 5D", "2S KS 6S 8C"


def seated(phones: Any) -> Any:
    """A phone at a table with one trick."""
    phone = phones(service_workers="allow")
    phone.new_match(target=121, best_of=3)
    phone.trick(TEN)
    return phone


def cut(phone: Any) -> None:
    phone.page.context.set_offline(True)


def restore(phone: Any) -> None:
    phone.page.context.set_offline(False)


def saved(phone: Any, version: int) -> None:
    expect(phone.page.locator("[name=version]")).to_have_value(str(version))
    expect(phone.page.locator("#unsaved")).to_be_hidden()


def told(phone: Any, text: str) -> None:
    expect(phone.page.locator("#unsaved")).to_contain_text(text)


def tap(phone: Any, *tricks: str) -> None:
    for trick in tricks:
        phone.tap(*trick.split())


def misdeal(phone: Any) -> None:
    """Record a misdeal by the menu."""
    phone.page.locator(".menu > summary").tap()
    for name in ("Something wrong?", "Misdeal"):
        phone.page.get_by_role("link", name=name).tap()
    phone.button("Deal this hand again").tap()
    phone.page.locator("#table").wait_for()


def claim(phone: Any, *items: str) -> None:
    for item in items:
        phone.page.locator(f"#panel [name=tap][value={item}]").tap()
    phone.page.get_by_role("button", name=re.compile("^Claim ")).tap()
