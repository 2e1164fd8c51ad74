"""Disputes about four cards: the address contains the question, the answer accounts for everything."""

import random
import re
from typing import Any

import pytest

from referee.cards import PACK, codes, read_cards
from referee.games.havilering.combinations import Item
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.tricks import Values
from referee.games.havilering.verdict import ScoreQuestion, rulebook, verdict
from referee.games.kit.sides import SEATS
from referee.games.rulebook import search
from referee.season import Season
from referee.web.components.picking import write_places
from referee.web.games.havilering import questions
from tests.conftest import BOOK
from tests.havilering.test_against_oracle import table
from tests.pages import with_plain_cards

USUAL = ScoreQuestion((), Season.AUTUMN)


def text(client: Any, path: str) -> str:
    page = with_plain_cards(client.get(path).get_data(as_text=True))
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_run_of_four_that_is_ten_and_why_not_more(client: Any) -> None:
    page = text(client, "/dispute?cards=3C.2H.KH.AH&season=autumn")
    assert "North wins 10 points" in page
    assert "Clubs and hearts are opposed, so the suit led, clubs, rules; North’s " in page
    assert "3 + 2 + 10 = 15" in page
    assert "Running flush of three Rule 4.9" in page
    assert "with a run of four no set of three scores as a run, suited or not" in page
    assert "3 + 10 + 1 = 14: not 15" in page
    assert "2♥ K♥ A♥: a flush takes all four cards" in page


def test_near_misses_fold_into_a_line_and_many_sets_of_a_kind_are_one_row(client: Any) -> None:
    page = client.get("/dispute?cards=5C.5H.5S.5D&season=autumn").get_data(as_text=True)
    rows = [
        re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", row)) for row in re.findall(r"(?s)<li><b class.*?</li>", page)
    ]
    said = [row.replace("\ufe0e", "").split(":") for row in rows]
    assert len(rows) == 4  # Four fifteens; a double prial; six pairs and four prials that do not count.
    assert [row[0].split() for row in said[:1]] == [["4", "4", "fifteens", "Rule", "4.3", "1", "each"]]
    assert page.count('<span class="face-set">') == 4 + 6 + 4
    page = client.get("/dispute?cards=7S.7D.7C.9H&season=autumn").get_data(as_text=True)
    near = re.findall(r"(?s)<details class=.near.><summary>Close, but no: (.*?)</summary>(.*?)</details>", page)
    assert [(counted, folded.count("<li>")) for counted, folded in near] == [
        ("6 sets that nearly make 15 and nearly 31", 7)
    ]


def test_leader_dealer_season_last_trick_and_house_values_bear_on_the_answer(client: Any) -> None:
    plain = "/dispute?cards=2C.JC.9C.3H&season=autumn"
    assert "East wins 3 points" in text(client, plain)
    assert "West wins 3 points" in text(client, plain + "&leader=S")
    assert "East wins 5 points" in text(client, plain + "&dealer=E")
    assert "East wins 1 point " in text(client, plain.replace("autumn", "spring"))
    assert "East wins 5 points" in text(client, plain + "&thirteenth=1")
    assert "East wins 9 points" in text(client, plain + "&jack_havel_dealer=8&dealer=E")
    assert "East wins 22 points" in text(client, plain + "&fifteen=20")


def test_each_tap_without_javascript_leads_to_an_address_with_the_question(client: Any) -> None:
    address = "/dispute?season=spring"
    for number, card in enumerate(("3C", "2H", "KH", "AH"), 1):
        answer = client.get(f"{address}&card={card}")
        assert answer.status_code == 303
        address = answer.location
        assert ("wins" in text(client, address)) is (number == 4)
    assert address == "/dispute?cards=3C.2H.KH.AH&season=spring"
    # What if: choose a place, then its card; nothing is stored.
    address = client.get(address + "&pick=3").location
    assert "at=3" in address
    assert "wins" not in text(client, address)
    address = client.get(address + "&card=TD").location
    assert address == "/dispute?cards=3C.2H.KH.TD&season=spring"


def test_a_card_from_another_place_changes_places(client: Any) -> None:
    answer = client.get("/dispute?cards=3C.2H.KH.AH&at=0&card=KH&season=spring")
    assert answer.location == "/dispute?cards=KH.2H.3C.AH&season=spring"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("cards=3C.2H&typed=joker", "“joker” is not a card"),
        ("cards=3C.2H.KH.AH.5D", "four cards, not 5"),
        ("cards=3C.3C.KH.AH", "four different ones"),
        ("cards=nonsense", "is not a card"),
    ],
)
def test_what_cannot_be_read_is_told_and_the_rest_stays(client: Any, query: str, said: str) -> None:
    answer = client.get("/dispute?" + query)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert said in page
    if "joker" in query:
        assert 'name="cards" value="3C.2H"' in page
        assert 'value="joker"' in page


@pytest.mark.parametrize("query", ["at=9", "pick=-1", "match=999", "match=x", "dealer=", "prial="])
def test_nonsense_in_the_address_is_as_if_it_were_not_there(client: Any, query: str) -> None:
    assert client.get("/dispute?cards=3C&" + query).status_code in (200, 303)


def test_from_the_table_players_are_named_and_the_circumstances_are_those_of_the_match(
    client: Any, sit_down: Any
) -> None:
    player = sit_down(season="winter", dealer="S", jack_havel=3)
    player.trick("7S AS 9S 8S")
    page = client.get(f"/dispute?match={player.match_id}").get_data(as_text=True)
    chosen = re.findall(r'<option value="(\w*)" selected', page)
    assert chosen == ["N", "S", "winter"]
    assert re.search(r'name="jack_havel"\s+value="3"', page)
    assert "Back to the table" in page
    assert "Ann" in page
    address = client.get(f"/dispute?match={player.match_id}&leader=N&season=winter&card=7S").location
    assert f"match={player.match_id}" in address


def test_a_question_in_an_address_is_the_same_question() -> None:
    for place, cards in enumerate(zip(PACK[::4], PACK[1::4], PACK[2::4], PACK[3::4], strict=True)):
        season = list(Season)[place % 4]
        values = Values(place % 5, 4, {Item.PRIAL: place + 20} if place else {})
        dealer = [None, *SEATS][place % 5]
        asked = ScoreQuestion(cards, season, SEATS[place % 4], dealer, place % 2 == 0, values)
        given = {name: str(value) for name, value in questions.query(asked).items()}
        assert questions.read(given, USUAL).question == asked


def test_any_trick_that_may_be_seen_explains_itself(client: Any, sit_down: Any) -> None:
    player = sit_down(season="winter", dealer="N")
    player.trick("7S AS 9S 8S")
    player.trick("2S KS 6S TC")
    number = player.match_id
    assert "trick is closed" in text(client, f"/matches/{number}/why/1/1")
    page = text(client, f"/matches/{number}/why/1/2")
    assert "wins 0 points" in page
    assert "Nothing in it scores." in page
    assert client.get(f"/matches/{number}/why/1/3").status_code == 404
    assert f"/dispute?match={number}&amp;cards=2S.KS.6S.TC&amp;season=winter" in client.get(
        f"/matches/{number}/why/1/2"
    ).get_data(as_text=True)


def test_what_a_trick_of_a_match_is_asked_with_gives_its_score(sit_down: Any, service: Any) -> None:
    """Leader, dealer, season, last and house values of any trick, over whole hands and games."""
    for seed in range(25):
        record = HAVILERING.read(table(seed).play(80))
        ((number, _),) = service.import_records(BOOK, [record])
        match = service.current(number).whole_match
        for trick in random.Random(seed).sample(match.tricks, min(20, len(match.tricks))):
            answer = verdict(questions.about(match, trick))
            assert (answer.score, answer.winner) == (trick.score, trick.winner)


def test_rules_are_found_by_words_and_numbers(client: Any) -> None:
    assert 'id="r4.9"' in client.get("/rules").get_data(as_text=True)
    page = client.get("/rules?q=misdeal").get_data(as_text=True)
    assert 'id="r9.1"' in page
    assert 'id="r4.9"' not in page
    assert "0 rules." in text(client, "/rules?q=zebra")
    assert "&lt;b&gt;" in client.get("/rules?q=<b>").get_data(as_text=True)


@pytest.mark.parametrize(("words", "first"), [("tie", "3.5"), ("ties", "3.5"), ("latest tie", "3.5"), ("ace", "4.3")])
def test_a_word_finds_the_rules_that_have_it_before_those_that_only_have_its_letters(words: str, first: str) -> None:
    chapters = search(rulebook().chapters, words) or rulebook().chapters
    assert chapters[0].rules[0].number == first


def test_letters_within_a_word_are_found_where_no_word_begins_with_them() -> None:
    assert [rule.number for chapter in search(rulebook().chapters, "teenth") for rule in chapter.rules] == [
        "4.12",
        "7.1",
        "8.5",
    ]


def test_every_rule_that_an_explanation_links_stands_on_the_page_of_rules(client: Any) -> None:
    there = set(re.findall(r'id="(r[\d.]+)"', client.get("/rules").get_data(as_text=True)))
    for cards in ("3C.2H.KH.AH", "4C.4D.3H.4S", "9D.TD.TC.JD", "QH.AH.KH.JH", "5S.5D.5C.5H", "JC.2D.KS.9H"):
        page = client.get(f"/dispute?cards={cards}&season=autumn&thirteenth=1").get_data(as_text=True)
        linked = set(re.findall(r'href="/rules#(r[\d.]+)"', page))
        assert linked
        assert linked <= there


def test_codes_of_the_question_are_those_of_the_cards() -> None:
    assert write_places((*read_cards("7S AS"), None, None)) == "7S.AS"
    assert write_places((None, *read_cards("7S"), None, None)) == "-.7S"
    assert codes(questions.read({"cards": "-.7S"}, USUAL).question.cards) == ["7S"]


def test_with_muggins_the_table_does_not_settle_what_is_still_to_be_claimed(client: Any, sit_down: Any) -> None:
    player = sit_down(muggins=True)
    player.trick("7S AS 9S 8S")
    page = text(client, f"/dispute?match={player.match_id}&cards=AS.7S.9S.8S&season=winter")
    assert "shown after the hand" in page
    assert "points" not in page
    assert "wins" in text(client, f"/dispute?match={player.match_id}&cards=AS.7S.9S.9C&season=winter")


def test_a_fifth_card_is_not_lost_without_a_word(client: Any) -> None:
    answer = client.get("/dispute?cards=3C.2H.KH.AH&typed=5D")
    assert answer.status_code == 422
    assert "Choose one to change first" in answer.get_data(as_text=True)


def test_house_values_are_told_with_the_ruling(client: Any) -> None:
    assert "By house rules: flush 0." in text(client, "/dispute?cards=4H.9H.JH.KH&season=winter&flush=0")
    assert "By house rules" not in text(client, "/dispute?cards=4H.9H.JH.KH&season=winter&flush=1")
