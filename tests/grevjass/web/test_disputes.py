"""The page that compares melds refuses the same melds as a match (rule 3.4)."""

from typing import Any

import pytest

from tests.pages import text

PAGE = "/grevjass/dispute/melds"


@pytest.mark.parametrize(
    ("melds", "said"),
    [
        ("N.Q.4-E.AD.3", "The queen of diamonds is in a meld of North already, and no card is in two."),
        ("E.QS.3-E.9S.3", "East’s Q♠ J♠ 10♠ touches it: declare them as one sequence."),
        ("E.AS.5-E.AH.5", "That makes 10 cards, but East holds eight."),
        ("E.8S.3", "A sequence of 3 from 8♠ would go below the seven."),
        ("E.2S.3", "“2S” is not in this pack."),
    ],
)
def test_melds_that_clash_are_refused_with_the_reason(client: Any, melds: str, said: str) -> None:
    answer = client.get(PAGE, query_string={"melds": melds})
    assert answer.status_code == 422
    assert said in text(answer.get_data(as_text=True))


def test_a_meld_that_clashes_is_not_added_and_the_others_stay(client: Any) -> None:
    form = {"melds": "N.Q.4-E.JS.5", "add": "1", "player": "W", "what": "sequence", "top": "QH", "length": "3"}
    page = text(client.get(PAGE, query_string=form).get_data(as_text=True))
    assert "The queen of hearts is in a meld of North already" in page
    assert "East : J♠ 10♠ 9♠ 8♠ 7♠ – two strokes Better than the next: it has more cards" in page
    assert "West : Q♥" not in page


@pytest.mark.parametrize("top", ["K", "7"])
def test_a_sequence_of_four_without_the_suit_of_its_top_card_is_not_four_of_a_kind(client: Any, top: str) -> None:
    form = {"add": "1", "player": "W", "what": "", "top": top, "length": "4"}
    page = text(client.get(PAGE, query_string=form).get_data(as_text=True))
    assert f"“{top}” is not a card" in page
    assert "West :" not in page
