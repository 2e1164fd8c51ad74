"""Phones that keep the referee of a server: without a signal all goes on, and comes together when it is back."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.servers import Server
from tests.site.kept import ENGINE, Kept, KeptPhone, problems
from tests.site.tables import BEGIN, outcome


@pytest.fixture(scope="session")
def kept(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    if not (ENGINE / "edition.json").exists():
        assert os.environ.get("CI") != "true", "there is no app for phones: `make test-site`"
        pytest.skip("there is no app for phones here; `make test-site` builds it")
    return Kept(playwright, tmp_path_factory.mktemp("kept"))


@pytest.fixture
def server(kept: Kept, tmp_path: Path) -> Iterator[Server]:
    found = kept.server(tmp_path)
    yield found
    if found.is_running:
        found.close()
    assert problems(tmp_path / "instance") == []


@pytest.fixture
def phones(kept: Kept, server: Server, tmp_path: Path) -> Iterator[Callable[..., KeptPhone]]:
    made: list[KeptPhone] = []

    def phone() -> KeptPhone:
        made.append(kept.phone(tmp_path / f"phone-{len(made)}", server))
        return made[-1].open("books/1/")

    yield phone
    for each in made:
        each.close()
        expected = ("Failed to load resource", "net::ERR", "Unrecognized feature")
        assert [trouble for trouble in each.troubles if not trouble.startswith(expected)] == []


@pytest.mark.parametrize("game", BEGIN)
@pytest.mark.parametrize("first", [0, 1])
def test_a_signal_that_comes_and_goes_at_every_step(
    phones: Callable[..., KeptPhone], server: Server, game: str, first: int
) -> None:
    """Every second entry is made without a signal; in the second run the others."""
    phone = phones()
    record, enter = BEGIN[game](phone)
    address = phone.page.url.removeprefix(server.address)
    phone.in_step()
    for number, action in enumerate(record["actions"][:40]):
        if number % 2 == first:
            phone.cut()
        enter(phone, action)
        if number % 2 == first:
            assert "not yet sent" in phone.not_sent
            phone.restore()
            phone.sent()
    phone.goto(f"{address}sheet")
    whole = json.loads(phone.page.request.get(f"{server.address}{number_of(address)}/record.json").text())
    assert whole["actions"]


def number_of(address: str) -> str:
    return "matches/" + address.rstrip("/").rsplit("/", 1)[-1]


@pytest.mark.parametrize("game", BEGIN)
def test_a_whole_match_without_a_signal(
    phones: Callable[..., KeptPhone], server: Server, game: str, tmp_path: Path
) -> None:
    """From the second entry to the end, with a reload and a killed browser; then the server has it all, once."""
    phone = phones()
    record, enter = BEGIN[game](phone)
    address = phone.page.url.removeprefix(server.address)
    enter(phone, record["actions"][0])
    phone.in_step()
    phone.cut()
    for number, action in enumerate(record["actions"][1:], 1):
        enter(phone, action)
        if number == 3:
            phone.page.reload()
        if number == 6:
            phone.end_processes()
            phone.close()
            phone.start()
            phone.cut()
            phone.open(address)
            phone.until(phone.is_current)
    expect(phone.page.locator("h1").first).to_contain_text("over")
    phone.goto(f"{address}sheet")
    expect(phone.page.locator("h1").first).to_be_visible()
    phone.goto(address)
    phone.restore()
    phone.sent()
    there = phone.page.request.get(f"{server.address}{number_of(address)}/record.json").text()
    assert outcome(json.loads(there)) == outcome(record)
