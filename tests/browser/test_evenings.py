"""A club's evening in browsers: two tables with two phones each, two rounds, and a board on a tablet."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import TablePage
from tests.servers import Server

pytestmark = [pytest.mark.quick(0), pytest.mark.timeout(180)]

NAMES = "Ann Bob Cat Dan Eve Fay Gus Hal Ida".split()
TRICKS = ("7S AS 9S 8S", "7H AH 9H 8H")


def address(phone: TablePage) -> str:
    return phone.page.url.removeprefix(phone.server.address)


def test_a_drive_of_two_tables(phones: Any, server: Server) -> None:
    """From arriving to prize-giving, with nothing but what is on the pages."""
    secretary = phones()
    page = secretary.page
    secretary.goto("books/1/")
    page.get_by_role("link", name="New evening: a drive of several tables").click()
    for game, has_partners in (("Cribbage", False), ("Havilering", True)):
        page.get_by_text(game, exact=True).click()
        expect(page.get_by_text("Partners", exact=True)).to_be_visible(visible=has_partners)
    page.get_by_text("Hands", exact=True).click()
    page.get_by_label("Number of hands").fill("1")
    page.get_by_role("button", name="Open the evening").click()
    page.get_by_label("New names").fill("\n".join(NAMES))
    page.get_by_role("button", name="Add them").last.click()
    expect(page.locator("main")).to_contain_text("9 players: 2 tables, 1 player sits out.")
    page.get_by_role("link", name="Links for phones").click()
    shown = page.locator("input[readonly]")
    expect(shown.nth(1)).to_be_attached()
    links = [re.sub(r"^https?://[^/]*/", "", each.input_value()) for each in shown.all()]
    board = phones(1024, 768, link=links[1])
    expect(board.page.locator(".people li")).to_have_count(9)

    guests = {name: phones(link=links[0]) for name in NAMES}
    for name, phone in guests.items():
        phone.page.get_by_role("button", name=name, exact=True).click()
        expect(phone.page.locator(".lead")).to_contain_text("the first round has not begun")
    page.get_by_role("link", name="Back").click()
    seen: set[str] = set()
    for number in range(2):
        page.get_by_role("button", name=f"Begin round {number + 1}").click()
        expect(page.locator(".table-card:visible")).to_have_count(2)
        out = board.page.locator(".sits-out bdi")
        expect(board.page.locator("h1")).to_contain_text(f"Round {number + 1}", timeout=15_000)
        resting = out.inner_text()
        at: dict[str, list[str]] = {}
        for name, phone in guests.items():
            if name == resting:
                expect(phone.page.locator(".lead")).to_contain_text(f"you sit out round {number + 1}", timeout=15_000)
                continue
            phone.page.wait_for_url(lambda url: "/matches/" in url and url not in seen, timeout=15_000)
            phone.page.locator("#table").wait_for()
            at.setdefault(phone.page.url, []).append(name)
            assert name in phone.page.locator(".felt .who").all_inner_texts()
            expect(phone.page.locator("#evening")).to_contain_text(f"Round {number + 1}: this is table")
        assert sorted(map(len, at.values())) == [4, 4]
        for url, names in at.items():
            first, second = (guests[name] for name in names[:2])
            first.trick(TRICKS[0])
            expect(second.page.locator("[name=version]")).to_have_value("1")
            second.trick(TRICKS[1])
            expect(first.page.locator("[name=version]")).to_have_value("2")
            seen.add(url)
        expect(board.page.locator(".table-card h3", has_text="hand 1 of 1")).to_have_count(2, timeout=15_000)
        page.reload()
        for card in page.locator("section > .table-cards > .table-card").all():
            card.locator("summary").click()
            card.locator("[name=side_0]").fill("20")
            card.locator("[name=side_1]").fill("13")
            card.get_by_role("button", name="Enter the result").click()
    expect(page.locator(".table-card.over:visible")).to_have_count(2)
    page.get_by_text("End the evening", exact=True).click()
    page.get_by_role("button", name="End it").click()
    expect(page.locator(".prizes")).to_contain_text("of Club night")
    expect(board.page.locator(".prizes")).to_be_visible(timeout=15_000)
    for phone in guests.values():
        expect(phone.page.locator(".prizes")).to_be_visible(timeout=15_000)
    places = board.page.locator(".standings tbody tr").all_inner_texts()
    assert len(places) == len(NAMES)


def test_the_field_for_names_grows_with_a_pasted_list(phones: Any) -> None:
    """Up to half of a small phone's page, also without scripts."""
    phone = phones(360, 640, java_script_enabled=False)
    phone.goto("books/1/evenings/new")
    phone.page.get_by_role("button", name="Open the evening").click()
    field, heights = phone.page.get_by_label("New names"), list[float]()
    for lines in (0, 6, 60):
        field.fill("\n".join(f"Player {number}" for number in range(lines)))
        heights.append(field.bounding_box()["height"])
    assert heights[0] < 80
    assert heights[1] > 140
    assert heights[1] < heights[2] <= 320


def test_an_evening_without_scripts(phones: Any, server: Server) -> None:
    phone = phones(java_script_enabled=False)
    page = phone.page
    phone.goto("books/1/evenings/new")
    page.get_by_role("button", name="Open the evening").click()
    page.get_by_label("New names").fill("Ann, Bob, Cat, Dan")
    page.get_by_role("button", name="Add them").last.click()
    page.get_by_role("button", name="Bob leaves").click()
    expect(page.locator(".people li")).to_have_count(3)
    page.get_by_label("New names").fill("Bob")
    page.get_by_role("button", name="Add them").last.click()
    page.get_by_role("button", name="Begin round 1").click()
    page.get_by_role("link", name="Open this table").click()
    expect(page.locator("#table")).to_be_visible()
