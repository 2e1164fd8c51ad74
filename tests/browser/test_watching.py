"""Watching: the table live on other phones, with everything that players may see and nothing more."""

import asyncio
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.books.permissions import TABLE_SCORE, TABLE_WATCH, LinkKind, Permission
from referee.books.score_books import ScoreBooks
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.instance import book_file, secret_key
from referee.web.sharing.views import address
from tests.browser.signals import cut, restore
from tests.conftest import kind_of
from tests.load import Phone as Watcher
from tests.load import Tally
from tests.servers import Server

pytestmark = pytest.mark.quick(0)

SIX, TEN = "7S AS 9S 8S", "3C 2H KH AH"


@pytest.fixture
def links(server: Server, tmp_path: Path) -> Any:
    """A match's links, as its share page shows them."""

    def links(match_id: int = 1) -> dict[Permission, str]:
        service = MatchService(Database(book_file(tmp_path)))
        score_books, secret = ScoreBooks(service.database, service.clock), secret_key(tmp_path)
        found = {
            right: address(score_books.grant(kind_of(right), match_id), secret)
            for right in (Permission.SCORE, Permission.WATCH)
        }
        service.close()
        return found

    return links


def totals(phone: Any) -> list[str]:
    return [re.sub(r"\D", "", text) for text in phone.page.locator("#watch .side .total").all_text_contents()]


def shows(phone: Any, ns: int, ew: int) -> None:
    for side, total in (("NS", ns), ("EW", ew)):
        expect(phone.page.locator(f"#watch .{side} .total").first).to_have_text(re.compile(rf"(?<!\d){total}$"))


def test_a_phone_that_looks_on_follows_without_reloading(phones: Any, links: Any) -> None:
    scorer = phones()
    scorer.new_match(target=121, best_of=3)
    watcher = phones(link=links()[Permission.WATCH])
    expect(watcher.page).to_have_url(re.compile(r"/matches/1/watch$"))
    watcher.page.evaluate("() => { window.same = true }")
    scorer.trick(SIX)
    shows(watcher, 6, 0)
    expect(watcher.page.locator(".headline")).to_contain_text("Cat wins 6 points")
    expect(watcher.page.locator("#status")).to_contain_text("Fifteen one")
    scorer.trick(TEN)
    shows(watcher, *scorer.totals)
    scorer.undo()
    expect(watcher.page.locator(".notice")).to_have_text("The last entry was undone.")
    assert "3♣" not in watcher.page.locator("#watch").inner_text().replace("\ufe0e", "")
    shows(watcher, 6, 0)
    assert watcher.page.evaluate("() => window.same")
    assert watcher.page.locator(".key, form, [formaction]").count() == 0


# The news comes once more.
AGAIN = """
window.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    this.addEventListener("page", ({ data }) => {
      window.again ??= () => this.dispatchEvent(new MessageEvent("page", { data }));
    });
  }
};
"""


def test_news_of_what_the_page_shows_is_not_announced(phones: Any, links: Any) -> None:
    """As if it was on its way when the page was loaded."""
    scorer, watcher = phones(), phones(link=None)
    scorer.new_match(target=121, best_of=3)
    watcher.page.add_init_script(AGAIN)
    watcher.goto(links()[Permission.WATCH])
    status = watcher.page.locator("#status")
    scorer.trick(SIX)
    expect(status).to_contain_text("Fifteen one")
    status.evaluate("status => { status.textContent = ''; }")
    watcher.page.evaluate("() => again()")
    shows(watcher, 6, 0)
    expect(status).to_have_text("")
    scorer.trick(TEN)
    expect(status).not_to_have_text("")


def test_with_muggins_nothing_is_told_before_the_claim(phones: Any, links: Any) -> None:
    scorer = phones()
    scorer.new_match(target=121, best_of=3, muggins=True)
    watcher = phones(link=links()[Permission.WATCH])
    scorer.trick(SIX)
    expect(watcher.page.locator(".waits")).to_contain_text("Cat takes the trick and claims its points.")
    assert totals(watcher) == ["0", "0"]
    page = watcher.page.content()
    assert not re.search(r"[Ff]ifteen|[Rr]un|[Ff]lush", page)
    scorer.page.locator("[name=tap][value=fifteen]").tap()
    scorer.after(lambda: scorer.page.get_by_role("button", name=re.compile("^Claim ")).tap())
    shows(watcher, 1, 0)
    assert not re.search(r"[Rr]unning|[Ff]lush", watcher.page.content())


def test_an_offer_names_who_asks_whom(phones: Any, links: Any) -> None:
    scorer = phones()
    scorer.new_match(target=11, best_of=3)
    watcher = phones(link=links()[Permission.WATCH])
    scorer.trick("QH AH KH JH")
    expect(watcher.page.locator(".waits")).to_contain_text("“Shall we finish?”")
    scorer.after(lambda: scorer.page.locator("[value='reply answer=no']").tap())
    expect(watcher.page.locator(".waits")).to_contain_text("“How about you?”")


def test_both_sides_read_their_own_half(phones: Any, links: Any) -> None:
    scorer, tablet = phones(), phones(820, 1180)
    scorer.new_match(target=121, best_of=3)
    tablet.goto("matches/1/board")
    scorer.trick(SIX)
    shows(tablet, 6, 0)
    assert totals(tablet) == ["6", "0", "6", "0"]
    assert "matrix(-1" in tablet.page.locator(".over").evaluate("half => getComputedStyle(half).transform")


def test_a_page_that_is_behind_says_so_and_heals_by_itself(phones: Any, server: Server, tmp_path: Path) -> None:
    scorer, watcher = phones(), phones()
    scorer.new_match(target=121, best_of=3)
    watcher.goto("matches/1/watch")
    scorer.trick(SIX)
    shows(watcher, 6, 0)
    server.kill()
    expect(watcher.page.locator("#stale")).to_contain_text("Not up to date since", timeout=10_000)
    server.process = Server(tmp_path, port=server.port).process
    scorer.trick(TEN)
    shows(watcher, *scorer.totals)
    expect(watcher.page.locator("#stale")).to_be_hidden()


def test_a_phone_without_signal_trusts_no_line_from_before(phones: Any) -> None:
    """Late data on an old stream, from the referee or from buffers between, is no sign of a live one."""
    scorer, watcher, other = phones(), phones(), phones()
    scorer.new_match(target=121, best_of=3)
    for each in (watcher, other):
        each.goto("matches/1/watch")
    scorer.trick(SIX)
    shows(watcher, 6, 0)
    cut(watcher)
    expect(watcher.page.locator("#stale")).to_be_visible()
    scorer.trick(TEN)
    shows(other, *scorer.totals)
    expect(watcher.page.locator("#stale")).to_be_visible()
    assert totals(watcher) == ["6", "0"]
    restore(watcher)
    shows(watcher, *scorer.totals)
    expect(watcher.page.locator("#stale")).to_be_hidden()


def test_a_phone_that_slept_catches_up_when_it_wakes(phones: Any) -> None:
    scorer, watcher = phones(), phones()
    scorer.new_match(target=121, best_of=3)
    watcher.goto("matches/1/watch")
    asleep = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    wake = "document.dispatchEvent(new Event('visibilitychange'))"
    watcher.page.evaluate(f"() => {{ {asleep % 'true'} {wake} }}")
    scorer.trick(SIX)
    scorer.trick(TEN)
    assert totals(watcher) == ["0", "0"]
    watcher.page.evaluate(f"() => {{ {asleep % 'false'} {wake} }}")
    shows(watcher, *scorer.totals)


def test_a_renewed_link_shuts_the_page_that_was_open(phones: Any, links: Any) -> None:
    maintenance = phones()
    maintenance.new_match(target=121, best_of=3)
    watcher = phones(link=links()[Permission.WATCH])
    maintenance.goto("matches/1/share")
    maintenance.page.locator(".link", has_text="Watch").get_by_text("Renew this link").tap()
    maintenance.page.get_by_role("button", name="Renew: watch").tap()
    expect(maintenance.page.get_by_role("status").first).to_contain_text("old link no longer works")
    expect(watcher.page.locator("#stale")).to_have_text("This match is no longer shared with this phone.")
    watcher.troubles.clear()  # The refusal is in the browser's log.


@pytest.mark.parametrize("kind", [TABLE_WATCH, TABLE_SCORE])
def test_a_phone_at_the_table_goes_on_to_the_next_match(
    server: Server, tmp_path: Path, phones: Any, kind: LinkKind
) -> None:
    """It follows from before the first match, no matter who opens the next one; no rematch is needed."""
    service = MatchService(Database(book_file(tmp_path)))
    grant = ScoreBooks(service.database, service.clock).grant(kind, 1)
    service.close()
    guest = phones(link=address(grant, secret_key(tmp_path)))
    expect(guest.page.get_by_role("heading")).to_have_text("No match yet")
    page = "/$" if kind is TABLE_SCORE else "/watch$"
    scorer = phones()
    for number in (1, 2):
        scorer.new_match(target=11, best_of=1)
        expect(guest.page).to_have_url(re.compile(rf"/matches/{number}{page}"), timeout=15_000)
    scorer.trick("5S 5D 5C 5H")
    scorer.button("Same four again").wait_for()
    asleep = phones(link=address(grant, secret_key(tmp_path)))
    asleep.page.goto("about:blank")
    scorer.button("Same four again").tap()
    for number in (3, 4):
        expect(guest.page).to_have_url(re.compile(rf"/matches/{number}{page}"), timeout=15_000)
        if number == 3:
            scorer.new_match(target=121, best_of=3)
    asleep.goto("matches/2/watch")
    expect(asleep.page).to_have_url(re.compile(rf"/matches/4{page}"))
    scorer.trick(SIX)
    side = "#watch .NS .total" if kind is TABLE_WATCH else "#table .NS .total"
    expect(guest.page.locator(side).first).to_have_text("6")


ENDS = """
const Line = window.EventSource;
window.EventSource = class extends Line {
  constructor(...given) {
    super(...given);
    console.log("line opened");
    this.addEventListener("error", () => console.log("line cut"));
  }
  close() { console.log("line closed"); super.close(); }
};
"""


@pytest.mark.parametrize("page", ["", "watch"])
def test_a_page_opens_one_line(phones: Any, page: str) -> None:
    phone, told = phones(), list[str]()
    phone.new_match()
    phone.page.add_init_script(ENDS)
    phone.page.on("console", lambda message: told.append(message.text))
    phone.goto(f"matches/1/{page}")
    phone.page.evaluate("() => new Promise((done) => setTimeout(done))")  # After it is shown.
    assert [text for text in told if text.startswith("line")] == ["line opened"]


def test_while_the_next_match_comes_the_last_one_is_not_asked_for_news(phones: Any, tmp_path: Path) -> None:
    """It is no longer shared with those who came by the table's link, and their page would say so."""
    service = MatchService(Database(book_file(tmp_path)))
    grant = ScoreBooks(service.database, service.clock).grant(TABLE_WATCH, 1)
    service.close()
    scorer = phones()
    scorer.new_match(target=11, best_of=1)
    guest = phones(link=address(grant, secret_key(tmp_path)))
    guest.page.add_init_script(ENDS)
    with guest.page.expect_console_message(lambda message: message.text == "line opened"):
        guest.page.reload()
    guest.page.route("**/tables/1*", lambda route: None)  # It never comes.
    with guest.page.expect_console_message(lambda message: message.text.startswith("line ")) as told:
        scorer.new_match(target=121, best_of=3)
    assert told.value.text == "line closed"


def test_looking_on_works_without_javascript(phones: Any) -> None:
    scorer = phones()
    scorer.new_match(target=121, best_of=3)
    scorer.trick(SIX)
    plain = phones(java_script_enabled=False)
    plain.goto("matches/1/watch")
    shows(plain, 6, 0)
    assert plain.page.locator("meta[http-equiv=refresh]").count() == 1


def test_nothing_is_cut_off(phones: Any) -> None:
    phone = phones()
    phone.new_match(target=121, best_of=3)
    phone.trick(TEN)
    inside = (
        "all => all.every(e => e.getBoundingClientRect().right <= innerWidth && e.scrollWidth < e.clientWidth + 4)"
    )
    for page in ("watch", "board"):
        phone.goto(f"matches/1/{page}")
        for width, height in ((320, 568), (360, 640), (740, 360), (820, 1180), (1280, 800)):
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
            assert phone.page.locator("#watch :is(.total, .board:visible, .card, .headline)").evaluate_all(inside)


class Crowd(threading.Thread):
    """Many phones that look on, each with a line of its own."""

    def __init__(self, server: Server, link: str, count: int) -> None:
        super().__init__()
        self.port, self.link, self.tally = server.port, link, Tally()
        self.here, self.home = threading.Event(), threading.Event()
        self.watchers = [Watcher(self.port, 1, link, self.tally) for _ in range(count)]

    def run(self) -> None:
        asyncio.run(self.look_on())

    async def look_on(self) -> None:
        lines = []
        for watcher in self.watchers:
            await watcher.enter()
            lines.append(asyncio.create_task(watcher.keep_listening()))
        self.here.set()
        await asyncio.to_thread(self.home.wait)
        for line in lines:
            line.cancel()
        for watcher in self.watchers:
            await watcher.close()


def test_two_scorers_and_a_crowd_all_see_the_same(phones: Any, server: Server, links: Any) -> None:
    """Two browsers enter in turns, a third looks on, and so do a hundred other phones."""
    one, two = phones(), phones()
    one.new_match(target=121, best_of=3)
    two.join(one)
    crowd = Crowd(server, links()[Permission.WATCH], 100)
    crowd.start()
    assert crowd.here.wait(60)
    watcher = phones(link=links()[Permission.WATCH])
    for number, trick in enumerate((SIX, TEN, "2D 3D 4D 5D", "6D 8D 9D TD", "JC QC KC AC", "5H 6H 7H 8H")):
        scorer, other = (one, two) if number % 2 else (two, one)
        scorer.trick(trick)
        expect(other.page.locator("[name=version]")).to_have_value(str(number + 1))
        expect(watcher.page.locator("#watch")).to_have_attribute("data-version", str(number + 1))
        for each in crowd.watchers:
            assert each.has_seen(number + 1, 20)
    shows(watcher, *one.totals)
    assert one.totals == two.totals
    crowd.home.set()
    crowd.join(30)
    assert crowd.tally.faults == []


# --- the rematch -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["Same four again", "Change seats"])
def test_a_rematch_takes_everybody_along_by_itself(phones: Any, links: Any, way: str) -> None:
    maintenance = phones()
    maintenance.new_match(target=11, best_of=1)
    maintenance.trick("QH AH KH JH")
    scorer, watcher = phones(link=links()[Permission.SCORE]), phones(link=links()[Permission.WATCH])
    board = phones(link=links()[Permission.WATCH])
    board.goto("matches/1/board")
    for phone in (scorer, watcher, board):
        phone.page.wait_for_load_state("networkidle")
    if way == "Same four again":
        maintenance.button(way).tap()
    else:
        maintenance.page.get_by_role("link", name=way).tap()
        maintenance.button("Start the match").last.tap()
    for phone, path in ((maintenance, ""), (scorer, ""), (watcher, "watch"), (board, "board")):
        expect(phone.page).to_have_url(re.compile(rf"/matches/2/{path}$"))
    scorer.trick(TEN)
    shows(watcher, *scorer.totals)
    shows(board, *scorer.totals)
    assert sum(scorer.totals)
    watcher.goto("")
    expect(watcher.page.locator(".match")).to_have_count(2)
    # Who looks at the old match again stays there.
    watcher.goto("matches/1/watch")
    expect(watcher.page.get_by_role("link", name="To the rematch")).to_be_visible()
    expect(maintenance.page.locator("[name=version]")).to_have_value("1")
    maintenance.trick(SIX)
    expect(watcher.page).to_have_url(re.compile(r"/matches/1/watch$"))


def test_who_comes_first_before_the_faces_gets_them_with_the_next_news(phones: Any, links: Any) -> None:
    scorer, watcher = phones(), phones(link=None)
    scorer.new_match(target=121, best_of=3)
    scorer.trick(SIX)
    page, held = watcher.page, list[Any]()
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(scorer.server.address + links()[Permission.WATCH].lstrip("/"), wait_until="commit")
    page.locator("#watch .headline").wait_for()
    page.locator("#full[data-ready]").wait_for(state="attached")  # The page's script has run.
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))")  # It waits for less.
    for route in held:
        route.continue_()
    page.unroute("**/*.woff2")
    until(page, "[...document.fonts].every(({ status }) => status !== 'loading')")
    assert "Bitter" not in fonts(page, "#watch .headline")
    scorer.trick(TEN)
    expect(page.locator("#watch .headline")).to_contain_text("10 points")
    until(page, "[...document.fonts].some(({ display, status }) => display === 'swap' && status === 'loaded')")
    until(page, "[...document.fonts].every(({ status }) => status !== 'loading')")
    assert "Bitter" in fonts(page, "#watch .headline")


def until(page: Any, condition: str) -> None:
    """Wait for a condition of the page, whose policy forbids what Playwright's own wait does."""
    page.evaluate(f"""() => new Promise((done, fail) => {{
      const look = () => ({condition}) ? done() : requestAnimationFrame(look);
      look();
      setTimeout(() => fail(new Error("It did not come to be so.")), 15_000);
    }})""")


def fonts(page: Any, selector: str) -> str:
    """The names of the fonts that the text of an element is drawn in."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    return str(
        [font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]]
    )
