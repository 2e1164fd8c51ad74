"""Live news: the event stream, updates for pages that are behind, and the announcements for watchers."""

import re
from typing import Any

import pytest

from referee.books.permissions import Permission
from referee.cards import read_cards
from referee.games.edits import Edit
from referee.games.havilering.actions import Play
from referee.web.matches.live import news_of
from tests.conftest import BOOK, kind_of
from tests.pages import with_plain_cards

SIX, MORE, NOUGHT = "7S AS 9S 8S", "2D 3D 4D 5D", "2S KS 6S 8C"


def live(player: Any, version: int | str) -> str:
    """The answer to a page of a version that is behind."""
    answer = player.client.get(f"/matches/{player.match_id}/?seen={version}", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


def test_a_line_tells_the_latest_entry_and_asks_to_be_held(sit_down: Any, client: Any) -> None:
    player = sit_down()
    for version in (0, 1):
        answer = client.get("/matches/1/line")
        assert answer.mimetype == "text/event-stream"
        assert re.fullmatch(r"1 [0-9a-f]{16} ", answer.headers["Hold"])
        assert f"data: {version}\n\n" in answer.get_data(as_text=True)
        player.trick(SIX)


def test_the_news_has_the_very_page_that_those_who_watch_would_fetch(visit: Any, sit_down: Any, app: Any) -> None:
    """Rendered once for all of them, whatever else they may do."""
    player = sit_down(muggins=True)
    watcher = visit(Permission.WATCH, 1)
    for post in ("trick", "claim", "undo"):
        player.trick(SIX) if post == "trick" else player.post(post)
        for page, path in (("watch", "watch"), ("both_sides", "board")):
            news = news_of(app, 1, {page, ""})
            assert news
            assert news.events[""] == news.heartbeat == f"data: {service_version(app)}\n\n".encode()
            event, *lines = news.events[page].decode().rstrip("\n").split("\n")
            assert event == "event: page"
            sent = [line.removeprefix("data: ") for line in lines]
            for phone in (watcher, player.client):
                fetched = phone.get(f"/matches/1/{path}", headers={"HX-Request": "true"}).get_data(as_text=True)
                assert sent == [line for line in fetched.splitlines() if line.strip()]


def service_version(app: Any) -> int:
    return int(app.extensions["service"].version(1))


def test_the_access_changes_with_every_link_that_is_renewed(sit_down: Any, app: Any, score_books: Any) -> None:
    sit_down()
    seen = [news_of(app, 1, {""})]
    for permission, number in ((Permission.WATCH, 1), (Permission.SCORE, 1), (Permission.OWN, BOOK)):
        score_books.renew(kind_of(permission), number)
        seen.append(news_of(app, 1, {""}))
    assert len({each.access for each in seen if each}) == 4
    app.extensions["maintenance"].move_to_bin(1)
    assert news_of(app, 1, {""}) is None


def test_the_more_phones_there_are_the_wider_apart_they_ask_again(sit_down: Any, client: Any) -> None:
    """After a restart of the server, or where it holds no more streams."""
    sit_down()
    for streams, longest in ((0, 1500), (500, 4500), (4000, 25500)):
        waits = set()
        for _ in range(60):
            answer = client.get("/matches/1/line", environ_overrides={"referee.streams": streams})
            waits.add(int(re.findall(r"retry: (\d+)", answer.get_data(as_text=True))[0]))
        assert 1000 <= min(waits) < 1000 + (longest - 1000) / 2 < max(waits) <= longest


def test_a_page_that_is_behind_is_sent_the_table(sit_down: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    page = live(player, 0)
    assert "Cat wins 6 points" in page
    assert not re.search("[Mm]eanwhile|in the meantime", page)


def test_a_correction_is_told(sit_down: Any, service: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    service.correct(1, 1, "m", [Edit(1, 1, (Play(read_cards(NOUGHT)),))])
    assert "an earlier entry was corrected" in live(player, 1)
    assert "an earlier entry was corrected" not in live(player, 2)


@pytest.mark.parametrize("version", ["", "x", "-1", "99", str(10**30)])
def test_nonsense_is_answered_with_the_table(sit_down: Any, version: str) -> None:
    player = sit_down()
    player.trick(SIX)
    assert "Cat wins 6 points" in live(player, version)


def test_a_trick_for_another_turn_is_not_entered(sit_down: Any, service: Any) -> None:
    """Tapped without signal, and sent when its turn has passed or has not come."""
    player = sit_down(fragments=True)
    for turn in ("1.0.2", "2.0.1", "1.1.1", "nonsense"):
        assert player.post("", turn=turn, draft="7S.AS.9S.8S", key=f"k{turn}").status_code == 409
    assert service.current(1).version == 0


def test_who_looks_on_sees_no_pad_no_closed_trick_and_nothing_that_was_undone(visit: Any, sit_down: Any) -> None:
    player = sit_down()
    for trick in (SIX, MORE, NOUGHT):
        player.trick(trick)
    player.post("undo")
    player.post("undo")
    watcher = visit(Permission.WATCH, 1)
    for path in ("watch", "board", "sheet", "share"):
        page = with_plain_cards(watcher.get(f"/matches/1/{path}").get_data(as_text=True))
        # Tokens, and the codes of links, may have any letters in them.
        page = re.sub(
            r'name="csrf(_token)?" (content|value)="[^"]*"|/watch/1/[\w-]+|<svg.*?</svg>', "", page, flags=re.DOTALL
        )
        assert not re.search(r"2♦|3♦|K♠|8♣|2D|KS|data-gone|formaction|name=\"cards\"", page), path
    assert watcher.get("/matches/1/why/1/1").status_code == 200
