"""Random walks of two phones that keep the referee of a server: signals come and go, pages reload, browsers die.

    python -m tests.site.walks 0 200

walks with these seeds. After each of them both phones, the server and a replay of its record agree, and all that was
acknowledged is there.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect, sync_playwright

from referee.store.database import Database
from tests.havilering.self_play import PACK
from tests.site.kept import Kept, KeptPhone, problems

STEPS = 14
DELETE = "#parked:not([hidden]) button:text-is('Delete')"


class Walk:
    """Two phones at one table, and what they were told is entered."""

    def __init__(self, kept: Kept, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.instance, self.server = folder / "instance", kept.server(folder)
        self.phones = [kept.phone(folder / f"phone-{each}", self.server) for each in range(2)]
        self.cards = self.chance.sample(PACK, 52)
        self.acknowledged: list[list[str]] = []
        self.phones[0].open("books/1/")
        self.phones[0].new_match(target=1000, best_of=1)
        self.address = self.phones[0].page.url.removeprefix(self.server.address)
        self.phones[1].open(self.address)
        for phone in self.phones:
            phone.page.locator("#table").wait_for()
            phone.in_step()

    def go(self) -> None:
        """Some steps; then all comes together."""
        for _ in range(STEPS):
            self.step(self.chance.choice(self.phones), self.chance.random())
        for phone in self.phones:
            phone.restore()
        for phone in self.phones:
            self.bring(phone)
        self.look()

    def step(self, phone: KeptPhone, kind: float) -> None:
        """One thing that happens to a phone."""
        if kind < 0.6:
            self.enter(phone)
        elif kind < 0.66 and "Trick 1 of" not in phone.page.locator("h1").inner_text():
            phone.after(lambda: phone.button("Undo").tap())
        elif kind < 0.9:
            self.chance.choice((phone.cut, phone.restore))()
        elif kind < 0.96:
            phone.page.reload()
            phone.page.locator("#table").wait_for()
        else:
            phone.end_processes()
            phone.close()
            phone.again(self.address)

    def enter(self, phone: KeptPhone) -> None:
        """The next trick, as this phone counts; sometimes in another order."""
        heading = phone.page.locator("h1").inner_text()
        found = re.search(r"Trick (\d+)", heading)
        assert found, heading
        start = 4 * int(found[1]) - 4
        cards = self.cards[start : start + 4][:: self.chance.choices((1, -1), (85, 15))[0]]
        before = phone.version
        phone.tap(*cards)
        try:
            phone.until(lambda: phone.version != before, 5)
        except (
            AssertionError
        ):  # The other phone was before it while cards were tapped: the table says that they have gone.
            phone.page.reload()
            phone.page.locator("#table").wait_for()
            return
        if phone.page.locator("#table").get_attribute("data-last") == ".".join(cards):
            self.acknowledged.append(cards)
        refused = phone.page.locator(DELETE)
        if refused.count():  # Likewise, and this one was told so.
            refused.first.evaluate("button => button.click()")  # What is told of a card may lie over it.

    def bring(self, phone: KeptPhone) -> None:
        """Until the server has all that a phone has; where it differs, the table chooses."""
        page = phone.page
        compare = page.get_by_role("button", name="Compare")
        for _ in range(20):
            phone.until(lambda: phone.copy().endswith(" 0") or compare.count())
            if not compare.count():
                return
            with suppress(PlaywrightError):  # The other phone may have brought the same meanwhile.
                compare.click(timeout=5_000)
                expect(page.locator("h1")).to_have_text(re.compile("Which is right|Chosen"))
                words = self.chance.choice(("This phone is right", "The other is right"))
                if page.locator("h1").inner_text() != "Chosen":  # The other has brought the same before.
                    page.get_by_role("button", name=words).click()
                page.get_by_role("link", name="To the table", exact=True).click()
                page.locator("#table").wait_for()
        raise AssertionError("the phones do not come together")

    def is_copy(self, phone: KeptPhone, of: str) -> bool:
        return phone.copy() == of

    def look(self) -> None:
        """All have the same."""
        with closing(Database(self.instance / "book.db", read_only=True)) as database:
            entries = database.entries(1)
            head = database.head(1)
        assert head
        there = f"{head.version} {head.checksum} 0"
        for phone in self.phones:
            expect(phone.page.locator("[name=version]")).to_have_value(str(head.version))
            phone.until(partial(self.is_copy, phone, there))
            phone.close()
        played = [action["cards"] for entry in entries for action in entry.actions if action.get("type") == "trick"]
        assert [cards for cards in self.acknowledged if cards not in played] == []
        self.server.close()
        assert problems(self.instance) == []


def main(first: int, last: int) -> None:
    """Walk with these seeds, and tell what came of it."""
    entered = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        kept = Kept(playwright, Path(folder) / "kept")
        for seed in range(first, last):
            walk = Walk(kept, Path(folder) / str(seed), seed)
            walk.go()
            entered += len(walk.acknowledged)
            print(f"seed {seed}, {entered} entries acknowledged: none lost, and all agree", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
