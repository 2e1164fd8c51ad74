"""Benchmark of taps on a cheap phone over poor Wi-Fi: CPU throttled four times, slow 4G."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from referee.cards import PACK, codes
from tests.bench.figures import Figure
from tests.browser.conftest import LOCK, TablePage
from tests.browser.find import QUIET, browser
from tests.browser.pace import frames_of, result_after, round_trip, slow, watch
from tests.browser.weight import Weight
from tests.servers import COMMAND, Server, hidden


def phone(folder: Path) -> Iterator[Figure]:
    server = Server(folder / "phone", COMMAND)
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser(), args=QUIET)
            context = chromium.new_context(
                viewport={"width": 360, "height": 640}, has_touch=True, service_workers="block"
            )
            context.add_init_script(LOCK)
            table = TablePage(context.new_page(), server)
            table.goto(server.link)
            table.new_match(target=1000, best_of=1)
            yield from weights(table)
            yield from cribbage_weights(table)
            yield from hearts_weights(table)
            yield from grevjass_weights(table)
            table.goto("matches/1/")
            yield from pace(table)
            chromium.close()
    finally:
        server.close()


def weights(table: TablePage) -> Iterator[Figure]:
    """Bytes over the wire."""
    weight = Weight(table.page)
    first = weight.of(lambda: table.page.goto(table.page.url))
    answer = weight.of(lambda: table.trick(codes(PACK)[:4]))
    yield Figure(
        "a first visit to the table, with everything",
        f"{first.body / 1000:.1f} kB",
        "45 kB",
        f"{first.wire / 1000:.1f} kB including the headers of {first.answers} responses",
    )
    yield Figure(
        "the answer to a trick",
        f"{answer.body / 1000:.1f} kB",
        "3 kB",
        f"{answer.wire / 1000:.1f} kB including its headers",
    )


def cribbage_weights(table: TablePage) -> Iterator[Figure]:
    """The same for cribbage, in a browser with an empty cache."""
    page = table.page
    form = {"N": "Ann", "S": "Bob", "dealer": "S", "target": "121", "best_of": "1", "skunk": "1", "lurch": "2",
            "double_lurch": "1", "false_go": "2"}  # fmt: skip
    opened = page.request.get(f"{table.server.address}cribbage/books/1/new").text()
    form |= {name: hidden(opened, name) for name in ("csrf_token", "key")}
    given = dict[str, str | float | bool](form)
    address = page.request.post(f"{table.server.address}cribbage/books/1/new", form=given).url
    weight = Weight(page)
    first = weight.of(lambda: page.goto(address))
    answer = weight.of(lambda: table.after(lambda: table.tap("5D")))
    yield Figure(
        "a first visit to the table of cribbage", f"{first.body / 1000:.1f} kB", "45 kB", f"{first.answers} responses"
    )
    yield Figure("the answer to a card of cribbage", f"{answer.body / 1000:.1f} kB", "3 kB")


def hearts_weights(table: TablePage) -> Iterator[Figure]:
    """The same for Hearts."""
    page = table.page
    address = f"{table.server.address}hearts/books/1/new"
    opened = page.request.get(address).text()
    form = {name: hidden(opened, name) for name in ("csrf_token", "key")} | {"dealer": "4", "settling": "sweepstake"}
    form |= {f"seat_{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cat", "Dan"), 1)}
    address = page.request.post(address, form=dict[str, str | float | bool](form)).url
    weight = Weight(page)
    first = weight.of(lambda: page.goto(address))
    for number in (1, 3):
        table.touch(f'[name=tap][value="{number}"]')
    answer = weight.of(lambda: table.after(lambda: table.touch('[name=tap][value="4"]')))
    yield Figure(
        "a first visit to the table of Hearts", f"{first.body / 1000:.1f} kB", "45 kB", f"{first.answers} responses"
    )
    yield Figure("the answer to a count of Hearts", f"{answer.body / 1000:.1f} kB", "3 kB")


def grevjass_weights(table: TablePage) -> Iterator[Figure]:
    """The same for Grevjass."""
    page, address = table.page, f"{table.server.address}grevjass/books/1/new"
    opened = page.request.get(address).text()
    form = {name: hidden(opened, name) for name in ("csrf_token", "key")} | {"dealer": "N", "strokes": "6"}
    form |= dict(zip("NESW", ("Ann", "Bob", "Cat", "Dan"), strict=True)) | {"claims": "blind", "stikk": "played"}
    address = page.request.post(address, form=dict[str, str | float | bool](form)).url
    weight = Weight(page)
    first = weight.of(lambda: page.goto(address))
    table.after(lambda: table.tap("9H"))
    answer = weight.of(lambda: table.trick("7S AS 9S 8S"))
    yield Figure(
        "a first visit to the table of Grevjass", f"{first.body / 1000:.1f} kB", "45 kB", f"{first.answers} responses"
    )
    yield Figure("the answer to a trick of Grevjass", f"{answer.body / 1000:.1f} kB", "3 kB")


def pace(table: TablePage) -> Iterator[Figure]:
    """On the slow phone."""
    page, pack = table.page, codes(PACK)
    slow(page)
    watch(page)
    rounds = [(result_after(page, pack[place : place + 4]), round_trip(page)) for place in range(4, 52, 4)]
    result, bare = (statistics.median(times) for times in zip(*rounds, strict=True))
    yield Figure(
        "on a slow phone, from the fourth tap to the result on its screen",
        f"{result:.0f} ms",
        "",
        f"an empty request takes {bare:.0f} ms on that connection",
    )
    yield Figure(
        "from a tap to the card in its place",
        f"{statistics.median(frames_of(page)):.0f} ms",
        "next frame",
        "until the end of that frame",
    )
