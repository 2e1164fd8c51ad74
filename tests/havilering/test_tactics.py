"""What the players of a hand did, in the terms of the game, against a second definition; suits without a guard."""

import random
from itertools import product

import pytest

from referee.cards import SUITS, read_card, read_cards
from referee.games.havilering import tactics
from referee.games.havilering.combinations import Item
from referee.games.havilering.seasons import suit_of
from referee.games.havilering.tactics import Tactic, tactic_of
from referee.games.havilering.tricks import PUBLISHED, score
from referee.season import Season
from referee.web.games.havilering import learning
from tests.havilering.test_lesson import played

CYCLE = "DHSC"
"""Each suit is beaten by the next, the last by the first."""


def named(suits: str, place: int) -> str:
    """The term for the card at a place, given the suits played up to it; written from the primer alone."""
    steps = [(CYCLE.index(suit) - CYCLE.index(suits[0])) % 4 for suit in suits[: place + 1]]
    *before, own = steps
    if own == 1 and set(before) <= {0, 1}:
        return "trumped"
    if own == 2 and set(before) == {0} and place in (1, 2):
        return "cricketed"
    if own == 3 and place == 2 and before == [0, 2]:
        return "overcricketed"
    return ""


@pytest.mark.parametrize("suits", ["".join(four) for four in product("DHSC", repeat=4)])
def test_every_order_of_suits_is_called_what_the_primer_calls_it(suits: str) -> None:
    cards = read_cards(" ".join(f"{rank}{suit}" for rank, suit in zip("2468", suits, strict=True)))
    for place in range(4):
        found = tactic_of(cards, place)
        assert (found.value if found else "") == named(suits, place), (suits, place)


def test_the_examples_of_the_primer() -> None:
    assert tactic_of(read_cards("9C 3D 4C 5C"), 1) is Tactic.TRUMPED
    assert tactic_of(read_cards("KC TC 3H 5C"), 2) is Tactic.CRICKETED
    assert tactic_of(read_cards("9S 3D QH 5S"), 2) is Tactic.OVERCRICKETED
    assert tactic_of(read_cards("KC TC 3H 5D"), 3) is None  # The diamond makes the heart win.


@pytest.mark.parametrize("seed", range(8))
def test_guards_and_high_cards_are_those_that_a_count_of_the_cards_finds(seed: int) -> None:
    match, tricks = played(seed)
    fell = [[read_card(code) for code in trick["cards"]] for trick in tricks]
    assert len(fell) == 13
    found = {(each.suit.letter, each.gone.letter): each.since for each in tactics.unguarded(match.tricks)}
    due = {}
    for place, suit in enumerate(CYCLE):
        guard = CYCLE[(place + 1) % 4]
        last = max(number for number, cards in enumerate(fell, 1) for card in cards if card.code[1] == guard)
        if any(card.code[1] == suit for cards in fell[last:] for card in cards):
            due[suit, guard] = last
    assert found == due
    order = "23456789TJQKA"
    for number, highest in enumerate(tactics.highest_out(match.tricks)):
        still = [card for cards in fell[number:] for card in cards]
        for of_suit in SUITS:
            codes = [card.code[0] for card in still if card.suit is of_suit]
            top = highest[of_suit]
            assert (top.code[0] if top else None) == max(codes, key=order.index, default=None)


def test_of_many_hands_some_lose_a_guard() -> None:
    assert any(tactics.unguarded(played(seed)[0].tricks) for seed in range(8))


def test_the_examples_of_the_table_of_what_scores_score_it() -> None:
    rows = {name: cards for name, _, cards in learning.scoring(PUBLISHED)}
    assert len(rows) == len(Item)
    for item, text in learning.EXAMPLES.items():
        shown, chance = read_cards(text), random.Random(1)
        rest = [card for card in read_cards("2C 3D 6H 8S TC JH 9H KC 5D") if card not in shown]
        for _ in range(40):
            cards = [*shown, *chance.sample(rest, 4 - len(shown))]
            if item in score(cards, Season.WINTER, False, False).items:
                break
        else:
            raise AssertionError(f"{item} is in no trick with {text}")
    four = [item for item, text in learning.EXAMPLES.items() if len(text.split()) == 4]
    assert all(item in score(read_cards(learning.EXAMPLES[item]), Season.WINTER, False, False).items for item in four)


def test_the_rhyme_names_each_season_and_its_suit() -> None:
    for season, (line, jack) in zip(learning.RHYME, learning.rhyme(), strict=True):
        assert suit_of(season).plural in line.lower()
        assert jack.suit is suit_of(season)
        assert season is Season.WINTER or season.value in line
