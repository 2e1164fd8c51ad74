"""Phones that keep the referee of a server, which is at the same address for all tests of a process."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, expect

from referee.books import check
from referee.store.database import Database
from referee.store.instance import CHECKOUT
from tests.playing import free_port
from tests.servers import Server
from tests.site.phone import IS_QUICK, SitePhone

ENGINE = CHECKOUT / "dist" / "kept" / "engine"
"""The folder in which `make test-site` builds it."""

Restart = Callable[[], Server]
"""Starts the server again, at the same address, after its end."""


class KeptPhone(SitePhone):
    """A browser that keeps the referee of a server; its signal can be cut."""

    def cut(self) -> None:
        self.context.set_offline(True)

    def restore(self) -> None:
        self.context.set_offline(False)

    @property
    def not_sent(self) -> str:
        """The text of the quiet line."""
        return str(self.page.locator("#not-sent").inner_text())

    def sent(self) -> None:
        """Wait until the server has everything."""
        self.until(lambda: self.page.locator("#not-sent").is_hidden())

    def in_step(self) -> None:
        """Wait until the copy of the match that is shown is in step with the server."""
        self.until(lambda: self.runs() and self.head() == int(self.version))

    def head(self) -> int:
        """The length of the copy of the match that is shown, or -1 if there is none."""
        found = self.copy()
        return int(found.split()[0]) if found else -1

    def checksum(self) -> str:
        """The last checksum of that copy; empty if there is none."""
        return [*self.copy().split(), "", ""][1]

    def copy(self) -> str:
        """The length of that copy, its last checksum, and how much of it the server lacks; empty if there is none."""
        return str(self.window.evaluate(COPY))

    def last_copy(self) -> str:
        """The same, as the page of the app was told last."""
        return str(self.window.evaluate("() => document.getElementById('page').dataset.copy ?? ''"))

    def runs(self) -> bool:
        return bool(self.window.evaluate("() => localStorage.getItem('keeps-referee')"))


class Kept:
    """An instance that offers the app, and a phone that has it and is the owner's; both are copied for each test."""

    def __init__(self, playwright: Playwright, folder: Path) -> None:
        self.playwright, self.port = playwright, free_port()
        self.instance, self.profile = folder / "instance", folder / "profile"
        shutil.copytree(ENGINE, self.instance / "engine")
        server = Server(self.instance, port=self.port)
        phone = KeptPhone(playwright, self.profile, server)  # type: ignore[arg-type]
        phone.window.goto(server.address + server.link.lstrip("/"))
        phone.window.goto(f"{server.address}engine")
        phone.wait()
        phone.until(lambda: phone.window.evaluate(IS_QUICK))
        phone.close()
        server.close()

    def server(self, folder: Path) -> Server:
        """The server on an instance of its own."""
        shutil.copytree(self.instance, folder / "instance")
        return Server(folder / "instance", port=self.port)

    def phone(self, folder: Path, server: Server, **more: Any) -> KeptPhone:
        """A phone of its own."""
        shutil.copytree(self.profile, folder, ignore=shutil.ignore_patterns("Singleton*"))
        return KeptPhone(self.playwright, folder, server, **more)  # type: ignore[arg-type]


COPY = """async () => {
  const { dataset } = document.getElementById("page");
  delete dataset.copy;
  document.getElementById("page").dispatchEvent(new Event("load"));
  for (let tries = 0; tries < 100 && !("copy" in dataset); tries++) await new Promise((go) => setTimeout(go, 20));
  return dataset.copy ?? "";
}"""


def two(kept_phones: Callable[..., KeptPhone], *cut: int) -> tuple[list[KeptPhone], str]:
    """Two phones at a table with one trick; those with these places have no signal from then on."""
    both = [kept_phones(), kept_phones()]
    both[0].new_match(target=121, best_of=3)
    both[0].trick("7S AS 9S 8S")
    address = both[0].page.url.removeprefix(both[0].host.address)
    both[1].goto(address)
    for phone in both:
        phone.in_step()
    for place in cut:
        both[place].cut()
    return both, address


def agree(both: list[KeptPhone], length: int) -> None:
    """Both phones and the server have the same log of `length` entries."""
    for phone in both:
        phone.restore()
    for phone in both:
        phone.sent()
        expect(phone.page.locator("[name=version]")).to_have_value(str(length))
        phone.in_step()
    logs = [phone.page.request.get(f"{phone.host.address}matches/1/log").text() for phone in both]
    assert re.findall("<span>.*?</span>", logs[0]) == re.findall("<span>.*?</span>", logs[1])


def chosen(phone: KeptPhone, trick: int) -> None:
    """Compare, and choose what is on this phone."""
    expect(phone.page.locator("#not-sent")).to_contain_text("Another phone entered something different.")
    phone.page.get_by_role("button", name="Compare").click()
    expect(phone.page.locator("table td").first).to_contain_text("Trick 2")
    phone.page.get_by_role("button", name="This phone is right").click()
    phone.page.get_by_role("link", name="To the table", exact=True).click()
    expect(phone.page.locator("h1")).to_have_text(f"Game 1 · Trick {trick} of 13")
    phone.sent()


def problems(instance: Path) -> list[str]:
    """The findings of `referee check`."""
    with closing(Database(instance / "book.db")) as database:
        return list(check.problems(database))
