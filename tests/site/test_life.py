"""The app's life in its frame: addresses, the back button, other tabs, files, and browsers that lack a feature."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.site.conftest import PATH
from tests.site.host import Host
from tests.site.host import host as running
from tests.site.phone import SitePhone

Phones = Callable[..., SitePhone]


def test_address_title_and_back_button_are_those_of_the_page(phones: Phones, host: Host) -> None:
    phone = phones().open()
    window = phone.window
    assert window.url == f"{host.address}books/1/"
    phone.new_match()
    phone.until(lambda: window.url == f"{host.address}matches/1/")
    expect(window).to_have_title("Ann & Cat v Bob & Dan · Game 1 · Trick 1 of 13 · Referee")
    phone.trick("7S AS 9S 8S")
    phone.goto("matches/1/sheet")
    phone.until(lambda: window.url.endswith("/sheet"))
    window.go_back()
    phone.until(lambda: window.url == f"{host.address}matches/1/")
    phone.page.reload()
    expect(phone.page.locator("h1")).to_have_text("Game 1 · Trick 2 of 13")
    window.go_back()
    phone.until(lambda: window.url == f"{host.address}books/1/")
    window.go_forward()
    phone.until(lambda: window.url == f"{host.address}matches/1/")
    expect(phone.page.locator("#table")).to_be_visible()


def test_an_address_of_the_app_leads_to_it_also_without_a_service_worker(phones: Phones, host: Host) -> None:
    phone = phones(is_new=True)
    phone.window.goto(f"{host.address}matches/1/sheet")
    phone.until(lambda: phone.window.url == f"{host.address}books/1/")
    phone.new_match()
    phone.open("matches/1/sheet")
    assert phone.page.url == f"{host.address}matches/1/sheet"
    phone.window.goto(f"{host.address}matches/99/")
    expect(phone.page.locator("h1")).to_have_text("Not found")


def test_it_opens_where_the_evening_was_left(phones: Phones, host: Host) -> None:
    phone = phones().open()
    host.stop()
    phone.new_match()
    phone.trick("7S AS 9S 8S")
    phone.until(lambda: phone.window.evaluate("async () => (await (await caches.open('/cards/pages')).keys())"
                                        ".filter(({ url }) => url.endsWith('/matches/1/')).length"))  # fmt: skip
    phone.context.close()
    phone.again()
    expect(phone.page.locator("h1")).to_have_text("Game 1 · Trick 2 of 13")
    phone.trick("2H 3H 4H 5H")
    assert len(phone.entries()) == 2


def test_a_second_tab_joins_the_first_and_goes_on_after_it(phones: Phones, host: Host) -> None:
    phone = phones().open()
    phone.new_match()
    other = phones(tab_of=phone)
    other.open("matches/1/")
    phone.trick("7S AS 9S 8S")
    expect(other.page.locator("h1")).to_have_text("Game 1 · Trick 2 of 13")  # By the line of events.
    other.trick("2H 3H 4H 5H")
    expect(phone.page.locator("h1")).to_have_text("Game 1 · Trick 3 of 13")
    phone.window.close()
    other.trick("2S 3S 4S 5S")
    assert len(other.entries()) == 3


def test_a_forced_reload_comes_back(phones: Phones) -> None:
    phone = phones().open()
    client = phone.window.context.new_cdp_session(phone.window)
    client.send("Page.reload", {"ignoreCache": True})
    phone.wait()
    expect(phone.page.locator("h1")).to_have_text("Matches")


def test_files_are_saved_and_brought_in(phones: Phones, tmp_path: Path) -> None:
    phone = phones(accept_downloads=True).open()
    phone.new_match()
    phone.trick("7S AS 9S 8S")
    phone.undo()
    phone.goto("matches/1/sheet")
    with phone.window.expect_download() as download:
        phone.page.get_by_role("link", name="Picture").tap()
    assert download.value.suggested_filename == "havilering-1.png"
    phone.goto("books/1/files")
    with phone.window.expect_download() as download:
        phone.page.get_by_role("link", name="Save the book").tap()
    download.value.save_as(tmp_path / "book.json")
    data = json.loads((tmp_path / "book.json").read_text())
    assert [entry[1] for match in data["matches"] for entry in match["entries"]] == ["act", "undo"]
    other = phones().open()
    other.goto("books/1/files")
    other.page.locator("[type=file]").set_input_files(tmp_path / "book.json")
    other.page.get_by_role("button", name="Import").tap()
    expect(other.page.get_by_text("1 match imported.")).to_be_visible()
    other.goto("matches/1/")
    other.trick("2H 3H 4H 5H")


def test_what_needs_a_server_is_not_offered(phones: Phones) -> None:
    phone = phones().open()
    phone.new_match()
    for path in ("books/1/", "matches/1/", "matches/1/sheet", "matches/1/board", "settings"):
        phone.goto(path)
        assert phone.page.get_by_role("link", name="Share").count() == 0, path
    expect(phone.page.get_by_text("Name of this phone")).to_have_count(0)
    phone.goto("matches/1/share")
    expect(phone.page.get_by_text("To share links, import the book on a server")).to_be_visible()


@pytest.mark.parametrize("path", ["/", PATH])
def test_it_says_whether_the_book_is_kept(phones: Phones, site: Path, path: str) -> None:
    """Also at the root of a host."""
    with running(site, path) as host:
        phone = phones(host=host, is_new=True).open()
        phone.new_match()
        phone.goto("books/1/files")
        expect(phone.page.locator("#may-go, #is-kept").locator("visible=true")).to_have_count(1)


LACKS = [
    ("delete Navigator.prototype.locks", "This browser cannot run the referee."),
    ("delete StorageManager.prototype.getDirectory", "This browser cannot run the referee."),
    ("Object.defineProperty(window, 'isSecureContext', { get: () => false })", "needs https"),
    (
        "StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))",
        "This is a private window",
    ),
]


@pytest.mark.parametrize(("lack", "told"), LACKS)
def test_a_browser_that_lacks_something_is_told_so(phones: Phones, host: Host, lack: str, told: str) -> None:
    phone = phones()
    phone.window.add_init_script(lack)
    phone.window.goto(host.address)
    expect(phone.window.locator("#said")).to_contain_text(told)


def test_a_start_may_take_its_time(phones: Phones, host: Host, site: Path, tmp_path: Path) -> None:
    """Longer than the service worker waits for a page that says nothing."""
    host.folder = Path(shutil.copytree(site, tmp_path / "hasty"))
    worker = (site / "sw.js").read_text()
    assert "[60_000, 5_000]" in worker
    (host.folder / "sw.js").write_text(worker.replace("[60_000, 5_000]", "[600, 200]"))
    host.stop()
    host.start()
    phone = phones(is_new=True)
    phone.window.goto(host.address)
    phone.wait()
    expect(phone.page.locator("h1")).to_have_text("Matches")


SHARES = """
window.shared = [];
Object.defineProperty(Navigator.prototype, "standalone", { get: () => true });
Navigator.prototype.canShare = ({ files }) => files[0].type === "text/plain"; // As of JSON on some phones.
Navigator.prototype.share = async ({ files }) => top.shared.push([files[0].name, await files[0].text()]);
"""


def test_an_iphone_is_led_to_its_home_screen_and_shares_files_there(phones: Phones, host: Host) -> None:
    phone = phones()
    phone.window.add_init_script('Object.defineProperty(Navigator.prototype, "standalone", { get: () => false })')
    phone.open()
    expect(phone.page.locator("#add-home")).to_contain_text("before the first match: Share, then Add to Home Screen")
    phone.new_match()
    phone.goto("books/1/")
    expect(phone.page.locator("#add-home")).to_contain_text("To move this one there")
    installed = phones(is_new=True)
    installed.window.add_init_script(SHARES)
    installed.open()
    installed.new_match()
    installed.trick("7S AS 9S 8S")
    keys = (("books/1/files", "Save the book"), ("matches/1/sheet", "Save the match record"),
            ("books/1/files", "Save as a table (CSV)"))  # fmt: skip
    for done, (page, key) in enumerate(keys, 1):
        installed.goto(page)
        installed.page.locator("a, button").filter(has_text=key).tap()
        installed.window.wait_for_function("done => shared.length === done", arg=done)
    shared = dict(installed.window.evaluate("shared"))
    assert [name.rsplit(".", 1)[1] for name in shared] == ["json", "json", "csv"]
    assert all(shared.values())
    expect(installed.page.locator("h1")).to_have_text("Export and import")


def test_a_first_visit_that_is_cut_off_is_told_so(phones: Phones, host: Host) -> None:
    phone = phones(is_new=True)
    host.instead["code.zip.lzma"] = b""
    phone.window.goto(host.address)
    expect(phone.window.locator("#said")).to_contain_text("could not be loaded")
    host.instead.clear()
    phone.window.get_by_role("button", name="Try again").click()
    phone.wait()


def test_a_damaged_file_is_not_taken(phones: Phones, host: Host) -> None:
    phone = phones(is_new=True)
    host.instead["code.zip.lzma"] = b"damaged"
    phone.window.goto(host.address)
    expect(phone.window.locator("#said")).to_contain_text("is damaged")


def test_double_taps_and_nonsense_change_nothing(phones: Phones) -> None:
    phone: Any = phones().open()
    phone.new_match()
    phone.tap("7S", "7S", "AS", "9S")
    phone.after(lambda: phone.page.locator('.key[value="8S"]').dblclick())
    for address in ("matches/1/enter", "matches/x", "..%2f..%2f", "static/none.js", "books/1/?before=-1", "%00"):
        answer = phone.page.request.get(phone.host.address + address)
        assert "Traceback" not in answer.text()
    assert len(phone.entries()) == 1
