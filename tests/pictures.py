"""Take the pictures of the README from the app itself.

    python -m tests.pictures [FOLDER]

writes `table.webp`, `why.webp`, `board.webp`, `evening.webp` and the moving `trick.webp`, by default to `docs/`.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import LOCK, TablePage
from tests.browser.find import QUIET
from tests.browser.find import browser as find_browser
from tests.servers import Server

HOME = Path(__file__).parent.parent
PHONE: dict[str, int] = {"width": 390, "height": 664}
PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Leo")
FIRST = ("7S AS 9S 8S", "5H KH 4H 6H", "QD 9D KD 6D", "TC 5C AC JC", "3H 2H 8H 7H", "2S JS QS 4S")
SHOWN = ("8D", "7D", "4D", "3D")
QUALITY = 75
"""The quality of WebP pictures, from 0 to 100."""


def page_of(browser: Browser, server: Server, width: int, height: int) -> TablePage:
    """A phone or a screen that has opened the score book."""
    size = ViewportSize(width=width, height=height)
    context = browser.new_context(viewport=size, device_scale_factor=2, has_touch=True, service_workers="block")
    context.add_init_script(LOCK)
    context.request.get(server.address + server.link.lstrip("/"), max_redirects=0)
    return TablePage(context.new_page(), server)


def seen(page: Page) -> Image.Image:
    """A picture of the page once its typefaces are there and nothing moves."""
    page.evaluate(
        "document.fonts.ready.then(() => Promise.all(document.getAnimations().map((each) => each.finished)))"
    )
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def saved(picture: Image.Image, file: Path) -> None:
    """Save a picture as WebP."""
    picture.save(file, quality=QUALITY, method=6)


def of_match(browser: Browser, server: Server, folder: Path) -> None:
    """A table, one trick of it being tapped, why the trick scores, and the watch page on a tablet."""
    phone = page_of(browser, server, **PHONE)
    phone.new_match(season="spring", dealer="W")
    for trick in FIRST:
        phone.trick(trick)
    frames = [seen(phone.page)]
    for card in SHOWN[:3]:
        phone.tap(card)
        frames.append(seen(phone.page))
    phone.after(lambda: phone.tap(SHOWN[3]))
    frames.append(seen(phone.page))
    saved(frames[-1], folder / "table.webp")
    small = [frame.resize((PHONE["width"], PHONE["height"])) for frame in frames]
    times = [1200, 500, 500, 500, 3000]  # ms
    moving = folder / "trick.webp"
    small[0].save(moving, save_all=True, append_images=small[1:], loop=0, quality=QUALITY, method=6, duration=times)
    number = phone.page.url.rstrip("/").split("/")[-1]
    phone.page.locator("a", has_text="Why").first.click()
    saved(seen(phone.page), folder / "why.webp")
    board = page_of(browser, server, 1024, 640)
    board.goto(f"matches/{number}/watch")
    saved(seen(board.page), folder / "board.webp")


def of_evening(browser: Browser, server: Server, folder: Path) -> None:
    """The board of an evening in its second round."""
    secretary = page_of(browser, server, 1024, 640)
    page = secretary.page
    secretary.goto("books/1/")
    page.get_by_role("link", name="New evening: a drive of several tables").click()
    page.get_by_role("button", name="Open the evening").click()
    page.get_by_label("New names").fill("\n".join(PLAYERS))
    page.get_by_role("button", name="Add them").last.click()
    page.get_by_role("button", name="Begin round 1").click()
    address = page.url.split("#")[0]
    for table, (one, other) in enumerate(((64, 51), (40, 73), (58, 57)), start=1):
        card = page.locator("section > .table-cards > .table-card").nth(table - 1)
        card.locator("summary").click()
        card.locator("[name=side_0]").fill(str(one))
        card.locator("[name=side_1]").fill(str(other))
        with page.expect_navigation():
            card.get_by_role("button", name="Enter the result").click()
    page.get_by_role("button", name="Begin round 2").click()
    page.locator("h1", has_text="Round 2").wait_for()
    page.goto(address.rstrip("/") + "/board")
    saved(seen(page), folder / "evening.webp")


def main(folder: Path = HOME / "docs") -> None:
    """Take all of them."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as instance:
        server = Server(Path(instance))
        browser = playwright.chromium.launch(executable_path=find_browser(), args=QUIET)
        of_match(browser, server, folder)
        of_evening(browser, server, folder)
        browser.close()
        server.kill()
    for file in sorted(folder.glob("*.webp")):
        print(f"{file.name} {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
