"""Where the browser allows it, the app stays on the phone: it opens without network, with the last board."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.servers import Server

SIX, MORE = "7S AS 9S 8S", "2D 3D 4D 5D"


def settle(phone: Any) -> None:
    """Wait until the page in memory is the one on screen."""
    kept = """async () => {
      if (!navigator.serviceWorker.controller) return false;
      const kept = await (await caches.open("pages")).match(location.pathname);
      const { value, dataset } = document.querySelector("[name=version], #watch");
      const text = kept && (await kept.text());
      return Boolean(text?.includes(value ? `value="${value}"` : `data-version="${dataset.version}"`))
        && (await (await caches.open("files")).keys()).length > 5;
    }"""
    phone.page.wait_for_function(kept)


def test_the_last_board_opens_without_network_and_takes_tricks(phones: Any, server: Server, tmp_path: Path) -> None:
    phone = phones(service_workers="allow")
    phone.new_match(target=121, best_of=3)
    settle(phone)
    phone.trick(SIX)
    settle(phone)
    server.kill()
    context = phone.page.context
    phone.page.close()
    phone.page = context.new_page()
    phone.goto("matches/1/")
    assert phone.totals == (6, 0)
    expect(phone.page.locator("#stale")).to_contain_text("Not up to date since")
    phone.tap(*MORE.split())
    expect(phone.page.locator("#unsaved")).to_contain_text("Not yet saved: trick 2.")
    phone.page.reload()
    expect(phone.page.locator("#unsaved")).to_contain_text("Not yet saved: trick 2.")
    server.process = Server(tmp_path, port=server.port).process
    expect(phone.page.locator("[name=version]")).to_have_value("2")
    expect(phone.page.locator("#stale")).to_be_hidden()


def test_who_looks_on_keeps_the_last_board_too(phones: Any, server: Server, tmp_path: Path) -> None:
    scorer, watcher = phones(service_workers="allow"), phones(service_workers="allow")
    scorer.new_match(target=121, best_of=3)
    watcher.goto("matches/1/watch")
    settle(watcher)
    scorer.trick(SIX)
    expect(watcher.page.locator("#watch")).to_have_attribute("data-version", "1")
    settle(watcher)
    server.kill()
    watcher.page.reload()
    expect(watcher.page.locator("#watch .headline")).to_contain_text("Cat wins 6 points")
    watcher.goto("matches/1/sheet")
    expect(watcher.page.get_by_role("heading")).to_have_text("No signal")
    watcher.goto("")
    expect(watcher.page).to_have_url(re.compile(r"/matches/1/watch$"))
    server.process = Server(tmp_path, port=server.port).process


def test_what_is_not_shared_any_more_is_forgotten(phones: Any) -> None:
    phone = phones(service_workers="allow")
    phone.new_match(target=121, best_of=3)
    settle(phone)
    phone.page.context.clear_cookies()
    phone.goto("matches/1/")
    expect(phone.page.get_by_role("heading")).to_have_text("Not found")
    assert phone.page.evaluate("async () => (await (await caches.open('pages')).match('/matches/1/')) === undefined")


def test_the_app_can_be_installed(phones: Any) -> None:
    phone = phones(service_workers="allow")
    phone.new_match(target=121, best_of=3)
    client = phone.page.context.new_cdp_session(phone.page)
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert '"start_url": "/"' in manifest["data"]
    for icon in ("icon.svg", "icon-192.png", "icon-512.png"):
        assert phone.page.request.get(manifest["url"].replace("manifest.webmanifest", icon)).ok
