"""Rules 4.1 to 4.10: all sets of four cards, against the second referee."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import PACK, Card, codes, read_cards
from referee.games.havilering.combinations import Combination, Item, combinations
from referee.games.havilering.tricks import score
from referee.season import Season
from tests.havilering.oracle import VALUE, consecutive, count, items_of
from tests.patterns import sets

CARD = {card.code: card for card in PACK}
NEXT_SUIT = [str.maketrans("DHSC", "DHSC"[turn:] + "DHSC"[:turn]) for turn in range(4)]
WORTH = {**VALUE, "jack-havel": 2}


def scoring(cards: tuple[Card, ...]) -> list[Combination]:
    return [found for found in combinations(cards) if found.scores]


def is_what_it_says(found: Combination) -> bool:
    """True if a set is in itself the combination it is called, whatever else is in the trick."""
    cards = codes(found.cards)
    kind, size = found.item.value.removesuffix("-3").removesuffix("-4"), len(cards)
    if kind in ("fifteen", "thirty-one"):
        return sum(map(count, cards)) == 15 if kind == "fifteen" else size == 4 and sum(map(count, cards)) == 31
    if kind in ("pair", "prial", "double-prial"):
        return size == {"pair": 2, "prial": 3, "double-prial": 4}[kind] and len({card[0] for card in cards}) == 1
    suited = len({card[1] for card in cards}) == 1
    if kind == "flush":
        return size == 4 and suited
    return f"{kind}-{size}" == found.item.value and consecutive(cards) and (suited or kind == "run")


def test_every_set_of_four_agrees_with_the_second_referee_and_is_explained_to_the_point() -> None:
    """All 270,725, up to the names of the suits: the same items, and what is explained adds up to the score.

    Only Jack Havel is of a certain suit, so each Jack of a set is him once.
    """
    seen = 0
    for cards, turn, namings in (
        (tuple(card.translate(NEXT_SUIT[turn]) for card in four), turn, namings)
        for four, namings in sets("23456789TJQKA", "DHSC")
        for turn in range(4 if any(card[0] == "J" for card in four) else 1)
    ):
        seen += namings * (turn == 0)
        result = score([CARD[card] for card in cards], Season.WINTER, dealer_won=False, last=False)
        mine = Counter(each.item.value for each in result.sets)
        expected = items_of(cards)
        expected["jack-havel"] += "JD" in cards
        assert mine == +expected, cards
        assert sum(WORTH[item] * times for item, times in mine.items()) == result.points, cards
        # Every set that is named is one, none is named twice, and each is beaten only by what scores.
        found = [each for each in (*result.sets, *result.set_aside) if each.item is not Item.JACK_HAVEL]
        assert len({(each.item, each.cards) for each in found}) == len(found), cards
        assert all(map(is_what_it_says, found)), cards
        assert all(each.beaten_by.value in mine for each in found if each.beaten_by), cards
    assert seen == 270_725


@given(st.permutations(PACK).map(lambda pack: tuple(pack[:4])))
def test_the_order_of_the_cards_never_changes_the_combinations(cards: tuple[Card, ...]) -> None:
    def unordered(found: tuple[Combination, ...]) -> Counter[tuple[Item, frozenset[Card], Item | None]]:
        return Counter((each.item, frozenset(each.cards), each.beaten_by) for each in found)

    first = unordered(combinations(cards))
    assert all(unordered(combinations(order)) == first for order in permutations(cards))


@pytest.mark.parametrize(
    ("rule", "trick", "items"),
    [
        ("of equal ranks only the largest set", "4C 4D 3H 4S", {"fifteen": 1, "prial": 1}),
        ("a double prial is no pairs and no prials", "5S 5D 5C 5H", {"fifteen": 4, "double-prial": 1}),
        ("two different pairs score twice", "9D 9C 3S 3H", {"pair": 2, "fifteen": 2}),
        ("with a run of four no suited three scores", "3C 2H KH AH", {"fifteen": 1, "run-4": 1}),
        ("a running flush of three is not also a run", "9D TD TC JD", {"running-flush-3": 1, "run-3": 1, "pair": 1}),
        ("a flush scores beside a running flush", "QH AH KH JH", {"flush": 1, "thirty-one": 1, "running-flush-4": 1}),
        ("ranks are a circle: Q K A", "QD KC AS 5H", {"run-3": 1, "fifteen": 2}),
        ("ranks are a circle: K A 2", "KD AC 2S 7H", {"run-3": 1}),
        ("ranks are a circle: A 2 3", "AD 2C 3S 7H", {"run-3": 1}),
        ("nothing at all", "2S KS 6S 8C", {}),
    ],
)  # fmt: skip
def test_rule(rule: str, trick: str, items: dict[str, int]) -> None:
    assert Counter(found.item.value for found in scoring(read_cards(trick))) == items
