"""Rules 3.1 to 3.5 and 4.11 to 4.13."""

from itertools import product

import pytest

from referee.cards import PACK, RANKS, SUITS, codes, read_cards
from referee.games.havilering.tricks import Values, WinRule, score, winner
from referee.games.kit.sides import seat_after
from referee.season import Season
from tests.havilering.oracle import winning_place

BY_CODE = {card.code: card for card in PACK}

# The ten example tricks of the published rules: cards from North round, winner, points, in a season whose
# jack is not among them. North leads.
PUBLISHED = [
    ("4S 6S KS 2S", "S", 1),
    ("7S AS 9S 8S", "E", 6),
    ("2S KS 6S 8C", "W", 0),
    ("6S 9D 6C TC", "E", 7),
    ("3C 2H KH AH", "N", 10),
    ("4C 4D 3H 4S", "W", 10),
    ("QH AH KH JH", "E", 14),
    ("5S 5D 5C 5H", "W", 16),
    ("JH QD TS 5S", "S", 6),
    ("2D TH 9H TD", "E", 5),
]


@pytest.mark.parametrize(("trick", "seat", "points"), PUBLISHED)
def test_published_example(trick: str, seat: str, points: int) -> None:
    cards = read_cards(trick)
    assert seat_after("N", winner(cards).place) == seat
    assert score(cards, Season.WINTER, dealer_won=False, last=False).points == points


def test_the_winner_of_every_pattern_agrees_with_the_second_referee() -> None:
    """Every four suits in order, with every four of the top, the bottom and two middle ranks in order.

    Who wins hangs only on the suits and on which of two cards is higher, so four ranks show every pattern.
    """
    ranks = (RANKS[0], RANKS[5], RANKS[8], RANKS[12])
    patterns = 0
    for suits, heights in product(product(SUITS, repeat=4), product(ranks, repeat=4)):
        cards = tuple(BY_CODE[rank.letter + suit.letter] for rank, suit in zip(heights, suits, strict=True))
        if len(set(cards)) < 4:
            continue
        patterns += 1
        assert winner(cards).place == winning_place(codes(cards)), cards
    assert patterns == 16 * 15 * 14 * 13


@pytest.mark.parametrize(
    ("trick", "rule"),
    [
        ("4S 6S KS 2S", WinRule.ONE_SUIT),
        ("2S KS 6S 8C", WinRule.NEIGHBOURS),
        ("3C 2H KH AH", WinRule.OPPOSED),
        ("6S 9D 6C TC", WinRule.THREE_SUITS),
        ("5S 5D 5C 5H", WinRule.FOUR_SUITS),
    ],
)
def test_the_rule_that_decides_is_named(trick: str, rule: WinRule) -> None:
    assert winner(read_cards(trick)).rule is rule


def test_jack_havel_is_worth_more_when_the_dealer_in_person_takes_him() -> None:
    cards = read_cards("QH AH KH JH")
    assert score(cards, Season.SPRING, dealer_won=False, last=False).points == 16
    assert score(cards, Season.SPRING, dealer_won=True, last=False).points == 18
    house = Values(jack_havel=3, jack_havel_dealer=6)
    assert score(cards, Season.SPRING, dealer_won=True, last=False, values=house).points == 20
    assert score(cards, Season.SUMMER, dealer_won=True, last=False).points == 14


def test_the_thirteenth_trick_is_worth_two_more() -> None:
    assert score(read_cards("2S KS 6S 8C"), Season.WINTER, dealer_won=False, last=True).points == 2
