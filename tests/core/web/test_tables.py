"""The table's links and the read link of a score book; and the names of phones."""

import re
from typing import Any

import pytest

from referee.books.permissions import OWN, READ, TABLE_SCORE, TABLE_WATCH, LinkKind, Permission
from referee.log.entry import ACT
from referee.web.sharing.views import address
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.core.web.test_permissions import addresses
from tests.pages import with_plain_cards

BY_TABLE = (TABLE_SCORE, TABLE_WATCH)


@pytest.fixture
def came_by(app: Any, score_books: Any) -> Any:
    """A phone that came in by a link of the score book."""

    def came(kind: LinkKind, number: int = BOOK) -> Any:
        phone = app.test_client()
        link = address(score_books.grant(kind, number), app.config["SECRET_KEY"])
        phone.first = phone.get(link)
        assert phone.first.status_code == 303
        return phone

    return came


def token_of(phone: Any, path: str) -> str:
    page: str = phone.get(path).get_data(as_text=True)
    return str(re.findall(r'name="csrf_token" value="([^"]*)"', page)[0])


def rights(phone: Any, match_id: int) -> Permission:
    if phone.get(f"/matches/{match_id}/").status_code == 200:
        return Permission.SCORE
    return Permission.WATCH if phone.get(f"/matches/{match_id}/watch").status_code == 200 else Permission.STRANGER


def test_a_link_to_the_table_leads_to_the_match_that_was_opened_last(
    came_by: Any, sit_down: Any, service: Any
) -> None:
    scorer, watcher = (came_by(kind) for kind in BY_TABLE)
    for phone in (scorer, watcher):
        assert phone.first.location == "/tables/1"
        assert "No match yet" in phone.get("/tables/1").get_data(as_text=True)
        assert phone.get("/tables/1", headers={"HX-Request": "true"}).status_code == 204
    for number in (1, 2):
        sit_down()
        assert scorer.get("/tables/1").location == f"/matches/{number}/"
        assert watcher.get("/tables/1").location == f"/matches/{number}/watch"
        moved = watcher.get("/tables/1", headers={"HX-Request": "true"})
        assert moved.headers["HX-Redirect"] == f"/matches/{number}/watch"
        assert (rights(scorer, number), rights(watcher, number)) == (Permission.SCORE, Permission.WATCH)
    for phone in (scorer, watcher):
        assert phone.get("/books/1/").status_code == 404
        assert phone.get("/books/1/share").status_code == 404
        assert "/tables/1" in phone.get("/").get_data(as_text=True)


@pytest.mark.parametrize("key", SAMPLES)
def test_pages_go_on_to_the_next_match_of_a_table_in_every_game(
    came_by: Any, visit: Any, service: Any, key: str
) -> None:
    """The class `follows` makes the page's script do so; a link to one match stays with that match."""
    game = service.games[key]
    record = game.read(SAMPLES[key].play(1))
    number = service.open(BOOK, record.setup).id
    at_the_table = [phone.get(f"/tables/{BOOK}", follow_redirects=True) for phone in map(came_by, BY_TABLE)]
    of_the_match = [
        visit(right, number).get(f"/matches/{number}/watch") for right in (Permission.SCORE, Permission.WATCH)
    ]
    follows = re.compile(r'<body[^>]*class="[^"]*\bfollows\b')
    assert all(follows.search(page.get_data(as_text=True)) for page in at_the_table)
    assert not any(follows.search(page.get_data(as_text=True)) for page in of_the_match)


@pytest.mark.parametrize("key", SAMPLES)
def test_a_replay_looks_like_the_page_of_those_who_watch(client: Any, service: Any, key: str) -> None:
    """Its styles go by the classes of the page."""
    record = service.games[key].read(SAMPLES[key].play(1))
    ((number, _),) = service.import_records(BOOK, [record])
    own = "" if key == "havilering" else f"/{key}"
    pages = (f"/matches/{number}/watch", f"{own}/matches/{number}/replay")
    watch, replay = (
        set(re.findall(r'<body class="([^"]*)"', client.get(page).get_data(as_text=True))[0].split())
        for page in pages
    )
    assert replay - {"replay"} == watch - {"watch"}


@pytest.mark.parametrize("key", SAMPLES)
def test_the_end_of_a_match_tells_its_last_entry(client: Any, service: Any, key: str) -> None:
    """The keys for what comes next have taken the place of the result."""
    ((number, _),) = service.import_records(BOOK, [service.games[key].read(SAMPLES[key].play(1))])
    page = client.get(f"{'' if key == 'havilering' else f'/{key}'}/matches/{number}/").get_data(as_text=True)
    (call,), (told,) = re.findall('data-call="(.+?)"', page), re.findall('<p class="ending">(.+?)</p>', page)
    assert call in with_plain_cards(told)


def test_what_is_over_and_not_the_last_is_closed_again_to_those_at_the_table(
    came_by: Any, sit_down: Any, service: Any
) -> None:
    scorer = came_by(TABLE_SCORE)
    over, left = sit_down(target=11, best_of=1), sit_down()
    over.trick("QH AH KH JH")
    over.trick("7S AS 9S 8S")
    over.post("reply answer=no")
    over.post("reply answer=no")
    assert service.current(1).is_over
    assert rights(scorer, left.match_id) is Permission.SCORE
    left_behind = [scorer.get(f"/matches/{over.match_id}/{page}") for page in ("", "watch", "sheet", "line")]
    assert [answer.location for answer in left_behind] == ["/tables/1"] * 4
    form = over.form() | {"csrf_token": token_of(scorer, "/settings")}
    assert scorer.post(f"/matches/{over.match_id}/enter", data=form | {"do": "undo"}).status_code == 404
    assert scorer.get("/matches/99/").status_code == 404
    sit_down()
    assert rights(scorer, left.match_id) is Permission.SCORE  # It may still be played, and tricks of it may wait.


def test_a_reader_reads_everything_and_changes_nothing(
    app: Any, came_by: Any, sit_down: Any, client: Any, service: Any
) -> None:
    player = sit_down(target=31, best_of=1)
    for trick in ("7S AS 4D 8S", "2D KD 9S 8D"):
        player.trick(trick)
    reader = came_by(READ)
    assert reader.first.location == "/books/1/"
    for path in ("/books/1/", "/books/1/?q=Ann", "/books/1/players", "/books/1/seasons", "/matches/1/sheet",
                 "/matches/1/watch", "/matches/1/share"):  # fmt: skip
        page = reader.get(path)
        assert page.status_code == 200, path
        text = page.get_data(as_text=True)
        assert not re.search(r"/books/1/(new|files|bin|share)|/rematch\"|Rename|Delete|Start a match", text), path
    assert rights(reader, 1) is Permission.WATCH
    version = service.version(1)
    form = player.form() | {"csrf_token": token_of(reader, "/settings"), "cards": "6C.7C.8C.9C", "name": "Mine"}
    changed = 0
    for endpoint, path, methods in addresses(app):
        if "POST" in methods and endpoint not in ("settings.save", "sharing.enter") and re.search(r"/1/|/1$", path):
            assert reader.post(path, data=form).status_code == 404, path
            changed += 1
    assert changed > 20
    assert service.version(1) == version
    assert reader.get("/tables/1").status_code == 404


def test_a_link_to_the_table_leads_to_the_new_match_after_the_clock_was_set_back(
    came_by: Any, sit_down: Any, clock: Any
) -> None:
    scorer, watcher = (came_by(kind) for kind in BY_TABLE)
    for number in (1, 2, 3):
        sit_down()
        clock.move(days=-365)
        assert scorer.get("/tables/1").location == f"/matches/{number}/"
        assert (rights(scorer, number), rights(watcher, number)) == (Permission.SCORE, Permission.WATCH)


def test_each_passes_on_what_it_came_in_by(came_by: Any, sit_down: Any) -> None:
    sit_down()
    for kind, due in ((READ, [READ]), (TABLE_WATCH, [TABLE_WATCH]), (TABLE_SCORE, [TABLE_WATCH, TABLE_SCORE])):
        page = came_by(kind).get("/matches/1/share").get_data(as_text=True)
        assert re.findall(r'value="[^"]*/([a-z-]+)/1/[\w-]{24}"', page) == [each.name for each in due]


@pytest.mark.parametrize("kind", [READ, *BY_TABLE])
def test_a_renewed_link_of_the_book_lets_its_guests_out_at_once(
    came_by: Any, client: Any, sit_down: Any, kind: LinkKind
) -> None:
    sit_down()
    guests = {each: came_by(each) for each in (READ, *BY_TABLE)}
    shared = client.get("/books/1/share").get_data(as_text=True)
    old = re.findall(rf'value="[^"]*(/{kind.name}/1/[^"]*)"', shared)[0]
    token = token_of(client, "/books/1/share")
    assert client.post(f"/books/1/share/{kind.name}", data={"csrf_token": token}).status_code == 303
    for each, guest in guests.items():
        assert (rights(guest, 1) is Permission.STRANGER) == (each is kind)
    assert client.get("/books/1/").status_code == 200
    assert client.application.test_client().get(old).status_code == 404
    assert rights(came_by(kind), 1) is kind.permission


def test_the_links_of_one_book_open_nothing_of_another(came_by: Any, score_books: Any, sit_down: Any) -> None:
    sit_down()
    other = score_books.begin("Other")
    for kind in (READ, *BY_TABLE):
        guest = came_by(kind, other.id)
        assert rights(guest, 1) is Permission.STRANGER
        assert guest.get("/books/1/").status_code == 404
        assert guest.get("/tables/1").status_code == 404
    assert came_by(OWN).get("/books/1/share").get_data(as_text=True).count('class="code"') == 4


@pytest.mark.parametrize("kind", BY_TABLE)
def test_the_line_says_that_another_match_was_opened(
    came_by: Any, sit_down: Any, service: Any, kind: LinkKind
) -> None:
    sit_down()
    guest = came_by(kind)
    with guest.get("/matches/1/line") as line:
        held = line.headers["Hold"]
        assert "event: opened" not in line.get_data(as_text=True)
    after, _ = service.database.news(None)
    sit_down()
    assert 1 in service.database.news(after)[1]
    with guest.get("/matches/1/line") as line:
        assert line.headers["Hold"] == held
        assert "event: opened\ndata: /tables/1\n\n" in line.get_data(as_text=True)
    with guest.get("/matches/1/line?page=both_sides") as line:
        assert "event: opened\ndata: /tables/1?page=both_sides\n\n" in line.get_data(as_text=True)
    assert guest.get("/tables/1?page=both_sides").location == "/matches/2/board"
    assert guest.get("/tables/1?page=nonsense").location.startswith("/matches/2/")


# --- phones ---------------------------------------------------------------------------------------------------


def test_the_log_names_the_phone_that_made_an_entry(came_by: Any, sit_down: Any, service: Any, client: Any) -> None:
    player = sit_down()
    assert "Phone" not in client.get("/matches/1/log").get_data(as_text=True)
    player.trick("7S AS 9S 8S")
    phone = came_by(TABLE_SCORE)
    token = token_of(phone, "/settings")
    assert phone.post("/settings", data={"csrf_token": token, "phone": " Zoë’s  phone "}).status_code == 303
    assert 'value="Zoë’s phone"' in phone.get("/settings").get_data(as_text=True)
    page = phone.get("/matches/1/").get_data(as_text=True)
    form = dict(re.findall(r'name="(version|key|turn|csrf_token)" value="([^"]*)"', page))
    form |= {"kind": "tricks", "draft": "3C.2H.KH.AH"}
    assert phone.post("/matches/1/enter", data=form).status_code == 303
    assert [(each.kind, each.phone) for each in service.database.entries(1)] == [(ACT, None), (ACT, "Zoë’s phone")]
    log = re.sub(r"\s+", " ", client.get("/matches/1/log").get_data(as_text=True))
    assert log.count("<bdi>Zoë’s phone</bdi>") == 1
    assert list(service.database.broken(1)) == []
    phone.post("/settings", data={"csrf_token": token, "phone": ""})
    assert "Zoë" not in phone.get("/settings").get_data(as_text=True)


def test_an_impossible_name_of_a_phone_is_refused_with_a_reason(client: Any) -> None:
    token = token_of(client, "/settings")
    answer = client.post("/settings", data={"csrf_token": token, "phone": "x" * 41})
    assert answer.status_code == 422
    assert "The phone" in answer.get_data(as_text=True)


def test_a_changed_phone_in_the_log_is_found(service: Any, sit_down: Any) -> None:
    service.phone = lambda: "Ann"
    sit_down().trick("7S AS 9S 8S")
    with service.database.writing():
        service.database.run("DROP TRIGGER entries_no_update")
        service.database.run("UPDATE entries SET phone = 'Bob'")
    assert list(service.database.broken(1)) == ["entry 1 has been altered"]
