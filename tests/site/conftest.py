"""The site as built by `make site`, on a static host; and phones that have nothing else."""

from __future__ import annotations

import json
import math
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright

from referee.store.instance import CHECKOUT
from referee.web import static_address
from tests.browser.patience import PATIENCE, last_look
from tests.servers import Server
from tests.site.host import Host
from tests.site.host import host as running
from tests.site.kept import ENGINE, Kept, KeptPhone, Restart, problems
from tests.site.phone import IS_QUICK, LONGEST, SitePhone

SITE = CHECKOUT / "dist" / "site"
PATH = "/cards/"
"""The site is in a folder of its host, which is harder than at its root."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    PATIENCE.begin(item, LONGEST)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    PATIENCE.end = math.inf if call.when == "call" else PATIENCE.end
    if report.failed:
        last_look(report, [page for phone in SitePhone.opened for page in phone.context.pages])
    return report


@pytest.fixture(scope="session")
def site() -> Path:
    if not (SITE / "edition.json").exists():
        assert os.environ.get("CI") != "true", "there is no site: `make site`"
        pytest.skip("there is no site here; `make test-site` builds one")
    return SITE


@pytest.fixture(scope="session")
def visited(playwright: Playwright, site: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Host, Path]:
    """A host that is stopped, and the profile of a browser that has been there once and has entered nothing."""
    profile = tmp_path_factory.mktemp("visited") / "profile"
    with running(site, PATH) as found:
        phone = SitePhone(playwright, profile, found).open()
        phone.until(lambda: phone.window.evaluate(IS_QUICK))
        phone.close()
    return found, profile


@pytest.fixture
def host(visited: tuple[Host, Path], site: Path) -> Iterator[Host]:
    """The host, at the address where the phones have been."""
    found, _ = visited
    found.folder = site
    found.instead.clear()
    found.start()
    yield found
    found.stop()


@pytest.fixture
def phones(
    playwright: Playwright, visited: tuple[Host, Path], host: Host, tmp_path: Path
) -> Iterator[Callable[..., SitePhone]]:
    """Makes phones; at the end none of them may have met an error."""
    made: list[SitePhone] = []

    def phone(host: Host = host, is_new: bool = False, tab_of: SitePhone | None = None, **more: Any) -> SitePhone:
        """Has been at the site and entered nothing; or is new to it, or another tab of a phone."""
        profile = tab_of.profile if tab_of else tmp_path / f"phone-{len(made)}"
        if not (tab_of or is_new):
            shutil.copytree(visited[1], profile, ignore=shutil.ignore_patterns("Singleton*"))
        made.append(SitePhone(playwright, profile, host, tab_of.context if tab_of else None, **more))
        return made[-1]

    yield phone
    _end(made)


# --- with a server -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def kept(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    edition = ENGINE / "edition.json"
    if not edition.exists() or json.loads(edition.read_text())["static"] != static_address():
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
def restart(kept: Kept, server: Server, tmp_path: Path) -> Iterator[Restart]:
    """Start the server again, at the same address, after its end."""
    made: list[Server] = []

    def restart() -> Server:
        made.append(Server(tmp_path / "instance", port=kept.port))
        return made[-1]

    yield restart
    for each in made:
        each.close()


@pytest.fixture
def kept_phones(kept: Kept, server: Server, tmp_path: Path) -> Iterator[Callable[..., KeptPhone]]:
    made: list[KeptPhone] = []

    def phone() -> KeptPhone:
        made.append(kept.phone(tmp_path / f"phone-{len(made)}", server))
        made[-1].open("books/1/")
        return made[-1]

    yield phone
    _end(made)


def _end(made: Sequence[SitePhone]) -> None:
    """None of them may have met an error."""
    for each in made:
        each.close()
        expected = ("Failed to load resource", "net::ERR", "Unrecognized feature")  # No host, on purpose.
        assert [trouble for trouble in each.troubles if not trouble.startswith(expected)] == []
