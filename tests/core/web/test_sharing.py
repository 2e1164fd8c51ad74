"""Links: access, renewal and guessing; starting a score book."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from flask import Flask

from referee.books.permissions import KINDS, Permission
from referee.faults import NotThereError
from referee.games.havilering.shapes import SETUPS
from referee.web import create_app, permissions
from referee.web.permissions import MOST_BOOKS, MOST_GRANTS
from referee.web.rate_limits import Limit
from referee.web.sharing.views import address
from tests.conftest import BOOK, kind_of

# --- links --------------------------------------------------------------------------------------------------


def test_a_link_is_changed_for_a_cookie_and_a_clean_address(app: Flask, score_books: Any, sit_down: Any) -> None:
    sit_down()
    for right, behind in (
        (Permission.OWN, "/books/1/"),
        (Permission.SCORE, "/matches/1/"),
        (Permission.WATCH, "/matches/1/watch"),
    ):
        for scheme, flag in (("http", False), ("https", True)):
            link = address(score_books.grant(kind_of(right), 1), app.config["SECRET_KEY"])
            word = link.rsplit("/", 1)[1]
            assert len(word) * 6 >= 128
            answer = app.test_client().get(link, base_url=f"{scheme}://192.168.1.7:8121/")
            assert (answer.status_code, answer.location) == (303, behind)
            cookie = answer.headers["Set-Cookie"]
            assert ("Secure" in cookie, "HttpOnly" in cookie, "SameSite=Lax" in cookie) == (flag, True, True)
            assert "Expires" in cookie
            assert word not in cookie


def test_a_cookie_is_renewed_in_a_new_month(client: Any, clock: Any) -> None:
    client.get("/books/1/")
    assert "Set-Cookie" not in client.get("/books/1/").headers
    for days in (31, 340):
        clock.move(days=days)
        renewed = client.get("/books/1/").headers["Set-Cookie"]
        lasts = parsedate_to_datetime(re.findall("Expires=([^;]*)", renewed)[0]) - datetime.now(UTC)
        assert timedelta(days=364) < lasts <= timedelta(days=365)
        assert "Set-Cookie" not in client.get("/books/1/").headers


def test_a_link_fits_its_own_door_alone(visit: Any, app: Flask, score_books: Any, sit_down: Any) -> None:
    sit_down(), sit_down()
    word = score_books.grant(kind_of(Permission.WATCH), 1).word(app.config["SECRET_KEY"])
    for path in (f"/score/1/{word}", f"/watch/2/{word}", f"/keep/1/{word}", f"/watch/1/{word}x", f"/watch/9/{word}",
                 f"/watch/1/{word[:-1]}", "/watch/1/ü", f"/watch/{10**30}/{word}"):  # fmt: skip
        guest = visit()
        answer = guest.get(path)
        # Not “Open the link you received”, which this visitor has just done.
        told = "<h1>This link does not work</h1>" in answer.get_data(as_text=True)
        assert (answer.status_code, told) == (404, True), path
        assert guest.get("/rules").status_code == 404


def test_the_database_holds_no_link(app: Flask, score_books: Any, sit_down: Any, tmp_path: Any, service: Any) -> None:
    sit_down()
    service.database.back_up(tmp_path / "copy.db")
    for right in (Permission.OWN, Permission.SCORE, Permission.WATCH):
        word = score_books.grant(kind_of(right), 1).word(app.config["SECRET_KEY"])
        assert word.encode() not in (tmp_path / "copy.db").read_bytes()


@pytest.mark.parametrize("right", [Permission.WATCH, Permission.SCORE])
def test_renewing_a_link_ends_the_old_access_at_once_and_no_other(
    client: Any, visit: Any, app: Flask, score_books: Any, sit_down: Any, right: Permission
) -> None:
    sit_down()
    what, other = (right.name.lower(), Permission.SCORE if right is Permission.WATCH else Permission.WATCH)
    guests = {each: visit(each, 1) for each in (right, other)}
    old = address(score_books.grant(kind_of(right), 1), app.config["SECRET_KEY"])
    page = client.get("/matches/1/share").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    assert old in page
    assert client.post(f"/matches/1/share/{what}", data={"csrf_token": token}).status_code == 303
    assert guests[right].get("/matches/1/watch").status_code == 404
    assert guests[right].get("/rules").status_code == 404
    assert guests[other].get("/matches/1/watch").status_code == 200
    assert visit().get(old).status_code == 404
    assert visit(right, 1).get("/matches/1/watch").status_code == 200


def test_renewing_the_owners_link_leaves_the_phone_that_does_it_in(client: Any, visit: Any) -> None:
    other = visit(Permission.OWN)
    page = client.get("/books/1/share").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    assert client.post("/books/1/share/keep", data={"csrf_token": token}).status_code == 303
    assert "This phone keeps its access." in client.get("/books/1/share").get_data(as_text=True)
    assert other.get("/books/1/").status_code == 404


def test_everybody_passes_on_what_they_were_given_and_no_more(visit: Any, sit_down: Any) -> None:
    sit_down()
    for right, links in (
        (Permission.WATCH, ["watch"]),
        (Permission.SCORE, ["watch", "score"]),
        (Permission.OWN, ["watch", "score"]),
    ):
        page = visit(right, 1).get("/matches/1/share").get_data(as_text=True)
        assert re.findall(r'value="http://localhost/(\w+)/1/', page) == links
        assert ("Renew" in page) is (right is Permission.OWN)
        assert page.count("<svg") == len(links)


def test_a_link_seen_on_the_machine_itself_is_shown_as_phones_can_open_it(
    app: Flask, client: Any, sit_down: Any
) -> None:
    sit_down()
    app.config["ADDRESS"] = "http://192.168.1.7:8121/"
    assert 'value="http://192.168.1.7:8121/watch/1/' in client.get("/matches/1/share").get_data(as_text=True)


def test_the_first_page_shows_what_is_shared_with_a_phone(visit: Any, client: Any, sit_down: Any) -> None:
    sit_down()
    assert client.get("/").location == "/books/1/"
    page = visit(Permission.WATCH, 1).get("/").get_data(as_text=True)
    assert 'href="/matches/1/watch"' in page
    assert "Ann &amp; Cat" in page
    assert 'href="/matches/1/"' in visit(Permission.SCORE, 1).get("/").get_data(as_text=True)


def test_a_cookie_never_grows_too_large_and_keeps_the_book(
    visit: Any, app: Flask, score_books: Any, open_match: Any
) -> None:
    maintenance = visit(Permission.OWN)
    for _ in range(MOST_GRANTS + 20):
        maintenance.get(
            address(score_books.grant(kind_of(Permission.SCORE), open_match().id), app.config["SECRET_KEY"])
        )
    for number in range(2, 30):
        answer = maintenance.get(
            address(score_books.book_grant(score_books.begin("Lure").id), app.config["SECRET_KEY"])
        )
        assert answer.status_code == (303 if number <= MOST_BOOKS else 422)
    assert len(maintenance.get_cookie("referee").value) < 3500
    assert maintenance.get("/books/1/").status_code == 200


# --- tries, names, hosts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 99, 2**63, 10**23])
@pytest.mark.parametrize("kind", KINDS)
def test_a_link_to_what_is_not_there_is_a_wrong_one(visit: Any, app: Flask, kind: str, number: int) -> None:
    """Such guesses are counted, too, even of numbers that no database can hold."""
    app.extensions["wrong_links"] = Limit(1, 60)
    stranger = visit(None)
    assert [stranger.get(f"/{kind}/{number}/word").status_code for _ in range(2)] == [404, 429]


def test_guessing_is_stopped_and_locks_nobody_out(visit: Any, app: Flask, score_books: Any) -> None:
    link = address(score_books.grant(kind_of(Permission.OWN), BOOK), app.config["SECRET_KEY"])
    guesser = visit()
    statuses = [guesser.get(f"/keep/1/{number}").status_code for number in range(25)]
    assert statuses == [404] * 20 + [429] * 5
    assert guesser.get("/keep/1/x", environ_base={"REMOTE_ADDR": "192.168.1.9"}).status_code == 404
    for other in ("2001:db8::1:2:3:4", "2001:db8:0:0:9::1"):
        for _ in range(10):
            assert guesser.get("/keep/1/x", environ_base={"REMOTE_ADDR": other}).status_code == 404
    assert guesser.get("/keep/1/x", environ_base={"REMOTE_ADDR": "2001:db8::"}).status_code == 429
    # Nobody is locked out by that.
    assert guesser.get(link).status_code == 303


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost:8121", 200), ("192.168.1.7", 200), ("[::1]:80", 200), ("[fe80::1]", 200), ("cards.example.org", 200),
     ("CARDS.example.org:443", 200), ("evil.example.org", 400), ("192.168.1.7.evil.org", 400), ("", 400)],
)  # fmt: skip
def test_only_own_hosts_are_answered(app: Flask, client: Any, host: str, status: int) -> None:
    app.config["NAMES"] = {"cards.example.org"}
    cookie = client.get_cookie("referee").value
    answer = app.test_client(use_cookies=False).get("/rules", headers={"Host": host, "Cookie": f"referee={cookie}"})
    assert answer.status_code == status


@pytest.mark.parametrize("host", ["cards.example.org", "<b>.example.org", "a b", "x" * 200])
def test_an_unknown_host_gets_a_styled_page_that_says_how_to_start_the_referee(app: Flask, host: str) -> None:
    phone = app.test_client()
    answer = phone.get("/", headers={"Host": host})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 400
    assert f"referee --name {host if host == 'cards.example.org' else 'NAME'}" in page
    assert "<b>" not in page
    if host == "x" * 200:
        assert answer.mimetype == "text/plain"  # No address can have such a host, so no page could link its style.
        return
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    assert len(styles) >= 2
    for style in styles:
        assert phone.get(style, headers={"Host": host}, buffered=True).status_code == 200


HOSTILE = "<img src=x onerror=alert(1)>", "\"'><script>x</script>", "{{ 7*7 }}", "=cmd|' /C calc'!A0"


def test_hostile_names_are_shown_as_they_are_and_do_nothing(
    visit: Any, client: Any, service: Any, clock: Any
) -> None:
    names = dict(zip("NESW", HOSTILE, strict=True))
    setup = {"players": names, "dealer": "N", "started": clock().isoformat(), "rules": {"muggins": True}}
    match = service.open(BOOK, SETUPS.read(setup)).id
    for path in ("watch", "board", "share", "sheet", "", "log", "mend", "ruling"):
        page = client.get(f"/matches/{match}/{path}").get_data(as_text=True)
        assert "<img src=x" not in page
        assert "<script>x" not in page
        assert (
            "49" not in re.sub(r"<(svg|script|link|input)[^>]*>", "", page).split("<body")[1].split("<pad")[0][:2000]
        )


# --- a public server ----------------------------------------------------------------------------------------


@pytest.fixture
def public(tmp_path: Any, service: Any) -> Flask:
    app = create_app(tmp_path, service, public=True)
    app.testing = True
    return app


def begin(client: Any, name: str) -> Any:
    page = client.get("/books").get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    return client.post("/books", data={"csrf_token": token, "name": name})


def test_on_a_public_server_anybody_begins_a_book_and_has_that_alone(public: Flask, sit_down: Any) -> None:
    sit_down()
    group = public.test_client()
    assert "Start a score book" in group.get("/").get_data(as_text=True)
    assert group.get("/dispute?cards=3C.2H.KH.AH&match=1").status_code == 200
    answer = begin(group, "The Tuesday four")
    assert answer.location == "/books/2/share"
    page = group.get(answer.location).get_data(as_text=True)
    assert "The Tuesday four" in page
    assert group.get("/books/2/").status_code == 200
    for path in ("/books/1/", "/matches/1/", "/matches/1/watch", "/books/2/new?like=1"):
        assert group.get(path).status_code == 404
    assert public.test_client().get("/books/2/").status_code == 404


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 41, "\u202e", "\u2800", "\u3164 \uffa0", "\u200b", "\ufeff", "\u0301"]
)
def test_a_book_needs_a_name(public: Flask, score_books: Any, name: str) -> None:
    assert begin(public.test_client(), name).status_code == 422
    assert len(score_books.score_books()) == 1


def test_beginning_books_is_limited(public: Flask, score_books: Any) -> None:
    statuses = [begin(public.test_client(), "Four").status_code for _ in range(7)]
    assert statuses == [303] * 5 + [429] * 2
    assert len(score_books.score_books()) == 6


def test_a_phone_with_as_many_books_as_it_can_have_begins_none(public: Flask, score_books: Any) -> None:
    """Nobody would have its link."""
    phone = public.test_client()
    for number in range(2, MOST_BOOKS + 2):
        phone.get(address(score_books.book_grant(score_books.begin(f"{number}").id), public.config["SECRET_KEY"]))
    before = score_books.score_books()
    answer = begin(phone, "One more")
    assert (answer.status_code, "Use another browser" in answer.get_data(as_text=True)) == (422, True)
    assert score_books.score_books() == before


def test_at_home_nobody_begins_a_book(client: Any) -> None:
    assert client.get("/books").status_code == 404


@pytest.mark.parametrize(("scheme", "due"), [("http", None), ("https", "max-age=31536000")])
def test_where_it_was_reached_by_https_a_browser_comes_by_nothing_else_again(
    app: Flask, client: Any, scheme: str, due: str | None
) -> None:
    for path in ("/", "/nowhere", f"{app.static_url_path}/app.css"):
        answer = client.get(path, base_url=f"{scheme}://localhost")
        assert answer.headers.get("Strict-Transport-Security") == due


@pytest.mark.parametrize(
    ("right", "path"), [(Permission.SCORE, "/matches/1/share"), (Permission.OWN, "/books/1/share")]
)
def test_a_link_that_is_renewed_at_that_moment_is_shown_to_nobody_who_had_the_old_one(
    visit: Any, score_books: Any, sit_down: Any, monkeypatch: Any, right: Permission, path: str
) -> None:
    """The right was asked for by the old seal, and then the door is read with the new one."""
    sit_down()
    phone = visit(right, 1)
    admitted = permissions.Visitor.permission_at

    def renewed_behind(self: permissions.Visitor, place: Any) -> Permission:
        found = admitted(self, place)
        score_books.renew(kind_of(right), 1)
        return found

    monkeypatch.setattr(permissions.Visitor, "permission_at", renewed_behind)
    answer = phone.get(path)
    assert answer.status_code == 404
    assert "/score/" not in answer.get_data(as_text=True)
    if right is Permission.OWN:  # Nor may the old one renew it in turn, and so come in again.
        with pytest.raises(NotThereError):
            score_books.renew(kind_of(right), 1, lambda grant: False)


def test_news_of_a_renewed_link_comes_when_the_book_has_it(score_books: Any, sit_down: Any, service: Any) -> None:
    """But not while it is being written: a request then would get an answer by the old seal, and never ask again."""
    sit_down()
    mark, _ = service.database.news(None)
    renew_seal, told = score_books._database.renew_seal, []

    def looked_meanwhile(*given: Any) -> Any:
        concerned = renew_seal(*given)
        told.append(service.database.news(mark)[1])
        return concerned

    score_books._database.renew_seal = looked_meanwhile
    score_books.renew(kind_of(Permission.WATCH), 1)
    assert told == [set()]
    assert service.database.news(mark)[1] == {1}
