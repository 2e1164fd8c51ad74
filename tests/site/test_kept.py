"""Nothing acknowledged is lost: on a full disk, with new editions, and with editions that fail."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.books import check
from referee.store.database import Database
from referee.store.instance import CHECKOUT
from tests.site.editions import another, edition_of
from tests.site.host import Host
from tests.site.phone import SitePhone

Phones = Callable[..., SitePhone]
FROZEN = CHECKOUT / "tests" / "frozen"
WRITE = """async ([name, content]) => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("referee_cards_", { create: true });
  const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await file.write(Uint8Array.from(atob(content), (each) => each.charCodeAt(0)));
  await file.close();
}"""
READ = """async (name) => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("referee_cards_");
  const bytes = new Uint8Array(await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer());
  return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(""));
}"""


EDITIONS = "async () => (await caches.keys()).filter((name) => name.includes('edition'))"


def write(phone: SitePhone, name: str, content: bytes) -> None:
    """Put a file into the browser's private file system; no page of the app may be open."""
    phone.window.evaluate(WRITE, [name, base64.b64encode(content).decode()])


def read(phone: SitePhone, name: str) -> bytes:
    return base64.b64decode(phone.window.evaluate(READ, name))


FILL = """async ([home, cards]) => {
  const page = () => fetch(home + "matches/1/").then((got) => got.text());
  const document = new DOMParser().parseFromString(await page(), "text/html");
  const token = document.querySelector("meta[name=csrf]").content;
  for (let at = 0; at < 1000; at++) {
    const version = /name="version" value="(\\d+)"/.exec(await page())[1];
    const entry = at % 2 ? { do: "undo" } : { draft: cards };
    const body = new URLSearchParams({ csrf_token: token, version, key: `k${at}`, ...entry });
    const headers = { "HX-Request": "true" };
    const answer = await fetch(`${home}matches/1/enter`, { method: "POST", body, headers });
    if (answer.status !== 200) return [at, answer.status, await answer.text()];
  }
}"""


def test_a_full_disk_is_told_and_nothing_is_half_stored(phones: Phones) -> None:
    """A trick is entered and undone until the browser gives no more room."""
    phone: Any = phones().open()
    phone.new_match()
    client = phone.window.context.new_cdp_session(phone.window)
    origin = phone.host.address.removesuffix(phone.host.path)
    client.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 0})
    done, status, text = phone.page.evaluate(FILL, [phone.host.address, "7S.AS.9S.8S"])
    assert status == 503
    assert "The disk is full" in text
    assert len(phone.entries()) == done
    client.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    phone.page.reload()
    assert len(phone.entries()) == done
    phone.trick("2H 3H 4H 5H") if done % 2 else phone.trick("7S AS 9S 8S")
    assert len(phone.entries()) == done + 1


def update(phone: SitePhone, folder: Path) -> None:
    """Take the edition in a folder from its host."""
    phone.host.folder = folder
    phone.host.stop()
    phone.host.start()
    phone.page.reload()
    phone.window.get_by_role("button", name="Update").tap()
    phone.until(lambda: edition_of(folder) in (phone.window.locator("script").first.get_attribute("src") or ""))


@pytest.mark.parametrize("written", [0, 2**32 - 8])
def test_what_the_disk_has_not_taken_is_not_acknowledged(
    phones: Phones, site: Path, tmp_path: Path, written: int
) -> None:
    """On a full disk Firefox says that it has written less, and Chrome may say that it has written more."""
    storage = (site / "site" / edition_of(site) / "storage.js").read_text()
    room = "(self.total = (self.total ?? 0) + content.length) < 2_000_000"
    full = storage.replace("handle.write(content, { at })", f"({room} ? handle.write(content, {{ at }}) : {written})")
    assert full != storage
    phone: Any = phones().open()
    update(phone, another(site, tmp_path / "new", "0000000new", {"storage.js": full.encode()}))
    phone.wait()
    phone.new_match()
    done, status, text = phone.page.evaluate(FILL, [phone.host.address, "7S.AS.9S.8S"])
    assert status == 503
    assert "The disk is full" in text
    phone.page.reload()
    assert len(phone.entries()) == done


@pytest.mark.parametrize(("name", "ends"), [("NoModificationAllowedError", True), ("InvalidStateError", False)])
def test_files_that_another_page_has_are_waited_for(
    phones: Phones, site: Path, tmp_path: Path, name: str, ends: bool
) -> None:
    """By the names of both engines; and if that does not end, it is no fault of a new edition."""
    phone = phones().open()
    storage = (site / "site" / edition_of(site) / "storage.js").read_text()
    # Without patience it ends before Python has started.
    storage = storage.replace("PATIENCE = 10_000", f"PATIENCE = {2_000 if ends else 0}")
    busy = f'if (performance.now() < {1_000 if ends else 60_000}) throw new DOMException("", "{name}");'
    storage = storage.replace("return await file.create", f"{busy} return await file.create")
    assert storage.count(name) == 2
    update(phone, another(site, tmp_path / "new", "0000000new", {"storage.js": storage.encode()}))
    if ends:
        phone.wait()
        phone.new_match()
    else:
        expect(phone.window.locator("#said")).to_contain_text("another tab still has the score book open")
        assert phone.window.evaluate("localStorage.getItem('/cards/refused-edition')") is None


def test_a_new_edition_is_taken_between_matches_and_the_old_one_after_it_is_gone(
    phones: Phones, host: Host, site: Path, tmp_path: Path
) -> None:
    phone = phones().open()
    phone.new_match()
    phone.trick("7S AS 9S 8S")
    host.folder = another(site, tmp_path / "new", "0000000new")
    host.stop()
    host.start()
    phone.goto("books/1/")
    phone.page.reload()
    phone.until(
        lambda: phone.window.evaluate("async () => (await caches.keys()).includes('/cards/edition-0000000new')")
    )
    expect(phone.window.locator("#told")).to_be_hidden()  # A match is being played.
    phone.goto("matches/1/throw-away")
    phone.page.get_by_role("button", name="Delete").tap()
    expect(phone.page.locator("h1")).to_have_text("Deleted matches")
    phone.goto("books/1/")
    phone.page.reload()
    phone.window.get_by_role("button", name="Update").tap()
    phone.until(lambda: "0000000new" in (phone.window.locator("script").first.get_attribute("src") or ""))
    phone.wait()
    assert phone.entries() == []
    phone.until(lambda: phone.window.evaluate(EDITIONS) == ["/cards/edition-0000000new"])


@pytest.mark.parametrize("spoilt", ["worker.js", "code.zip"])
def test_an_edition_that_cannot_open_the_book_gives_way_to_the_one_before(
    phones: Phones, host: Host, site: Path, tmp_path: Path, spoilt: str
) -> None:
    phone = phones().open()
    host.folder = another(site, tmp_path / "bad", "0000000bad", {spoilt: b"this is broken ("})
    host.stop()
    host.start()
    phone.page.reload()
    phone.window.get_by_role("button", name="Update").tap()
    phone.until(lambda: phone.window.evaluate("localStorage.getItem('/cards/refused-edition')") == "0000000bad")
    phone.until(lambda: edition_of(site) in (phone.window.locator("script").first.get_attribute("src") or ""))
    phone.wait()
    phone.new_match()
    phone.trick("7S AS 9S 8S")
    phone.troubles.clear()


def test_a_book_of_an_earlier_release_is_taken_over(phones: Phones, host: Host, tmp_path: Path) -> None:
    phone = phones(is_new=True)
    phone.window.goto(f"{host.address}edition.json")
    write(phone, "book.db", gzip.decompress((FROZEN / "0.1.0.db.gz").read_bytes()))
    write(phone, "edition", b"0000000old")
    phone.open()
    phone.window.goto("about:blank")
    phone.window.goto(f"{host.address}edition.json")
    for file in ("book.db", "book.db-wal"):
        (tmp_path / file).write_bytes(read(phone, file))
    assert read(phone, "before-book.db") == b""
    with closing(Database(tmp_path / "book.db")) as database:
        assert list(check.problems(database)) == []
        assert database.counts()[1] > 0


def test_a_book_that_cannot_be_opened_stays_as_it_was(phones: Phones, host: Host) -> None:
    phone = phones(is_new=True)
    phone.window.goto(f"{host.address}edition.json")
    damaged = gzip.decompress((FROZEN / "0.1.0.db.gz").read_bytes())[:9000] + bytes(20_000)
    write(phone, "book.db", damaged)
    write(phone, "edition", b"0000000old")
    phone.window.goto(host.address)
    expect(phone.window.locator("#said")).to_contain_text("The referee has stopped.")
    phone.window.goto(f"{host.address}edition.json")
    assert read(phone, "book.db") == damaged
    assert read(phone, "edition") == b"0000000old"
    phone.troubles.clear()


def test_an_interrupted_change_of_editions_begins_again(phones: Phones, host: Host) -> None:
    phone = phones(is_new=True)
    phone.window.goto(f"{host.address}edition.json")
    whole = gzip.decompress((FROZEN / "0.1.0.db.gz").read_bytes())
    write(phone, "before-book.db", whole)
    write(phone, "book.db", whole[:5000])
    write(phone, "edition", b"0000000old 0000000new")
    phone.open()
    assert json.loads(phone.page.request.get(f"{host.address}books/1/logs.json").text())["matches"]


def test_a_tab_that_takes_over_does_not_undo_a_new_edition(
    phones: Phones, host: Host, site: Path, tmp_path: Path
) -> None:
    """One tab takes the new edition while another, still with the old one, gets to run the app."""
    phone = phones().open()
    other = phones(tab_of=phone)
    other.open()
    host.folder = another(site, tmp_path / "new", "0000000new")
    host.stop()
    host.start()
    phone.page.reload()  # Now the other one runs the app, and offers the new edition.
    other.window.get_by_role("button", name="Update").wait_for()
    host.stop()
    other.window.get_by_role("button", name="Update").tap()
    for each in (phone, other):
        expect(each.window.locator("script").first).to_have_attribute("src", re.compile("0000000new"))
        each.wait()
    phone.close()
    phone.again()
    expect(phone.page.locator("h1")).to_have_text("Matches")


def test_an_odd_address_stops_nothing(phones: Phones, host: Host) -> None:
    phone = phones().open()
    phone.new_match()
    other = phones(tab_of=phone)
    for path in ("/[", "//", "%5B%5D", "matches/1/?draft=%00", "books/1/?q=" + 5000 * "a"):
        other.window.goto(host.address + path)
        other.wait()
    phone.trick("7S AS 9S 8S")
    assert phone.entries() == ["act"]
