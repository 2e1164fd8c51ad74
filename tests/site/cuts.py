"""The signal cut at every step of a hand, on one phone and on both that keep the referee of a server.

    python -m tests.site.cuts

In every game and at every step of a hand, one way after another: what is entered on one phone, the same on both, what
differs, and one phone one or several steps behind the other.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from playwright.sync_api import sync_playwright

from referee.log.entry import in_force
from referee.store.database import Database
from tests.servers import hidden
from tests.site.kept import Kept, KeptPhone, agree, problems
from tests.site.tables import BEGIN, outcome

SHOWN = "table => `${table.dataset.version} ${table.querySelector('[name=draft]').value}`"
"""The version that a table shows, and what is tapped there."""
HAND = {"havilering": 15, "cribbage": 14, "hearts": 14, "humbug-whist": 15, "grevjass": 17, "karnoffel": 9}
"""With how many actions the records of these games have gone through a whole hand and the beginning of another."""


class Cuts:
    """Two phones at a match that goes on step by step, each with a cut signal."""

    def __init__(self, both: list[KeptPhone], game: str) -> None:
        self.both, self.done = both, 0
        self.record, self.enter = BEGIN[game](both[0])
        self.actions = self.record["actions"]
        self.address = both[0].page.url.removeprefix(both[0].host.address)
        both[1].goto(self.address)

    def step(self, way: str) -> None:
        """Enter the next action in one way; undo any further actions that needed."""
        for phone in self.both[: 1 if way == "one" else 2]:
            phone.in_step()
            phone.cut()
        more = {"one behind": 1, "several behind": 3}.get(way, 0)
        more = min(more, len(self.actions) - self.done - 1)
        WAYS[way](self, more)
        self._agree()
        for _ in range(more):
            self._take_back(self.both[1])
        self.done += 1
        if more:
            self._agree()

    def _take_back(self, phone: KeptPhone) -> None:
        """Undo the last entry, and then its cards or numbers, of which all but the last one are still tapped."""
        before = phone.version
        while phone.version == before or phone.page.locator("#table [name=draft]").input_value():
            shown = phone.page.locator("#table").evaluate(SHOWN)
            phone.button("Undo").tap()
            # What was merged may reload the page just then.
            phone.until(lambda: phone.page.locator("#table").evaluate(SHOWN) != shown)  # noqa: B023

    def ahead(self, more: int) -> None:
        """Both enter it, and the second phone goes on."""
        for phone, length in zip(self.both, (1, 1 + more), strict=True):
            for action in self.actions[self.done : self.done + length]:
                self.enter(phone, action)

    def alone(self, more: int) -> None:
        """Only the first phone enters it."""
        self.enter(self.both[0], self.actions[self.done])

    def otherwise(self, more: int) -> None:
        """One undoes what came before, the other goes on: the table chooses."""
        first, second = self.both
        if not self.done:
            return self.alone(more)
        self._take_back(first)
        self.enter(second, self.actions[self.done])
        first.restore()
        first.sent()
        second.restore()
        second.page.get_by_role("button", name="Compare").click()
        second.page.get_by_role("button", name="This phone is right").click()
        second.page.get_by_role("link", name="To the table", exact=True).click()
        return None

    def _agree(self) -> None:
        for phone in self.both:
            phone.restore()
        for phone in self.both:
            phone.until(lambda: phone.copy().endswith(" 0"))  # noqa: B023
        there = self.both[0].context.request.get(f"{self.both[0].host.address}{self.address.lstrip('/')}").text()
        agree(self.both, int(hidden(there, "version")))

    def look(self, instance: Path) -> None:
        """The server has each action once, and nothing else."""
        with closing(Database(instance / "book.db", read_only=True)) as database:
            live, _ = in_force(database.entries(1))
        there = [dict(action) for entry in live for action in entry.actions]
        assert len(there) == self.done
        assert outcome(self.record | {"actions": there}) == outcome(
            self.record | {"actions": self.actions[: self.done]}
        )
        assert problems(instance) == []


WAYS: dict[str, Callable[[Cuts, int], None]] = {
    "one": Cuts.alone, "same": Cuts.ahead, "different": Cuts.otherwise, "one behind": Cuts.ahead,
    "several behind": Cuts.ahead,
}  # fmt: skip


def main(games: list[str]) -> None:
    """All games, or those named: each way at every step of a hand."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        kept = Kept(playwright, Path(folder) / "kept")
        for game in games or HAND:
            for way in WAYS:
                place = Path(folder) / f"{game} {way}"
                server = kept.server(place)
                both = [kept.phone(place / f"phone-{each}", server) for each in range(2)]
                for phone in both:
                    phone.open("books/1/")
                cuts = Cuts(both, game)
                while cuts.done < HAND[game]:
                    cuts.step(way)
                cuts.look(place / "instance")
                for phone in both:
                    phone.close()
                server.close()
                print(f"{game}, {way}: {cuts.done} steps", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
