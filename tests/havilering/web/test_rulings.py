"""Rulings of the table, revokes, and the real leader."""

import re
from typing import Any

import pytest

from referee.games.havilering.misentries import misentries
from referee.games.havilering.outcome import score_sheet
from referee.web.games.havilering import rulings
from tests.conftest import NO_SCORE
from tests.correcting import deal
from tests.pages import with_plain_cards

SIX = "7S AS 9S 8S"


def text(client: Any, path: str) -> str:
    page = with_plain_cards(client.get(path).get_data(as_text=True))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def decide(player: Any, **fields: str) -> Any:
    player.look()
    usual = {"about": "", "side": "NS", "give": "1", "points": "0", "reason": ""}
    form = player.form() | usual | fields
    return player.client.post(f"/matches/{player.match_id}/ruling", data=form)


@pytest.mark.parametrize("about", ["Exposed card", "Lead out of turn", "Short hand", "Revoke", "Wrong deal"])
def test_an_irregularity_goes_on_record_with_points_or_without(
    sit_down: Any, service: Any, client: Any, about: str
) -> None:
    player = sit_down()
    player.trick(SIX)
    assert decide(player, about=about).status_code == 303
    assert decide(player, about=about, reason="agreed", side="EW", points="3").status_code == 303
    match = service.current(player.match_id).whole_match
    assert [(each.reason, each.points) for each in match.adjustments] == [(about, 0), (f"{about}: agreed", 3)]
    assert (match.score.ns, match.score.ew) == (6, 3)
    assert f"{about}: agreed" in player.look()
    assert f"Ann &amp; Cat: {about}" in text(client, f"/matches/{player.match_id}/log")


def test_a_ruling_without_a_word_is_refused(sit_down: Any, service: Any) -> None:
    player = sit_down()
    answer = decide(player, points="2")
    assert answer.status_code == 422
    assert "Say what happened" in answer.get_data(as_text=True)
    assert service.current(player.match_id).version == 0


def test_a_short_hand_is_void_and_the_ruling_stays(sit_down: Any, service: Any, client: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    assert decide(player, about="Short hand", again="y").status_code == 303
    match = service.current(player.match_id).whole_match
    assert (match.score.ns, match.in_hand, match.misdeals) == (0, 0, (1,))
    assert [each.reason for each in match.adjustments] == ["Short hand"]
    # One entry, so one undo.
    player.look()
    player.post("undo")
    assert service.current(player.match_id).whole_match.score.ns == 6


def test_a_ruling_without_points_outlives_a_later_misdeal_of_its_hand(sit_down: Any, service: Any) -> None:
    player = sit_down()
    player.trick("2S KS 6S 8C")
    decide(player, about="Exposed card")
    decide(player, about="Exposed card", points="2")
    player.look()
    player.post("misdeal")
    match = service.current(player.match_id).whole_match
    assert match.score.ns == 0
    assert [each.points for each in match.adjustments] == [0]


@pytest.mark.parametrize("is_again", [False, True])
@pytest.mark.parametrize("best_of", [1, 3])
def test_a_ruling_before_the_first_trick_may_end_a_game(
    sit_down: Any, service: Any, client: Any, best_of: int, is_again: bool
) -> None:
    player = sit_down(target=11, best_of=best_of)
    if is_again:
        player.trick(SIX)
        player.post("misdeal")
    decide(player, points="11", reason="agreed")
    for _ in range(2 if best_of > 1 else 0):
        player.look()
        player.post("reply answer=no")
    row = f"/matches/{player.match_id}/"
    for path in (row, f"{row}watch"):
        page = client.get(path).get_data(as_text=True)
        assert f"{row}hands/1" not in page
        assert "dealt again" not in page
    assert "Game 1 to Ann & Cat" in text(client, f"{row}watch").replace("&amp;", "&")
    assert "Ruling before the first trick: Ann &amp; Cat +11: agreed" in text(client, f"{row}sheet")
    sheet = score_sheet(service.current(player.match_id).whole_match)
    assert "Ruling in hand 1, before the first trick: N–S +11: agreed" in sheet


@pytest.fixture
def revoked(sit_down: Any) -> Any:
    player = sit_down()
    for trick in ("7S AS 4D 8S", "2D KD 9S 8D", "3S 5D 4S 5S"):
        player.trick(trick)
    return player


def test_a_revoke_leads_to_correcting_either_trick_or_to_a_ruling(revoked: Any, client: Any, service: Any) -> None:
    page = client.get("/matches/1/revoke/1/1/W").get_data(as_text=True)
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="(/matches/1/(?:mend|ruling)[^"]*)"', page)]
    assert links[:2] == ["/matches/1/mend/1/1?card=4D", "/matches/1/mend/1/3?card=3S"]
    assert client.get(links[0]).location == "/matches/1/mend/1?at=2"
    form = client.get(links[2]).get_data(as_text=True)
    assert '<option selected value="Revoke">' in form
    assert "Dan did not follow spades in trick 1, with 4♦; 3♠ in trick 3 shows it." in form
    assert re.search(r'checked[^>]*value="EW"', form)


def test_a_revoke_that_is_corrected_is_gone(revoked: Any, client: Any, service: Any) -> None:
    assert any(found.trick.number == 1 for found in service.current(1).whole_match.revokes)
    page = client.get("/matches/1/mend/1?cards=7S.AS.TS.8S", follow_redirects=True).get_data(as_text=True)
    assert "2 revokes" in page
    assert "1 revoke" in page


def test_a_revoke_that_was_ruled_on_is_pointed_out_no_more(revoked: Any, client: Any) -> None:
    assert "Revoke?" in revoked.look()
    decide(revoked, about="Revoke", reason="Dan did not follow.")
    page = revoked.look()
    assert "Revoke?" not in page
    assert "Revoke: Dan did not follow." in page
    assert "follow.." not in page


@pytest.mark.parametrize("form", ["ruling", "pegs"])
def test_where_no_ruling_can_be_entered_the_page_says_when(sit_down: Any, client: Any, form: str) -> None:
    player = sit_down(muggins=True)
    player.trick(SIX)
    page = text(client, f"/matches/{player.match_id}/{form}")
    assert "Enter a ruling between tricks. Cat takes the trick and claims its points." in page
    player = sit_down(target=11)
    player.trick("QH AH KH JH")
    page = client.get(f"/matches/{player.match_id}/{form}").get_data(as_text=True)
    assert "The match is over. Undo opens the game again." in page
    assert '<form method="post"' not in page


def test_a_revoke_that_is_not_there_is_404(revoked: Any, client: Any) -> None:
    for place in ("1/1/N", "1/9/W", "9/1/W", "1/1/Q"):
        assert client.get(f"/matches/1/revoke/{place}").status_code == 404


def test_a_card_that_is_gone_offers_to_put_the_earlier_trick_right(sit_down: Any, client: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    player.trick("2D 7S 4D 5D")
    assert '/matches/1/mend?card=7S">Correct it</a>' in player.page
    assert client.get("/matches/1/mend/1/1?card=7S").location == "/matches/1/mend/1?at=0"
    assert client.get("/matches/1/mend/1/9?card=7S").status_code == 404


def test_the_person_says_who_leads_and_is_shown_where_the_slip_may_be(sit_down: Any, client: Any) -> None:
    player = sit_down()
    assert "on the dealer’s left, leads" in text(client, "/matches/1/leader")
    assert 'href="/matches/1/mend/start"' in client.get("/matches/1/leader").get_data(as_text=True)
    player.trick(SIX)
    player.trick(NO_SCORE[0])
    assert "Bob" not in text(client, "/matches/1/leader")  # First what happened, then who.
    assert "Bob took trick 2." in text(client, "/matches/1/leader?what=tap")
    page = client.get("/matches/1/leader?leads=N").get_data(as_text=True)
    assert re.findall(r"/matches/1/mend/1/(\d)", page)
    assert "8♣" not in with_plain_cards(page)
    for nonsense in ("Q", "", "NN"):
        assert client.get(f"/matches/1/leader?leads={nonsense}").status_code == 200


def test_the_end_of_a_hand_accounts_for_its_cards(sit_down: Any, client: Any, service: Any) -> None:
    player = sit_down(target=11, best_of=3)
    player.trick("QH AH KH JH")
    player.post("reply answer=no")
    player.post("reply answer=no")
    assert "4 of the 52 cards were played." in text(client, "/matches/1/sheet")


@pytest.mark.parametrize(("total", "status"), [("1006", 303), ("1007", 422), ("9999", 422)])
def test_the_board_can_be_set_as_far_as_an_adjustment_reaches(
    sit_down: Any, service: Any, client: Any, total: str, status: int
) -> None:
    player = sit_down(target=1000, best_of=3)
    player.trick(SIX)
    page = client.get("/matches/1/pegs").get_data(as_text=True)
    form = {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("csrf_token", "version", "key")}
    answer = client.post("/matches/1/pegs", data=form | {"NS": total, "EW": "0", "reason": "agreed"})
    assert answer.status_code == status
    if status == 422:
        text = "Ann &amp; Cat stand at 6: a peg can be set at most 1,000 holes forward or back."
        assert text in answer.get_data(as_text=True)
        assert f'value="{total}"' in answer.get_data(as_text=True)
    assert service.record(1)  # What is stored can be read.


def test_who_really_leads_names_tricks_only_where_one_slip_explains_it(
    sit_down: Any, client: Any, service: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = sit_down()
    for trick in deal(0)[:3]:
        player.trick(trick)
    match = service.current(1).whole_match
    leads = match.setup.left(match.leader)
    page = client.get(f"/matches/1/leader?leads={leads}").get_data(as_text=True)
    named = {misentry.trick.number for misentry in misentries(match, leads)}
    assert set(map(int, re.findall(r"Trick (\d+), entered as", page))) == named != set()
    monkeypatch.setattr(rulings, "misentries", lambda match, leads: [])
    page = client.get(f"/matches/1/leader?leads={leads}").get_data(as_text=True)
    assert "No single mistake explains it" in page
    assert ", entered as" not in page
