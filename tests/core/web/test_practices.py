"""Practice with answers in words: who takes a trick of two cards, and who wins the pool; by a second count."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from referee.english import titled
from referee.web.games.hearts.disputes import DIVIDED, STAYS, HeartsPractice
from referee.web.games.humbug_whist.disputes import HumbugWhistPractice
from tests.practising import answered, asked

RANKS = "23456789TJQKA"


def takes(led: str, second: str, trumps: str) -> int:
    """0 if the card led takes the trick, 1 if the other does."""
    if led[1] == second[1]:
        return int(RANKS.index(second[0]) > RANKS.index(led[0]))
    return int(second[1] == trumps)


def pool(hearts: list[int], jack: bool) -> int:
    """The winner of the pool: the one who is clear; two divide it, unless it is a Jack; else it stays."""
    clear = [seat for seat, count in enumerate(hearts) if not count]
    if len(clear) == 1:
        return clear[0]
    return DIVIDED if len(clear) == 2 and not jack else STAYS


def test_every_two_cards_and_every_trump_are_judged() -> None:
    practice = HumbugWhistPractice()
    pack = [rank + suit for suit in "SHDC" for rank in RANKS]
    for led in pack:
        for second in pack:
            for trumps in "SHDC" if led != second else "":
                question = {"cards": [led, second], "trumps": trumps}
                assert practice.worth(question) == takes(led, second, trumps)


@pytest.mark.parametrize("jack", [False, True])
def test_every_deal_of_four_is_judged(jack: bool) -> None:
    practice, seen = HeartsPractice(), set()
    for one in range(14):
        for two in range(14 - one):
            for three in range(14 - one - two):
                hearts = [one, two, three, 13 - one - two - three]
                found = practice.worth({"hearts": hearts, "pool": 13 if jack else 0, "jack": jack})
                assert found == pool(hearts, jack)
                seen.add(found)
    assert seen == set(practice.answers) - ({DIVIDED} if jack else set())


@pytest.mark.parametrize(("address", "practice"), [("/hearts/practice", HeartsPractice()),
                                                   ("/humbug-whist/practice", HumbugWhistPractice())])  # fmt: skip
def test_it_is_asked_answered_and_explained(client: Any, address: str, practice: Any) -> None:
    for right in (1, 2, 3):
        asked(client, address)
        with client.session_transaction() as session:
            question = session[practice.session_key]["asked"]
        due = practice.worth(question)
        page = html.unescape(answered(client, address, points=str(due)))
        assert "Right, in 0 seconds." in page
        assert practice.explanation(question) in page
        assert f"Streak <b>{right}</b>" in page
    page = html.unescape(asked(client, address))
    with client.session_transaction() as session:
        question = session[practice.session_key]["asked"]
    words = [titled(practice.words(question, each)) for each in practice.answers]
    assert re.findall(r'name="points" value="\d+">([^<]*)<', page) == words
    wrong = next(each for each in practice.answers if each != practice.worth(question))
    page = html.unescape(answered(client, address, points=str(wrong)))
    assert f"No: you said {practice.words(question, wrong)}" in " ".join(page.split())
    assert "you said is" not in page
    assert "Streak <b>0</b>" in page
    link = re.findall(r'href="([^"]*)">What if\?', page)[0]
    assert client.get(html.unescape(link)).status_code == 200


def test_what_if_is_asked_about_the_same_pool(client: Any) -> None:
    practice = HeartsPractice()
    data = {"hearts": [0, 0, 6, 7], "pool": 13, "jack": True}
    with client.application.test_request_context():
        link = practice.variables(data, is_answered=True)["what_if"]
    assert practice.explanation(data) == "Ann and Bob are clear: still a Jack of twenty-six."
    assert "Seat 1 and Seat 2 are clear: still a Jack of twenty-six." in client.get(link).get_data(as_text=True)
