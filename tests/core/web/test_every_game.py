"""The core's pages for a match of every game: access, news for watchers, rematch, log, files."""

import html
import json
import re
from typing import Any

import pytest
from flask import url_for
from werkzeug.datastructures import MultiDict

from referee.books.permissions import Permission
from referee.games import GAMES
from referee.store.instance import CHECKOUT
from referee.web.matches.live import news_of
from referee.web.tables.announcing import for_voices
from tests.conftest import BOOK
from tests.core.samples import SAMPLES, Sample
from tests.pages import Form

OF_A_MATCH = ("watch", "board", "share", "log", "mend", "mend/1", "record.json", "tricks.csv", "throw-away")
FOR_SCORERS = ("log", "mend", "mend/1", "record.json", "tricks.csv")


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> Sample:
    return SAMPLES[request.param]


@pytest.fixture
def number(service: Any, sample: Sample) -> int:
    ((number, _),) = service.import_records(BOOK, [sample.read(4)])
    return int(number)


def text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


@pytest.mark.quick(3)
def test_every_page_of_a_match_is_there_for_those_whom_it_is_shared_with(
    client: Any, visit: Any, app: Any, number: int, sample: Sample
) -> None:
    pages = app.extensions["game_pages"][sample.key]
    with app.test_request_context():
        own = [pages.address(view, number) for view in ("table", "sheet")]
    scorer, watcher, stranger = visit(Permission.SCORE, number), visit(Permission.WATCH, number), visit()
    for page in [*(f"/matches/{number}/{name}" for name in OF_A_MATCH), *own]:
        assert client.get(page).status_code == 200, page
        assert stranger.get(page).status_code == 404, page
    for name in FOR_SCORERS:
        assert scorer.get(f"/matches/{number}/{name}").status_code == 200
        assert watcher.get(f"/matches/{number}/{name}").status_code == 404
    assert watcher.get(own[0]).status_code == 404
    assert watcher.get(own[1]).status_code == 200
    # An address of another game's table leads to the match's own.
    for other in SAMPLES.keys() - {sample.key}:
        with app.test_request_context():
            address = app.extensions["game_pages"][other].address("table", number)
        assert client.get(address).location == own[0]


ISOLATES = {ord(sign): None for sign in "\u2068\u2069"}
SOME_RUN_LEFT = ["דנה", "Ann", "שרה", "עומר", "Bob", "נועה"]


@pytest.mark.quick(3)
def test_all_pages_name_the_sides_alike_and_isolate_names_that_run_left(
    client: Any, service: Any, app: Any, sample: Sample
) -> None:
    pages = app.extensions["game_pages"][sample.key]
    for seed in range(6):  # At Hearts two to six play.
        record = sample.play(seed)
        record["players"] = names = dict(zip(record["players"], SOME_RUN_LEFT, strict=False))
        ((number, _),) = service.import_records(BOOK, [GAMES[sample.key].read(record)])
        has_sides = GAMES[sample.key].partners
        sides = [f"{names[a]} & {names[b]}" for a, b in ("NS", "EW")] if has_sides else [*names.values()]
        told = (" v " if len(sides) == 2 else ", ").join(sides)
        with app.test_request_context():
            sheet = pages.address("sheet", number)
        delete, share, sheet, book = (
            client.get(path).get_data(as_text=True)
            for path in (f"/matches/{number}/throw-away", f"/matches/{number}/share", sheet, "/books/1/?q=דנה")
        )
        titles = [re.findall("<title>(.*) · Referee", page)[0] for page in (delete, share, sheet)]
        named = [re.findall(r'<p class="lead">(.*?)</p>', page, re.DOTALL)[0] for page in (delete, share)]
        named += re.findall(rf'/matches/{number}/[^>]*>\s*<span class="who">(.*?)</span>', book, re.DOTALL)
        untagged = (html.unescape(re.sub("<[^>]+>", "", each)) for each in (*titles, *named))
        plain = [" ".join(each.translate(ISOLATES).split()) for each in untagged]
        assert plain == [f"Delete {told}", f"Share {told}", f"Score sheet, {told}", told, told, told]
        assert not re.search(r"(?<![\u2068א-ת])[א-ת]", "".join(titles)), titles


def test_names_and_dealer_are_two_taps_from_every_table(client: Any, app: Any, number: int, sample: Sample) -> None:
    pages, start = app.extensions["game_pages"][sample.key], f'href="/matches/{number}/mend/start"'
    with app.test_request_context():
        table, wrong = (pages.address(view, number) for view in ("table", "wrong"))
    menu = client.get(table).get_data(as_text=True).split("<nav")[1].split("</nav>")[0]
    assert "Names and dealer" in menu.split(start)[1]
    assert "Wrong dealer or names" in client.get(wrong).get_data(as_text=True).split(start)[1]


def begin(service: Any, key: str) -> int:
    """Import a match of a game with its first entry, and return its number."""
    record = SAMPLES[key].play(4)
    begun = GAMES[key].read(record | {"actions": record["actions"][:1]})
    ((number, _),) = service.import_records(BOOK, [begun])
    return int(number)


@pytest.mark.parametrize("key", SAMPLES)
def test_a_wrong_score_is_put_right_with_all_that_its_form_offers(
    client: Any, app: Any, service: Any, key: str
) -> None:
    number, pages = begin(service, key), app.extensions["game_pages"][key]
    with app.test_request_context():
        wrong, to = pages.address("wrong", number), pages.adjust_form and pages.address("adjust", number)
    link = re.findall(r'href="([^"]+(?:what=adjust|/ruling))"', client.get(wrong).get_data(as_text=True))[0]
    to = to or link
    offered = Form(client.get(link).get_data(as_text=True)).choices
    for name, choice in [(name, choice) for name, choices in offered.items() for choice in choices]:
        form = Form(client.get(link).get_data(as_text=True)).fields
        empty = [field for field, value in form.items() if value in ("", "0") and field not in offered]
        tries = [form | dict.fromkeys(empty, given) | {name: choice} for given in ("1", "-1")]
        assert 303 in [client.post(to, data=filled).status_code for filled in tries], (name, choice)


def test_points_may_be_typed_with_the_minus_sign_that_the_form_shows(app: Any) -> None:
    forms = {pages.adjust_form for pages in app.extensions["game_pages"].values()} - {None}
    for form in forms:
        with app.test_request_context():
            (name,) = [field.name for field in form() if "−2" in field.label.text]
            assert form(MultiDict({name: "−2"}))[name].data == -2, form


def test_every_choice_of_something_wrong_leads_to_a_page(client: Any, app: Any, service: Any, sample: Sample) -> None:
    record, pages = sample.play(4), app.extensions["game_pages"][sample.key]
    parts = [record | {"actions": record["actions"][:end]} for end in (0, 1, 9, len(record["actions"]))]
    for number, _ in service.import_records(BOOK, map(GAMES[sample.key].read, parts)):
        with app.test_request_context():
            wrong = pages.address("wrong", number)
        for address in links_of(client.get(wrong).get_data(as_text=True)):
            assert client.get(html.unescape(address), follow_redirects=True).status_code == 200, address


ODD = ("match_id=2", "self=x", "view=x", "endpoint=x", "_method=x", "_scheme=x", "_anchor=x", "number=2")
"""Parameters that no page knows, though the functions that make addresses do."""


@pytest.mark.parametrize("key", SAMPLES)
def test_a_parameter_that_no_page_knows_is_harmless_where_something_is_wrong(
    client: Any, app: Any, service: Any, key: str
) -> None:
    number, pages = begin(service, key), app.extensions["game_pages"][key]
    with app.test_request_context():
        wrong = pages.address("wrong", number)
    links = re.findall(rf'href="({wrong}\?what=[^"]+)"', client.get(wrong).get_data(as_text=True))
    assert links
    for link in map(html.unescape, links):
        usual = re.findall(r'action="([^"?]*)', client.get(link).get_data(as_text=True))
        for odd in ODD:
            page = client.get(f"{link}&{odd}")
            assert page.status_code == 200
            assert re.findall(r'action="([^"?]*)', page.get_data(as_text=True)) == usual


def test_the_form_of_a_missing_entry_refuses_nonsense(client: Any, service: Any, number: int, sample: Sample) -> None:
    for kind, keys in GAMES[sample.key].kinds.items():
        for key in keys.values:
            for more in ({}, {"done": "1"}, {"card": "7S"}):
                asked = {"insert": kind, key: "7H.x"} | more
                page = client.get(f"/matches/{number}/mend/1", query_string=asked)
                assert page.status_code in (200, 303, 422), asked


def test_you_deal_first_unless_somebody_else_is_chosen(client: Any, app: Any, sample: Sample) -> None:
    pages = app.extensions["game_pages"][sample.key]
    with app.test_request_context():
        page = client.get(url_for(pages.new_match, book_id=BOOK)).get_data(as_text=True)
    labels = re.findall(r'name="dealer" value="\w"\s+checked>(.*?)</label>', page, re.DOTALL)
    first = {"cribbage": "One player", "hearts": "First player", "humbug-whist": ""}.get(sample.key, "You")
    assert len(labels) == 1
    assert first in text(labels[0])


def test_a_wrong_name_is_told_with_the_place_of_its_field(client: Any, app: Any, sample: Sample) -> None:
    """At Hearts also if a field above it is blank."""
    pages = app.extensions["game_pages"][sample.key]
    with app.test_request_context():
        address = url_for(pages.new_match, book_id=BOOK)
        places = [field for _, field in pages.match_form().places]
    form, last = Form(client.get(address).get_data(as_text=True)).fields, places[-1]
    names = {field.name: f"Player {at}" for at, field in enumerate(places)}
    names |= {places[1].name: ""} if sample.key == "hearts" else {}
    for wrong, told in (("A\u202eB", f"“{last.label.text}” has a name with"), (" PLAYER  0", "are called Player 0:")):
        page = client.post(address, data=form | names | {last.name: wrong})
        assert (page.status_code, told in html.unescape(text(page.get_data(as_text=True)))) == (422, True), wrong


def test_a_correction_may_be_confirmed_without_a_reason(client: Any, service: Any, number: int) -> None:
    setup = service.game(number).setups.write(service.current(number).setup)
    seat = next(iter(setup["players"]))
    renamed = setup | {"players": setup["players"] | {seat: "Zoe"}}
    words = json.dumps({"of": service.version(number), "edits": [], "setup": renamed})
    page = client.get(f"/matches/{number}/mend/look", query_string={"edits": words}).get_data(as_text=True)
    assert "Reason (optional)" in page
    form = dict(re.findall(r'name="(csrf_token|version|key)"\s+value="([^"]*)"', page)) | {
        "edits": words,
        "reason": "",
    }
    client.post(f"/matches/{number}/mend/look", data=form)
    assert service.current(number).setup.players != setup["players"]


def links_of(page: str) -> dict[str, str]:
    """The words of a page's links, without what only voices say, by their addresses."""
    found = re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    return {href: text(re.sub(r'<span\s+class="unseen">.*?</span>', "", words, flags=re.DOTALL)).strip()
            for href, words in found}  # fmt: skip


def heads_of(client: Any, href: str) -> list[str]:
    """The title and the heading of a page, in small letters."""
    page = client.get(href, follow_redirects=True).get_data(as_text=True)
    return [text(page.split(f"<{tag}")[1].split(f"</{tag}")[0].partition(">")[2]).casefold()
            for tag in ("title", "h1")]  # fmt: skip


def test_entries_of_menus_are_the_names_of_the_pages_they_lead_to(
    client: Any, visit: Any, app: Any, number: int, sample: Sample
) -> None:
    pages = app.extensions["game_pages"][sample.key]
    with app.test_request_context():
        table, sheet = pages.address("table", number), pages.address("sheet", number)
        links = [(link.words, url_for(link.endpoint)) for link in pages.links]
    menu = links_of(client.get(table).get_data(as_text=True).split("<nav")[1].split("</nav>")[0])
    entries = ["Something wrong?", "Names and dealer", "Settle a dispute", "Score sheet", "Share", "Matches"]
    assert list(menu.values()) == entries
    if links[0][0] == "Rules":  # They settle disputes in a game that has no page for it.
        menu.pop(links[0][1] + f"?match={number}")
    for words, href in [*((words, href) for href, words in menu.items()), *links]:
        for head in heads_of(client, href):
            assert words.casefold() in head, href
    assert heads_of(visit(Permission.SCORE, number), "/")[0].startswith("matches")
    # The same names on other pages.
    row = f"/matches/{number}/"
    for path in (
        table,
        sheet,
        row + "watch",
        row + "board",
        sheet.replace("sheet", "replay"),
        "/books/1/",
        row + "log",
    ):
        for href, words in links_of(client.get(path).get_data(as_text=True)).items():
            if href == sheet and "sheet" in words.casefold():
                assert words == "Score sheet", path
            if href == row + "share":
                assert words == "Share", path


def test_undo_tells_alike_and_redo_is_enabled_by_it(client: Any, app: Any, number: int, sample: Sample) -> None:
    pages = app.extensions["game_pages"][sample.key]
    with app.test_request_context():
        table, enter = pages.address("table", number), pages.address("enter", number)

    def press(do: str) -> None:
        page = client.get(table).get_data(as_text=True)
        form = dict(re.findall(r'name="(csrf_token|version|key)"\s+value="([^"]*)"', page))
        assert client.post(enter, data=form | {"do": do}, follow_redirects=True).status_code == 200

    def shown() -> tuple[bool, bool, list[str]]:
        page = client.get(table).get_data(as_text=True)
        menu = re.findall(r'<button name="do" value="redo"( disabled)?>', page)
        return menu == [""], 'class="redo"' in page, re.findall(r"Undone: [^.<]+", text(page))

    watcher = f"/matches/{number}/watch"
    assert shown() == (False, False, [])
    for _ in range(2):
        press("undo")
        is_enabled, has_key, told = shown()
        assert is_enabled
        assert has_key
        assert len(told) == 1
        assert "The last entry was undone." in client.get(watcher).get_data(as_text=True)
    press("redo")
    assert shown() == (True, False, [])
    press("redo")
    assert shown() == (False, False, [])


@pytest.mark.parametrize("guide", ["playing", "evening"])
def test_the_guide_calls_keys_and_links_what_the_pages_call_them(guide: str) -> None:
    named = re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", (CHECKOUT / f"docs/{guide}.md").read_text())
    files = [*CHECKOUT.glob("templates/**/*.html"), *CHECKOUT.glob("referee/web/**/*.py")]
    words = re.sub(r"{{.*?}}", "2", re.sub(r"\s+", " ", " ".join(file.read_text() for file in files)))
    words += (CHECKOUT / "static/site/not_sent.js").read_text()
    assert named
    assert [name for name in named if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words)] == []


def test_the_log_tells_every_entry_and_the_list_to_correct_every_action(
    client: Any, service: Any, number: int
) -> None:
    log = client.get(f"/matches/{number}/log").get_data(as_text=True)
    rows = re.findall(r'<th scope="row">(\d+)</th>', log)
    assert rows == [str(entry) for entry in range(service.version(number), 0, -1)]
    actions = len(service.record(number).actions)
    chosen = client.get(f"/matches/{number}/mend").get_data(as_text=True)
    parts = re.findall(r"(?s)<details.*?</details>", chosen)
    entries = re.compile(rf'/matches/{number}/mend/(\d+)"')
    assert sorted(map(int, entries.findall("".join(parts)))) == list(range(1, actions + 1))
    # The latest part comes first and alone is open; in a part the latest entry, and below it what belongs to it.
    assert [part.startswith("<details open>") for part in parts] == [True] + [False] * (len(parts) - 1)
    own = [int(entries.findall(row)[0]) for row in re.sub(r"(?s)<ul>.*?</ul>", "", chosen).split("<li>")[1:]]
    assert own == sorted(own, reverse=True)
    for place in range(1, actions + 1, 7):
        assert client.get(f"/matches/{number}/mend/{place}").status_code == 200


def test_totals_are_announced_once_to_a_phone_that_missed_several_entries(
    client: Any, app: Any, service: Any, sample: Sample
) -> None:
    played, pages = sample.play(4), app.extensions["game_pages"][sample.key]
    game = service.games[sample.key]
    parts = [played | {"actions": played["actions"][:end]} for end in range(4, min(80, len(played["actions"])), 3)]
    for number, _ in service.import_records(BOOK, list(map(game.read, parts))):
        current = service.current(number)
        totals = for_voices(", ".join(pages.screen(current).spoken_totals))
        with app.test_request_context():
            table = pages.address("table", number, seen=current.version - 2)
        page = client.get(table, headers={"HX-Request": "true"}).get_data(as_text=True)
        status = html.unescape(page.rpartition('id="status"')[2])
        assert status.count(totals) == 1, status
        latest = [for_voices(each) for each in pages.screen(current).spoken_totals]
        assert all(status.count(each) == 1 for each in latest), status


def test_the_news_is_the_page_that_watchers_would_fetch(client: Any, app: Any, service: Any, number: int) -> None:
    for step in range(3):
        service.undo(number, service.version(number), f"u{step}")
        for page, path in (("watch", "watch"), ("both_sides", "board")):
            news = news_of(app, number, {page, ""})
            assert news
            event, *lines = news.events[page].decode().rstrip("\n").split("\n")
            assert event == "event: page"
            fetched = client.get(f"/matches/{number}/{path}", headers={"HX-Request": "true"}).get_data(as_text=True)
            sent = [line.removeprefix("data: ") for line in lines]
            assert sent == [line for line in fetched.splitlines() if line.strip()]


def test_a_rematch_is_of_the_same_game_and_players(client: Any, service: Any, number: int, sample: Sample) -> None:
    page = client.get("/books/1/").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    answer = client.post(f"/matches/{number}/rematch", data={"csrf_token": token})
    assert answer.status_code == 303
    again = service.current(number + 1)
    assert again.game.key == sample.key
    players = again.game.setups.players
    assert players(again.match.setup) == players(service.current(number).whole_match.setup)
    assert client.get(answer.location).status_code == 200


def test_the_record_that_is_downloaded_comes_in_again(client: Any, service: Any, number: int, sample: Sample) -> None:
    data = json.loads(client.get(f"/matches/{number}/record.json").get_data(as_text=True))
    game = service.games[sample.key]
    assert game.read(data) == service.record(number)
    listed = text(client.get("/books/1/").get_data(as_text=True))
    for name in game.setups.players(service.current(number).whole_match.setup).values():
        assert name in listed
