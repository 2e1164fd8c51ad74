"""The site, as `make site` builds it, on a host of static files; and phones that have nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, sync_playwright

from referee.store.instance import CHECKOUT
from tests.site.host import Host
from tests.site.host import host as running
from tests.site.phone import SitePhone

SITE = CHECKOUT / "dist" / "site"
PATH = "/cards/"
"""The site is in a folder of its host, which is harder than at its root."""


@pytest.fixture(scope="session")
def site() -> Path:
    if not (SITE / "edition.json").exists():
        assert os.environ.get("CI") != "true", "there is no site: `make site`"
        pytest.skip("there is no site here; `make test-site` builds one")
    return SITE


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    with running(site, PATH) as found:
        yield found


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture
def phones(playwright: Playwright, host: Host, tmp_path: Path) -> Iterator[Callable[..., SitePhone]]:
    """Makes phones, each with a profile of its own; at the end none of them may have met an error."""
    made: list[SitePhone] = []

    def phone(host: Host = host, profile_of: SitePhone | None = None, **more: Any) -> SitePhone:
        """Has a profile of its own, or is another tab of a phone."""
        profile = profile_of.profile if profile_of else tmp_path / f"phone-{len(made)}"
        context = profile_of.context if profile_of else None
        made.append(SitePhone(playwright, profile, host, context, **more))
        return made[-1]

    yield phone
    for each in made:
        each.close()
        expected = ("Failed to load resource", "net::ERR", "Unrecognized feature")  # No host, on purpose.
        assert [trouble for trouble in each.troubles if not trouble.startswith(expected)] == []
