"""The app without a server in Firefox: a match by taps, with kills of the browser on the way."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from referee.games import GAMES
from tests.playing import free_port
from tests.servers import NEW
from tests.site.conftest import PATH
from tests.site.firefox import Marionette, firefox, running
from tests.site.host import host

FRAME = "const page = document.getElementById('page').contentWindow;"
BEGIN = f"""{FRAME}
const address = new URL("new", page.location.href);
const given = new DOMParser().parseFromString(await (await page.fetch(address)).text(), "text/html");
const hidden = ["csrf_token", "key"].map((name) => [name, given.querySelector(`[name=${{name}}]`).value]);
const body = new URLSearchParams({{ ...arguments[0], ...Object.fromEntries(hidden) }});
const answer = await page.fetch(address, {{ method: "POST", body }});
page.location.href = answer.url;
return answer.url;"""
TRICK = f"""{FRAME}
const version = () => page.document.querySelector("[name=version]")?.value;
const before = version();
for (const card of arguments[0]) page.document.querySelector(`.key[value="${{card}}"]`).click();
while (version() === before) await new Promise((resolve) => setTimeout(resolve, 10));
return version();"""
IS_SHOWN = "return !document.getElementById('page').hidden"
IS_THERE = f"{FRAME} return page.document.readyState === 'complete' && !!page.document.querySelector(arguments[0])"
IS_CURRENT = f"""{FRAME}
const text = await (await page.fetch(page.location.href)).text();
return page.document.querySelector("[name=version]").value === /name="version" value="(\\d+)"/.exec(text)[1];"""
# If Firefox is killed while it stores a large response, then at its next start it reckons that less than nothing is
# used, and writes no more.
IS_STORED = """const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
const files = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
return files.some(({ url }) => url.endsWith("/memory"));"""
TEXT = f"{FRAME} return (await page.fetch(arguments[0])).text()"
TRICKS = ["7S AS 9S 8S", "3C 2H KH AH", "5S 5D 5C 5H", "2D 3D 4D 6D", "7H 8H 9H QH", "2S 3S 4S 6S"]


def until(browser: Marionette, script: str, *given: Any) -> None:
    """Wait until a script returns true."""
    for _ in range(1200):
        if browser.evaluate(script, *given):
            return
        time.sleep(0.05)
    raise AssertionError(f"never: {script} {given}")


def there(browser: Marionette, selector: str) -> None:
    """Wait until the page in the frame has something."""
    until(browser, IS_SHOWN)
    until(browser, IS_THERE, selector)


def test_a_match_in_firefox(site: Path, tmp_path: Path) -> None:
    path = firefox()
    if path is None:
        assert os.environ.get("CI") != "true" or os.geteuid() != 0, "there is no Firefox"
        pytest.skip("there is no Firefox here; `make test-site` installs one where it can")
    port = free_port()
    form = NEW | {"target": "121", "best_of": "3", "season": "winter", "dealer": "N"}
    with host(site, PATH) as found:
        with running(path, tmp_path, port) as browser:
            browser.open(found.address)
            there(browser, "h1")
            table: Any = browser.evaluate(BEGIN, form)
            there(browser, "#table")
            until(browser, IS_STORED)
        found.stop()
        for at in range(0, len(TRICKS), 3):  # Killed after every third trick.
            with running(path, tmp_path, port) as browser:
                browser.open(table)
                there(browser, "#table")
                until(browser, IS_CURRENT)  # At first it may be the page that was kept last.
                for trick in TRICKS[at : at + 3]:
                    browser.evaluate(TRICK, trick.split())
                logs = json.loads(browser.evaluate(TEXT, f"{found.address}books/1/logs.json"))
    [match] = logs["matches"]
    actions = [json.loads(entry[2])[0] for entry in match["entries"]]
    assert [" ".join(action["cards"]) for action in actions] == TRICKS
    records = GAMES["havilering"]
    record = json.loads(match["setup"]) | {"format": "havilering-match", "version": 1, "actions": actions}
    assert records.outcome(records.replay(records.read(record)))["score"]["NS"] >= 0
