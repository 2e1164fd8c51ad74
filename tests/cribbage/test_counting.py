"""Every hand and every play, against the count of the second referee."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

import pytest

from referee.cards import PACK, Card, codes, read_card, read_cards
from referee.faults import RefusedError
from referee.games.cribbage import counting
from referee.games.cribbage.counting import TOTALS, Count, check, count, not_counted
from referee.games.cribbage.items import Items, value_of
from tests.cribbage.counting import ORDER, hand_items, pips, play_items

PUBLISHED = {
    0: 1_009_008, 1: 99_792, 2: 2_813_796, 3: 505_008, 4: 2_855_676, 5: 697_508, 6: 1_800_268, 7: 751_324,
    8: 1_137_236, 9: 361_224, 10: 388_740, 11: 51_680, 12: 317_340, 13: 19_656, 14: 90_100, 15: 9_168, 16: 58_248,
    17: 11_196, 18: 2_708, 20: 8_068, 21: 2_496, 22: 444, 23: 356, 24: 3_680, 28: 76, 29: 4,
}  # fmt: skip
"""The numbers of the 12,994,800 hands with a starter by their points, as is well known."""


@cache
def suitings(
    times: tuple[int, ...], with_starter: int | None, jacks: int | None
) -> list[tuple[tuple[str, ...], int]]:
    """Suits of four cards, with `times` cards of each rank and a starter of spades: one of each kind, and how many.

    What matters is whether the four are of one suit, spades or another, and whether a jack among them is a spade. The
    group of the starter's own rank has no spade.
    """
    groups = [list(combinations("HDC" if place == with_starter else "SHDC", n)) for place, n in enumerate(times)]
    kinds: dict[Any, tuple[tuple[str, ...], int]] = {}
    for choice in product(*groups):
        suits = tuple(suit for group in choice for suit in group)
        has_nobs = jacks is not None and "S" in choice[jacks]
        key = len(set(suits)) == 1, suits[0] == "S" and len(set(suits)) == 1, has_nobs
        kinds[key] = suits, kinds.get(key, ((), 0))[1] + 1
    return list(kinds.values())


def hands(ranks: str) -> Iterator[tuple[list[str], str, int]]:
    """Every kind of hand with these ranks, its starter, and how many such hands there are."""
    times = Counter(ranks)
    for starter in ORDER:
        if times[starter] < 4:
            group, jacks = (list(times).index(rank) if rank in times else None for rank in (starter, "J"))
            for suits, number in suitings(tuple(times.values()), group, jacks):
                yield [rank + suit for rank, suit in zip(ranks, suits, strict=True)], starter + "S", 4 * number


def as_pairs(items: Items) -> dict[str, tuple[int, int]]:
    return {item.value: (worth.count, worth.points) for item, worth in items.items()}


CARDS = {card.code: card for card in PACK}


def counted(four: list[str], starter: str, crib: bool) -> Count:
    return count([CARDS[code] for code in four], CARDS[starter], crib)


@pytest.mark.quick(0)
def test_all_hands_count_what_the_second_referee_counts() -> None:
    """As a hand and as a crib, which is the same unless the four are of one suit: the others take turns. Rules 4.2 to
    4.7."""
    totals: Counter[int] = Counter()
    for turn, (four, starter, number) in enumerate(
        hand for ranks in combinations_with_replacement(ORDER, 4) for hand in hands("".join(ranks))
    ):
        is_flush = len({card[1] for card in four}) == 1
        for is_crib in (False, True) if is_flush else (turn % 2 == 1,):
            found = counted(four, starter, is_crib)
            assert as_pairs(found.items) == hand_items(four, starter, is_crib), (four, starter)
            totals[found.points] += number * (not is_crib or not is_flush)
    assert totals == PUBLISHED
    assert sum(totals.values()) == 12_994_800
    assert set(totals) == set(TOTALS)


@pytest.mark.parametrize("seed", range(60))
def test_the_sets_of_a_hand_are_what_they_say_in_the_order_they_should_have(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(10):
        # Few ranks, so that there is much to count.
        ranks = chance.sample(ORDER, 4)
        cards = chance.sample([rank + suit for rank in ranks for suit in "SHDC"], 5)
        *four, starter = cards
        is_crib = chance.random() < 0.5
        found = counted(four, starter, is_crib)
        assert as_pairs(found.items) == hand_items(four, starter, is_crib)
        kinds = ["fifteen", "run", "pair", "flush", "nobs"]
        keys = []
        for each in found.sets:
            places = [cards.index(card.code) for card in each.cards]
            keys.append((kinds.index(each.item.value.split("-")[0]), len(places), places))
            assert places == sorted(places)
            assert each.points == {"fifteen": 2, "pair": 2, "nobs": 1}.get(each.item.value, len(places))
            if each.item.value == "fifteen":
                assert value_of(each.cards) == 15
        assert keys == sorted(keys)
        assert len(set(found.sets)) == len(found.sets)
        assert sum(each.points for each in found.sets) == found.points


def test_plays_of_up_to_four_cards_peg_what_the_second_referee_pegs() -> None:
    """Every sequence of ranks: suits do not matter. Rules 3.6 to 3.8."""
    for length in range(1, 5):
        for ranks in product(ORDER, repeat=length):
            cards = [rank + "SHDC"[ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
            if sum(map(pips, cards)) <= 31:
                assert as_pairs(counting.pegging([CARDS[code] for code in cards])) == play_items(cards), cards


@pytest.mark.quick(10)
@pytest.mark.parametrize("seed", range(30))
def test_longer_plays_peg_what_the_second_referee_pegs(seed: int) -> None:
    chance = random.Random(seed)
    low = [rank + suit for rank in ORDER[: chance.choice([2, 5, 7])] for suit in "SHDC"]
    for _ in range(200):
        cards: list[str] = []
        for card in chance.sample(low, 8):
            if sum(map(pips, [*cards, card])) <= 31:
                cards.append(card)
                assert as_pairs(counting.pegging([CARDS[code] for code in cards])) == play_items(cards), cards


def test_runs_of_up_to_seven_in_any_order() -> None:
    """Rule 3.8."""
    for ranks in permutations("A234567"):
        if ranks[-1] in "A47":
            cards = [CARDS[rank + "S"] for rank in ranks]
            assert as_pairs(counting.pegging(cards)) == {"run-7": (1, 7)}


def test_suits_do_not_matter_in_the_play() -> None:
    chance = random.Random(1)
    for _ in range(500):
        ranks = chance.choices(ORDER[:9], k=4)
        one = [CARDS[rank + "SHDC"[ranks[:place].count(rank)]] for place, rank in enumerate(ranks)]
        other = [CARDS[rank + "CDHS"[ranks[:place].count(rank)]] for place, rank in enumerate(ranks)]
        assert counting.pegging(one) == counting.pegging(other)


@pytest.mark.parametrize(
    ("cards", "crib", "said"),
    [
        ("5H 6S 7H JH 8H", False, [("flush-with-starter", "5H 7H JH 8H")]),
        ("2S 4S 6S 8S TC", True, [("crib-flush", "2S 4S 6S 8S")]),
        ("2S 4S 6S 8S TC", False, []),
        ("2S 4S 6S 8S TS", True, []),
        ("2S 4S 6D 8S JC", False, [("heels", "JC")]),
        ("KS AD 5H 7C QS", False, [("corner", "KS AD QS")]),
        ("KS AD 2H 2C 9S", True, [("corner", "KS AD 2H 2C")]),
        ("KS AD 5H 7C 9S", False, []),
        ("QS 2D AH 7C 9S", False, []),
        ("AS 2S KS 9C JS", True, [("flush-with-starter", "AS 2S KS JS"), ("heels", "JS"), ("corner", "AS 2S KS")]),
    ],
)
def test_what_looks_like_a_set_and_does_not_count(cards: str, crib: bool, said: list[tuple[str, str]]) -> None:
    """Rule 4.8."""
    *four, starter = read_cards(cards)
    found = [(each.why.value, " ".join(codes(each.cards))) for each in not_counted(four, starter, crib)]
    assert found == said


@pytest.mark.parametrize(
    ("cards", "points"),
    [("5H 5S 5D JC 5C", 29), ("9S 6D 5H 4C 4S", 14), ("4S 3D 3C 2H KD", 12), ("2S 4D 6H 8C TS", 0)],
)
def test_examples_from_the_books(cards: str, points: int) -> None:
    *four, starter = read_cards(cards)
    assert count(four, starter).points == points


@pytest.mark.parametrize(
    ("four", "starter", "said"),
    [
        ("5H 5S 5D JC", None, "not 4 and no starter"),
        ("5H 5S 5D", "5C", "not 3 and a starter"),
        ("5H 5S 5D JC", "5H", "The 5 of hearts is there twice"),
        ("5H 5S 5S JC", "5D", "The 5 of spades is there twice"),
    ],
)
def test_a_hand_that_cannot_be_counted_is_refused(four: str, starter: str | None, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        check(read_cards(four), read_card(starter) if starter else None)


@pytest.mark.parametrize(
    ("cards", "said"),
    [("", "There is no card to play"), ("KS KH KD 2C", "count 32, which is 1 past 31"), ("2S 2S", "there twice")],
)
def test_a_play_that_cannot_be_is_refused(cards: str, said: str) -> None:
    played: tuple[Card, ...] = read_cards(cards)
    with pytest.raises(RefusedError, match=said):
        counting.check_play(played)
