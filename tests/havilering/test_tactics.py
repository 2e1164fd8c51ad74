"""The tactics of a hand's players, against a second definition; unguarded suits."""

import random
from collections import Counter
from itertools import product

import pytest

from referee.cards import SUITS, read_card, read_cards
from referee.games.havilering import tactics
from referee.games.havilering.combinations import Item
from referee.games.havilering.suits import suit_of
from referee.games.havilering.tactics import Tactic, tactic_of
from referee.games.havilering.tricks import PUBLISHED, score
from referee.season import Season
from referee.web.games.havilering import learning
from tests.havilering.test_lesson import played

CYCLE = "DHSC"
"""Each suit is beaten by the next, the last by the first."""


PATTERNS = [("".join(suits), place) for suits in product(CYCLE, repeat=4) for place in (1, 2, 3)]
"""Every order of four suits, and each place after the lead: 768."""


def named(suits: str, place: int) -> str:
    """The term for the card at a place, given the suits of a trick; written from the primer alone."""
    second, third, _ = steps = [(CYCLE.index(suit) - CYCLE.index(suits[0])) % 4 for suit in suits[1:]]
    cricket = 1 if second == 2 else 2 if (second, third) == (0, 2) else None
    """The place of somebody who hopped over the next suit up when all before had followed."""
    if cricket == place:
        return "cricketed"
    is_blocked = cricket is not None and cricket < place
    if steps[place - 1] == 1 and not is_blocked:
        return "trumped"
    return "overcricketed" if is_blocked and place == 2 and third == 3 else ""


@pytest.mark.parametrize("place", [1, 2, 3])
def test_every_order_of_suits_is_called_what_the_primer_calls_it(place: int) -> None:
    for suits in [suits for suits, each in PATTERNS if each == place]:
        cards = read_cards(" ".join(f"{rank}{suit}" for rank, suit in zip("2468", suits, strict=True)))
        found = tactic_of(cards, place)
        assert (found.value if found else "") == named(suits, place), (suits, place)
        assert tactic_of(cards, 0) is None


def test_so_many_of_the_patterns_have_a_name() -> None:
    """Each suit led is trumped by 16 patterns a place, less those with a cricket before: 0, 4 and 5."""
    names = Counter(named(suits, place) for suits, place in PATTERNS)
    assert names == {"trumped": 156, "cricketed": 80, "overcricketed": 16, "": 768 - 156 - 80 - 16}


def test_the_examples_of_the_primer() -> None:
    assert tactic_of(read_cards("9C 3D 4C 5C"), 1) is Tactic.TRUMPED
    assert tactic_of(read_cards("KC TC 3H 5C"), 2) is Tactic.CRICKETED
    assert tactic_of(read_cards("9S 3D QH 5S"), 2) is Tactic.OVERCRICKETED
    assert tactic_of(read_cards("KC TC 3H 5D"), 3) is None  # The diamond makes the heart win.
    assert tactic_of(read_cards("5C 9S 3D 7C"), 2) is Tactic.TRUMPED  # The discarded spade changes nothing.


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
    assert len({row.name for row in learning.scoring(PUBLISHED)}) == len(Item)
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
