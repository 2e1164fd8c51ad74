"""The installed app opens offline with the last board, if the browser allows it."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import MATCH, add_matches
from tests.servers import Server, hidden

pytestmark = pytest.mark.quick(0)

SIX, MORE = "7S AS 9S 8S", "2D 3D 4D 5D"


# Playwright's own waiting takes the promise of an asynchronous function for a yes.
UNTIL = """async () => {
  for (let frame = 0; frame < 900; frame++) {
    if (await (%s)()) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}"""


def settle(phone: Any) -> None:
    """Wait until the page in memory is the one on screen."""
    kept = """async () => {
      const kept = await (await caches.open("/pages")).match(location.pathname);
      const { value, dataset } = document.querySelector("[name=version], #watch");
      const text = kept && (await kept.text());
      return Boolean(text?.includes(value ? `value="${value}"` : `data-version="${dataset.version}"`))
        && (await (await caches.open("/files")).keys()).length > 5;
    }"""
    assert phone.page.evaluate(UNTIL % kept)


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


def test_without_network_no_outdated_board_is_shown(phones: Any, server: Server, tmp_path: Path) -> None:
    """Whatever query the address has: the trick on an older board may be closed by now."""
    phone = phones(service_workers="allow")
    phone.new_match(target=121, best_of=3)
    settle(phone)
    phone.trick(SIX)
    phone.goto("matches/1/?seen=1")  # As after a ruling.
    settle(phone)
    for trick in (MORE, "QC TC KC JC"):
        phone.trick(trick)
        settle(phone)
    server.kill()
    phone.goto("matches/1/?way=")
    expect(phone.page.locator("[name=version]")).to_have_value("3")
    boards = phone.page.evaluate("""async () => {
      const kept = await caches.open("/pages");
      return Promise.all((await kept.keys()).map(async (key) => (await kept.match(key)).text()));
    }""")
    assert not any("AS.9S" in board or 'data-past="AS"' in board for board in boards)
    server.process = Server(tmp_path, port=server.port).process


def test_who_looks_on_keeps_the_last_board_too(phones: Any, server: Server, tmp_path: Path) -> None:
    scorer, watcher = phones(service_workers="allow"), phones(service_workers="allow")
    scorer.new_match(target=121, best_of=3)
    watcher.goto("matches/1/share")
    watcher.goto("matches/1/watch")
    settle(watcher)
    scorer.trick(SIX)
    expect(watcher.page.locator("#watch")).to_have_attribute("data-version", "1")
    settle(watcher)
    server.kill()
    watcher.page.reload()
    expect(watcher.page.locator("#watch .headline")).to_contain_text("Cat wins 6 points")
    for page in ("sheet", "share"):  # The second was opened, but pages with links are not kept.
        watcher.goto(f"matches/1/{page}")
        expect(watcher.page.get_by_role("heading")).to_have_text("No signal")
        expect(watcher.page.locator("p").first).to_contain_text("You are offline.")
        assert watcher.page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(18, 58, 44)"
    watcher.goto("")
    expect(watcher.page).to_have_url(re.compile(r"/matches/1/watch$"))
    server.process = Server(tmp_path, port=server.port).process


def test_a_form_sent_without_network_is_sent_again(phones: Any, server: Server, tmp_path: Path) -> None:
    phone = phones(service_workers="allow")
    phone.goto("books/1/new")
    phone.page.evaluate("() => navigator.serviceWorker.ready")
    phone.page.reload()
    for seat, name in {"S": "Ann", "W": "Ben", "N": "Cat", "E": "Dan"}.items():
        phone.page.locator(f"input[name={seat}]").fill(name)
    server.kill()
    phone.page.get_by_role("button", name="Start the match").tap()
    expect(phone.page.get_by_role("heading")).to_have_text("No signal")
    server.process = Server(tmp_path, port=server.port).process
    phone.page.get_by_role("link", name="Try again").tap()
    expect(phone.page.locator("#table")).to_contain_text("Ann")


PAGES_KEPT = """async () =>
  (await (await caches.open("/pages")).keys()).map(({ url }) => new URL(url).pathname)"""


def test_what_is_not_shared_any_more_is_forgotten(phones: Any, server: Server) -> None:
    """All of a match, by its number: when its open page hears of it, and when a page of it is asked for."""
    add_matches(server)
    owner, phone = phones(), phones(service_workers="allow")
    whist, cribbage = MATCH["whist"], MATCH["cribbage played"]
    pages = [f"{kind}matches/{number}/{page}" for kind, number in (("cribbage/", cribbage), ("humbug-whist/", whist))
             for page in ("", "sheet")]  # fmt: skip
    for path in ("", *pages, f"matches/{cribbage}/watch", f"matches/{whist}/board", f"matches/{whist}/watch"):
        phone.goto(path)
    settle(phone)
    assert set(phone.page.evaluate(PAGES_KEPT)) >= {f"/{path}" for path in pages}
    token = hidden(owner.page.request.get(f"{server.address}books/1/share").text(), "csrf_token")
    owner.page.request.post(f"{server.address}books/1/share/keep", form={"csrf_token": token})
    expect(phone.page.locator("#stale")).to_have_text("This match is no longer shared with this phone.")
    is_gone = f"async () => !(await ({PAGES_KEPT})()).some((path) => path === '/' || path.includes('/%d/'))"
    assert phone.page.evaluate(UNTIL % (is_gone % whist))
    assert not phone.page.evaluate(is_gone % cribbage)
    phone.goto(f"matches/{cribbage}/watch")
    expect(phone.page.get_by_role("heading")).to_have_text("Not found")
    assert phone.page.evaluate(is_gone % cribbage)
    phone.troubles.clear()  # The refusal is in the browser's log.


def test_a_phone_stores_no_more_than_thirty_pages(phones: Any) -> None:
    phone = phones(service_workers="allow")
    phone.new_match()
    settle(phone)
    phone.page.evaluate("""async () => {
      const cache = await caches.open("/pages");
      for (let page = 0; page < 40; page++) await cache.put(`/matches/${page + 100}/sheet`, new Response(""));
    }""")
    phone.goto("matches/1/sheet")
    assert phone.page.evaluate(UNTIL % f"async () => (await ({PAGES_KEPT})()).length === 30")
    kept = phone.page.evaluate(PAGES_KEPT)
    assert kept[-1] == "/matches/1/sheet"
    assert kept[0] == "/matches/111/sheet"


def test_the_app_can_be_installed(phones: Any) -> None:
    phone = phones(service_workers="allow")
    phone.new_match(target=121, best_of=3)
    client = phone.page.context.new_cdp_session(phone.page)
    manifest = client.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert '"start_url": "/"' in manifest["data"]
    for icon in ("icon.svg", "icon-192.png", "icon-512.png"):
        assert phone.page.request.get(manifest["url"].replace("manifest.webmanifest", icon)).ok
