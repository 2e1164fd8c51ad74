"""The pages of the rules: scores equal the referee's counts, and every game has its words."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from referee.cards import Suit, codes, read_cards
from referee.games.cribbage.verdict import HandQuestion
from referee.games.cribbage.verdict import rulebook as of_cribbage
from referee.games.grevjass.pack import points_of
from referee.games.grevjass.verdict import rulebook as of_grevjass
from referee.games.grevjass.verdict import verdict
from referee.games.hearts.verdict import answer
from referee.games.hearts.verdict import rulebook as of_hearts
from referee.games.humbug_whist.verdict import rulebook as of_humbug_whist
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.cribbage.counting import hand_items

PAGES = {
    "/rules": ("Running flush of four", "Overcricket"),
    "/cribbage/rules": ("His nobs", "Pone"),
    "/hearts/rules": ("Two are clear, and no Jack was standing", "Discard"),
    "/humbug-whist/rules": ("Thirteen each", "Ruff"),
    "/grevjass/rules": ("Marietta, the nine of trumps", "Forehand"),
    "/karnoffel/rules": ("Six deals, or as many as were agreed", "Devil"),
}


@pytest.mark.parametrize("address", PAGES)
def test_a_page_tells_what_scores_and_the_words_of_the_game(client: Any, address: str) -> None:
    page = client.get(address).get_data(as_text=True)
    scored, word = PAGES[address]
    rows = re.findall(r"<dt>([^<]*)</dt><dd>(.+?)</dd>", page)
    assert scored in dict(rows)
    assert len(rows) >= 3
    assert f"<dt>{word}</dt>" in page
    for anchor in re.findall(r'<a href="#([^"]+)">', page):
        assert f'id="{anchor}"' in page
    found = client.get(f"{address}?q=zzz").get_data(as_text=True)
    assert f"<dt>{word}</dt>" not in found
    assert scored not in found


def test_the_points_of_cribbage_are_those_of_a_second_count() -> None:
    told = {row.name: (row.points, row.examples[0].question) for row in of_cribbage().scoring if row.examples}
    hands = {name: each for name, each in told.items() if isinstance(each[1], HandQuestion)}
    assert len(hands) == 7
    for name, (points, question) in hands.items():
        ((_, counted),) = hand_items(codes(question.four), question.starter.code, question.crib).values()
        assert counted == (3 if name == "Run" else int(points.split(",")[0]))


def test_the_points_of_grevjass_are_those_of_its_cards() -> None:
    told = [int(row.points) for row in of_grevjass().scoring[:8]]
    cards = zip(read_cards("JH 9H AS TS KS QS JS"), told, strict=False)
    assert all(points_of(card, Suit.HEARTS) == points for card, points in cards)
    tricks = [(row.points, row.examples[0].question) for row in of_grevjass().scoring if row.examples]
    assert [str(verdict(question).points) for _, question in tricks] == [points for points, _ in tricks]
    assert len(tricks) == 3


def test_what_is_paid_is_settled_as_it_is_told() -> None:
    why = [answer(row.examples[0].question).why.value for row in of_hearts().scoring if row.examples]
    assert len(why) == len(set(why)) + 1  # Both pools that stay as Jacks are told by themselves.
    assert {row.points for row in of_humbug_whist().scoring} == {
        "the stake",
        "nothing",
        "three tricks to the other player",
    }


@pytest.mark.quick(2)
@pytest.mark.parametrize("key", SAMPLES)
def test_every_example_can_be_opened_from_every_table(client: Any, service: Any, key: str) -> None:
    """Whatever the number of its players."""
    sizes = dict[int, Any]()
    for seed in range(12):
        record = SAMPLES[key].read(seed)
        sizes.setdefault(len(record.setup.players), record)
    rules = next(address for address in PAGES if address == f"/{key}/rules" or key == "havilering")
    for (number, _), players in zip(service.import_records(BOOK, sizes.values()), sizes, strict=True):
        page = client.get(f"{rules}?match={number}").get_data(as_text=True)
        links = {unescape(link) for link in re.findall(r'href="([^"]*[?&;]match=[^"]*)"', page)}
        assert len(links) > 2
        for link in links:
            assert client.get(link).status_code == 200, (players, link)


@pytest.mark.parametrize("address", PAGES)
def test_a_question_finds_the_rules_that_have_most_of_its_words(client: Any, address: str) -> None:
    page = client.get(f"{address}?q=who+deals+next").get_data(as_text=True)
    rules = re.findall(r'class="numbered".*?</div></div>', page, re.DOTALL)
    assert rules
    assert all("deal" in rule.casefold() or "next" in rule for rule in rules)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/rules", "this holds even if the right ones have won the game"),
        ("/rules", "A wrongly named Jack Havel is worth what he would be to the trick’s winner"),
        ("/rules", "a game that is run ends only then"),
        ("/rules", "Misdeal, or a hand that cannot be finished"),
        ("/grevjass/rules", "it changes nothing, and does not end melding"),
    ],
)
def test_a_ruling_on_a_rare_case_is_told(client: Any, address: str, told: str) -> None:
    page = unescape(client.get(address).get_data(as_text=True)).replace("'", "’")
    assert told in " ".join(re.sub(r"<[^>]+>", "", page).split())
