"""Disputes about hands and plays: the address contains the question, the answer accounts for everything."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from referee.cards import PACK, codes
from referee.games.cribbage.counting import count
from referee.games.cribbage.talk import PLAY_RULES, RULES
from referee.games.cribbage.verdict import HandQuestion, rulebook
from referee.web.games.cribbage import questions
from tests.pages import with_plain_cards

RULES_FILE = Path(questions.__file__).parents[3] / "games" / "cribbage" / "rules.md"


def text(client: Any, path: str) -> str:
    page = with_plain_cards(client.get(path).get_data(as_text=True))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_a_hand_shows_each_set_with_its_sum_and_the_running_total(client: Any) -> None:
    page = text(client, "/cribbage/dispute?cards=8S.7H.8C.2D.JD")
    assert "Hand 6 points Fifteen two, fifteen four, and a pair is six." in page
    assert "2 Fifteen, 2 Rule 4.2 8 + 7 = 15" in page
    assert "6 A pair, 2 Rule 4.4" in page
    assert "His heels Rule 4.8 The jack turned up was pegged at once, and is not counted again." in page


def test_in_the_crib_a_flush_takes_all_five(client: Any) -> None:
    question = "/cribbage/dispute?cards=2S.4S.6S.8S.TC"
    assert "Hand 4 points" in text(client, question)
    page = text(client, question + "&crib=1")
    assert "Crib 0 points Nineteen, which is nothing." in page
    assert "A crib’s flush needs the starter’s suit too." in page


def test_each_tap_without_javascript_leads_to_an_address_with_the_question(client: Any) -> None:
    address = "/cribbage/dispute?crib=1"
    for number, card in enumerate(("5H", "5S", "5D", "JC", "5C"), 1):
        answer = client.get(f"{address}&card={card}")
        assert answer.status_code == 303
        address = answer.location
        assert ("29 points" in text(client, address)) is (number == 5)
    assert address == "/cribbage/dispute?cards=5H.5S.5D.JC.5C&crib=1"
    # What if: choose a place, then its card.
    address = client.get(address + "&pick=3").location
    assert "points" not in text(client, address)
    address = client.get(address + "&card=5C").location
    # The card was the starter: the two change places.
    assert address == "/cribbage/dispute?cards=5H.5S.5D.5C.JC&crib=1"
    assert "28 points" in text(client, address)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("cards=5H.5S&typed=joker", "“joker” is not a card"),
        ("cards=5H.5S.5D.JC.5C.2D", "four cards and a starter, not 6 cards"),
        ("cards=5H.5H", "The 5 of hearts is there twice."),
        ("cards=5H.5S.5D.JC.5C&typed=2D", "Choose one to change first"),
    ],
)
def test_what_cannot_be_read_is_told_and_the_rest_stays(client: Any, query: str, said: str) -> None:
    answer = client.get("/cribbage/dispute?" + query)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert said in page
    if "joker" in query:
        assert 'name="cards" value="5H.5S"' in page
        assert 'value="joker"' in page


@pytest.mark.parametrize("query", ["at=9", "pick=-1", "crib=", "at=x&cards=5H", "nonsense=1"])
def test_nonsense_in_the_address_is_as_if_it_were_not_there(client: Any, query: str) -> None:
    assert client.get("/cribbage/dispute?" + query).status_code in (200, 303)


def test_a_play_goes_on_card_by_card(client: Any) -> None:
    address = "/cribbage/dispute/play?"
    for card, said in (("7D", "7 0 points"), ("8H", "15 2 points 2 Fifteen"), ("6C", "21 3 points 3 A run of three")):
        address = client.get(f"{address}&card={card}").location
        assert said in text(client, address)
    assert address == "/cribbage/dispute/play?cards=7D.8H.6C"
    assert "The 7 of diamonds pegs nothing." in text(client, "/cribbage/dispute/play?cards=7D")
    answer = client.get(address + "&card=KH")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200 if "31" in page else answer.status_code == 303
    passed = client.get("/cribbage/dispute/play?cards=TD.JC.QH&card=2S")
    assert passed.status_code == 422
    assert "These count 32, which is 1 past 31." in passed.get_data(as_text=True)
    assert 'name="cards" value="TD.JC.QH"' in passed.get_data(as_text=True)


def test_a_question_in_an_address_is_the_same_question() -> None:
    chance = random.Random(1)
    for _ in range(100):
        *four, starter = chance.sample(PACK, 5)
        question = HandQuestion(tuple(four), starter, chance.random() < 0.5)
        given = {name: str(value) for name, value in questions.query(question).items()}
        assert questions.read_hand(given).question == question


def test_random_hands_are_shown_with_their_points(client: Any) -> None:
    chance = random.Random(2)
    for _ in range(30):
        *four, starter = chance.sample(PACK, 5)
        points = count(four, starter).points
        page = text(client, f"/cribbage/dispute?cards={'.'.join(codes([*four, starter]))}")
        assert f"Hand {points} point{'' if points == 1 else 's'} " in page


def test_the_rules_are_all_there_with_examples_worked_out(client: Any) -> None:
    numbers = re.findall(r"^- (\d+\.\d+) ", RULES_FILE.read_text(), re.MULTILINE)
    assert [rule.number for chapter in rulebook().chapters for rule in chapter.rules] == numbers
    page = text(client, "/cribbage/rules")
    assert "7♦ 6♣ 8♥ 21, a run of three for 3." in page
    assert "5♥ 5♠ 5♦ J♣ with 5♣" in page
    assert {*RULES.values(), *PLAY_RULES.values()} <= {*numbers}
    assert "The rules of cribbage" in page
    found = text(client, "/cribbage/rules?q=false+go")
    assert "7.6" in found
    assert "4.6" not in found


@pytest.mark.parametrize("number", range(15))
def test_an_example_of_the_rules_leads_to_its_answer(client: Any, number: int) -> None:
    links = re.findall(r'href="(/cribbage/dispute[^"]*cards=[^"]*)"', client.get("/cribbage/rules").text)
    assert len(links) == 15
    assert "point" in text(client, links[number].replace("&amp;", "&"))


def test_the_score_book_leads_to_what_cribbage_has(client: Any) -> None:
    page = client.get("/books/1/").text
    for address in ("/cribbage/dispute", "/cribbage/dispute/play", "/cribbage/rules"):
        assert f'href="{address}"' in page
