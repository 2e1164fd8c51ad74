"""Phones that keep the referee of a server, which is at the same address for all tests of a process."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright

from referee.books import check
from referee.store.database import Database
from referee.store.instance import CHECKOUT
from tests.playing import free_port
from tests.servers import Server
from tests.site.phone import SitePhone

ENGINE = CHECKOUT / "dist" / "kept" / "engine"
"""Where `make test-site` has it built."""


class KeptPhone(SitePhone):
    """A browser that keeps the referee of a server; its signal can be cut."""

    def cut(self) -> None:
        self.context.set_offline(True)

    def restore(self) -> None:
        self.context.set_offline(False)

    @property
    def not_sent(self) -> str:
        """What the quiet line tells."""
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

    def copy(self) -> str:
        """The length of that copy, its last checksum, and how much of it the server lacks; empty if there is none.

        It is as it was when this was asked the time before.
        """
        self.window.evaluate("() => document.getElementById('page').dispatchEvent(new Event('load'))")
        return self.window.evaluate("() => document.getElementById('page').dataset.copy") or ""

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


IS_QUICK = """async () => {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().some(({ url }) => url.endsWith("/memory"));
}"""


def problems(instance: Path) -> list[str]:
    """What `referee check` finds."""
    with closing(Database(instance / "book.db")) as database:
        return list(check.problems(database))
