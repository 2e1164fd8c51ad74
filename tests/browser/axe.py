"""The findings of axe-core on a page, light and dark."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import TablePage

AXE = Axe().axe_script
RULES: dict[Literal["dark", "light"], dict[str, Any]] = {"dark": {"runOnly": ["color-contrast"]}, "light": {}}
"""The options of axe that are not the default; in the dark only colours are checked."""
RUN = """options => axe.run({ resultTypes: ["violations"], preload: false, ...options })
  .then(({ violations }) => violations)"""
"""Without a copy of all styles, which no rule asks for that is on by default."""


def findings(phone: TablePage, has_dark: bool = True) -> list[str]:
    """The findings of axe on a page, as theme, rule and place."""
    told = []
    phone.page.evaluate(AXE)
    for theme, rules in RULES.items():
        if theme == "dark" and not has_dark:
            continue
        phone.page.emulate_media(color_scheme=theme)
        for each in phone.page.evaluate(RUN, rules):
            told += [f"{theme} {each['id']}: {node['target']} {node['failureSummary']}" for node in each["nodes"]]
    return told
