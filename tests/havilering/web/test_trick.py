"""Entering tricks: with and without JavaScript, twice, too late, wrongly."""

from typing import Any

import pytest

from tests.pages import text, with_plain_cards

SIX, NOUGHT = "7S AS 9S 8S", "2S KS 6S 8C"


@pytest.mark.parametrize("fragments", [False, True])
def test_a_trick_gives_winner_call_and_peg_move(sit_down: Any, fragments: bool) -> None:
    player = sit_down(fragments, season="winter")
    assert player.trick(SIX).status_code == (200 if fragments else 303)
    assert "Cat wins 6 points" in player.page
    assert "Fifteen one, a running flush of three is five, and a flush is six." in player.page
    assert "6 holes, to 6" in player.page


def test_fragments_leave_the_pad_alone_and_speak_once(sit_down: Any) -> None:
    player = sit_down(fragments=True)
    player.trick(SIX)
    assert 'id="pad"' not in player.page
    assert "<html" not in player.page
    assert player.page.count('id="status"') == 1
    for fragment in ("table", "asks", "panel", "season"):
        assert f'id="{fragment}"' in player.page


def test_without_javascript_each_card_is_a_page_and_the_fourth_posts(sit_down: Any, service: Any) -> None:
    player = sit_down()
    for number, card in enumerate(SIX.split()):
        assert player.hidden("draft") == ".".join(SIX.split()[:number])
        assert player.post("", card=card).status_code == 303
    assert service.current(player.match_id).version == 1
    assert "Cat wins" in player.page


@pytest.mark.parametrize("muggins", [False, True])
def test_without_javascript_back_leads_to_no_entered_card(sit_down: Any, muggins: bool) -> None:
    player = sit_down(muggins=muggins)
    first, second, third, _ = (player.post("", card=card).location for card in SIX.split())
    for before in (first, second, third):
        page = player.look(f"?{before.partition('?')[2]}")
        assert player.hidden("draft") == ""
        assert 'class="fault"' not in page


def test_a_card_is_taken_back_and_the_next_takes_its_place(sit_down: Any, service: Any) -> None:
    player = sit_down()
    for card in ("7S", "2D", "9S"):
        player.post("", card=card)
    player.post("", untap="1")
    assert player.hidden("draft") == "7S.-.9S"
    player.post("", card="AS")
    assert player.hidden("draft") == "7S.AS.9S"
    player.post("", card="8S")
    assert service.current(player.match_id).whole_match.score.ns == 6


def test_cards_can_be_typed_in_any_spelling(sit_down: Any, service: Any) -> None:
    player = sit_down()
    player.post("", typed="7s a♠")
    assert player.hidden("draft") == "7S.AS"
    player.post("", typed="10h, 2d")
    assert service.current(player.match_id).version == 1


def test_a_word_that_is_no_card_is_named_and_the_rest_stays(sit_down: Any, service: Any) -> None:
    player = sit_down()
    answer = player.post("", draft="7S.AS", typed="joker")
    assert answer.status_code == 422
    assert "“joker” is not a card" in player.page
    assert player.hidden("draft") == "7S.AS"
    assert 'value="joker"' in player.page
    assert service.current(player.match_id).version == 0


def test_a_card_that_is_gone_is_named_with_its_trick_and_the_others_stay(sit_down: Any, service: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    answer = player.trick("2D 7S 4D 5D")
    assert answer.status_code == 422
    assert "The 7 of spades was played in trick 1" in player.page
    assert player.hidden("draft") == "2D.-.4D.5D"
    assert service.current(player.match_id).version == 1


def test_a_card_that_is_gone_is_refused_at_its_tap(sit_down: Any) -> None:
    player = sit_down()
    player.trick(SIX)
    assert player.post("", draft="2D", card="7S").status_code == 422
    assert "The 7 of spades was played in trick 1" in player.page


def test_a_tap_is_not_about_what_was_typed_and_refused(sit_down: Any, service: Any) -> None:
    """Without JavaScript the text comes along with every key."""
    player = sit_down()
    assert player.post("", draft="2D.3D", typed="zz").status_code == 422
    assert player.post("", draft="2D.3D", card="4D", typed="zz").status_code == 303
    assert player.post("", card="5D", typed="zz").status_code == 303
    assert service.current(player.match_id).version == 1
    assert player.post("undo", typed="zz").status_code == 303


def test_five_cards_are_refused(sit_down: Any) -> None:
    player = sit_down()
    assert player.trick("2D 7S 4D 5D 6D").status_code == 422
    assert "There are 5, but only 4 fit" in player.page


def test_a_double_tap_counts_once(sit_down: Any, service: Any) -> None:
    player = sit_down(fragments=True)
    form = player.form()
    first = player.post("", **form | {"draft": "7S.AS.9S.8S"})
    again = player.post("", **form | {"draft": "7S.AS.9S.8S"})
    assert (first.status_code, again.status_code) == (200, 200)
    assert "Cat wins 6 points" in again.get_data(as_text=True)
    assert service.current(player.match_id).version == 1


def test_a_stale_page_gets_the_table_a_sentence_and_its_cards_back(sit_down: Any, service: Any) -> None:
    player = sit_down()
    form = player.form()
    player.trick(SIX)
    answer = player.post("", **form | {"draft": "2D.3D.4D.5D"})
    assert answer.status_code == 409
    told = "Trick 1 was entered differently on another phone."
    assert told in text(player.page)
    assert "/mend/1/1?cards=2D.3D.4D.5D" in player.page
    assert player.hidden("version") == "1"
    assert service.current(player.match_id).version == 1


def test_a_stale_page_keeps_its_cards_in_place_if_their_trick_is_still_open(sit_down: Any) -> None:
    player = sit_down()
    form = player.form()
    player.trick(SIX)
    player.post("undo")
    answer = player.post("", **form | {"draft": "2D.3D.4D.5D"})
    assert answer.status_code == 409
    assert "2 entries" in player.page
    assert player.hidden("draft") == "2D.3D.4D.5D"


def test_the_same_trick_from_another_page_counts_once(sit_down: Any, service: Any) -> None:
    player = sit_down()
    form = player.form() | {"key": "another-page"}
    player.trick(SIX)
    assert player.post("", **form | {"draft": SIX.replace(" ", ".")}).status_code == 303
    assert "It was already entered on another phone." in player.page
    assert service.current(player.match_id).version == 1


@pytest.mark.parametrize(
    "spoilt", [{"version": "x"}, {"version": ""}, {"key": ""}, {"key": "k" * 65}, {"version": "-1"}]
)
def test_a_spoilt_form_is_refused(sit_down: Any, service: Any, spoilt: dict[str, str]) -> None:
    player = sit_down()
    assert player.post("", **{"draft": "7S.AS.9S.8S"} | spoilt).status_code == 422
    assert service.current(player.match_id).version == 0


def test_why_tells_the_rule_the_sets_and_what_does_not_count(sit_down: Any, client: Any) -> None:
    player = sit_down()
    player.trick("3C 2H KH AH")
    page = client.get(f"/matches/{player.match_id}/why/1/1").get_data(as_text=True)
    assert "opposed, so the suit led" in page
    assert "3 + 2 + 10 = 15" in page
    assert "Running flush of three" in page
    assert "no set of three scores as a run" in page


def test_closed_tricks_are_not_in_the_table_page_nor_on_the_sheet(sit_down: Any, client: Any) -> None:
    player = sit_down()
    player.trick("2S KS 6S 8C")
    player.trick("3D 4D 5D 9D")
    sheet = client.get(f"/matches/{player.match_id}/sheet").get_data(as_text=True)
    for page in (player.page, sheet):
        assert "Cat" in page
        assert "8♣" not in with_plain_cards(page).split('id="pad"')[0]


def test_played_cards_are_shown_on_the_pad_only_where_the_match_says_so(sit_down: Any) -> None:
    for shown in (True, False):
        player = sit_down(show_played=shown)
        player.trick(SIX)
        assert ('class="key gone"' in player.page) is shown


def test_a_revoke_is_pointed_out(sit_down: Any, client: Any) -> None:
    player = sit_down()
    player.trick("7S AS 4D 8S")
    player.trick("2D KD 9S 8D")
    player.trick("3S 5D 4S 5S")
    assert ">Dan in trick 1</a>" in player.page.split("Revoke?")[1]
    page = client.get("/matches/1/revoke/1/1/W").get_data(as_text=True)
    assert "Dan did not follow spades in trick 1, with 4♦; 3♠ in trick 3 shows it." in text(page)
