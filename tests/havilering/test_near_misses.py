"""An explanation accounts for every set that looks like a combination, and for every near miss."""

from collections import Counter
from functools import cache
from itertools import combinations as choose

import pytest

from referee.cards import PACK, RANKS, Card, codes, read_cards
from referee.games.havilering.combinations import Combination, Item
from referee.games.havilering.near_misses import near_misses
from referee.games.havilering.talk import NAMES, arithmetic, why_not
from referee.games.havilering.tricks import Values, winner
from referee.games.havilering.verdict import ScoreQuestion, rulebook, verdict
from referee.season import Season
from tests.havilering.oracle import consecutive, count

NUMBERS = {rule.number for chapter in rulebook().chapters for rule in chapter.rules}


@cache
def shapes() -> list[tuple[Card, ...]]:
    """One set of four for each pattern of ranks and of equal suits: nothing else bears on combinations."""
    found: dict[object, tuple[Card, ...]] = {}
    for cards in choose(PACK, 4):
        suits = [card.suit for card in cards]
        pattern = tuple(card.rank.height for card in cards), tuple(suits.index(suit) for suit in suits)
        found.setdefault(pattern, cards)
    return list(found.values())


def looks_like(subset: tuple[Card, ...]) -> set[str]:
    """The name of a set of cards on its own."""
    words, four = codes(subset), len(subset) == 4
    suited, alike = len({word[1] for word in words}) == 1, len({word[0] for word in words}) == 1
    called = set()
    if alike:
        called.add(["", "", "pair", "prial", "double-prial"][len(words)])
    if len(words) > 2 and in_a_row("".join(word[0] for word in words)):
        called.add(f"running-flush-{len(words)}" if suited else f"run-{len(words)}")
        if suited and (four or "run-4" not in called):
            called.add(f"run-{len(words)}")
    if sum(map(count, words)) == 15:
        called.add("fifteen")
    if four and sum(map(count, words)) == 31:
        called.add("thirty-one")
    if four and suited:
        called.add("flush")
    return called


@pytest.mark.quick(0)
def test_every_set_that_looks_like_a_combination_scores_or_is_explained() -> None:
    kinds = set()
    for cards in shapes():
        answer = verdict(ScoreQuestion(cards, Season.WINTER))
        named = {
            (found.item.value, frozenset(found.cards)) for found in (*answer.score.sets, *answer.score.set_aside)
        }
        has_run_of_four = in_a_row("".join(code[0] for code in codes(cards)))
        for size in (2, 3, 4):
            for subset in choose(cards, size):
                for called in looks_like(subset):
                    if called == "run-3" and has_run_of_four and ("running-flush-3", frozenset(subset)) in named:
                        continue  # Told as the running flush it would be.
                    assert (called, frozenset(subset)) in named, (cards, subset, called)
        for found in answer.score.set_aside:
            assert found.beaten_by in answer.score.items
            assert why_not(found)
            assert found.rule in {"4.8", "4.9", "4.10"}
            kinds.add(found.rule)
    assert kinds == {"4.8", "4.9", "4.10"}


def test_near_misses_are_just_that_and_each_says_what_it_lacks(thorough: bool) -> None:
    """Against the measures of the second referee, for every pattern there is, or for a tenth."""
    kinds = Counter[str]()
    for cards in shapes()[:: 1 if thorough else 10]:
        near = near_misses(cards, Season.AUTUMN)
        assert_none_is_left_out(cards, near)
        for found in near:
            assert not found.scores
            assert not looks_like(found.cards) & {found.item.value}
            assert found.rule in NUMBERS
            assert is_near(found, cards), (cards, found)
            assert why_not(found) == found.lacks
            assert arithmetic(found)
            kinds[found.item.value] += 1
    assert kinds.keys() == {"flush", "fifteen", "thirty-one", "run-3", "run-4", "jack-havel"}


def assert_none_is_left_out(cards: tuple[Card, ...], near: tuple[Combination, ...]) -> None:
    told = {(found.item.value, frozenset(found.cards)) for found in near}
    words = codes(cards)
    for size in (2, 3, 4):
        for subset in choose(cards, size):
            if sum(map(count, codes(subset))) in (14, 16):
                assert ("fifteen", frozenset(subset)) in told, cards
    assert any(item == "thirty-one" for item, _ in told) is (sum(map(count, words)) in (30, 32))
    assert any(item == "flush" for item, _ in told) is (3 in Counter(word[1] for word in words).values())
    assert {frozenset([card]) for card in cards if card.code in ("JD", "JH", "JS")} == {
        some for item, some in told if item == "jack-havel"
    }
    gaps = [found.lacks for found in near if found.item in (Item.RUN_3, Item.RUN_4)]
    assert len(gaps) == len(set(gaps)), cards
    assert set(gaps) == expected_gaps(frozenset(word[0] for word in words)), cards


@cache
def expected_gaps(ranks: frozenset[str]) -> set[str]:
    """Every rank that is not there and would make a longer run of three or four that are not one yet."""
    return {
        f"the {rank.word} is missing"
        for size in (4, 3)
        for some in choose(ranks, size)
        for rank in RANKS
        if not in_a_row("".join(some)) and rank.letter not in ranks and in_a_row("".join(some) + rank.letter)
    }


@cache
def in_a_row(ranks: str) -> bool:
    """The second referee's measure of a run, by ranks alone."""
    return bool(consecutive([rank + "S" for rank in ranks]))


def is_near(found: Combination, cards: tuple[Card, ...]) -> bool:
    words = codes(found.cards)
    match found.item.value:
        case "flush":
            return len(words) == 3 and len({word[1] for word in words}) == 1 and len(cards) == 4
        case "fifteen":
            return abs(sum(map(count, words)) - 15) == 1 and found.lacks == "not 15"
        case "thirty-one":
            return len(words) == 4 and abs(sum(map(count, words)) - 31) == 1 and found.lacks == "not 31"
        case "run-3" | "run-4":
            (rank,) = [rank for rank in RANKS if found.lacks == f"the {rank.word} is missing"]
            ranks = "".join(word[0] for word in words)
            return not in_a_row(ranks) and in_a_row(ranks + rank.letter) and rank not in {card.rank for card in cards}
        case "jack-havel":
            return words[0][0] == "J" and words[0] != "JC" and "jack of clubs" in found.lacks
    return False


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("3C 2H KH AH", ["flush: a flush takes all four cards", "fifteen: not 15", "fifteen: not 15"]),
        ("7S 8D 9H JD", ["fifteen: not 15", "run of four: the 10 is missing"]),
        ("QD KC 2S 7H", ["run of three: the ace is missing"]),
        ("7S 8D 10H 10C", ["run of three: the 9 is missing"]),
        ("2D 3D 4H 5H", ["fifteen: not 15"]),
        ("9D JH 2S 6C", ["fifteen: not 15", "Jack Havel: in winter he is the jack of diamonds"]),
    ],
)
def test_what_somebody_will_claim(cards: str, told: list[str]) -> None:
    found = near_misses(read_cards(cards), Season.WINTER)
    assert [f"{NAMES[each.item]}: {each.lacks}" for each in found] == told


def test_a_run_with_a_gap_is_told_in_its_order_round_the_circle() -> None:
    (found,) = near_misses(read_cards("2S QD 7H KC"), Season.WINTER)
    assert arithmetic(found) == "Q♦ K♣ 2♠"


def test_every_explanation_names_a_rule_that_stands_in_the_rules() -> None:
    for cards in shapes():
        answer = verdict(ScoreQuestion(cards, Season.WINTER, last=True))
        assert winner(cards).rule.value in NUMBERS
        assert {found.rule for found in (*answer.score.sets, *answer.score.set_aside)} <= NUMBERS


def test_what_scores_nothing_at_a_table_is_not_nearly_there() -> None:
    """House values of 0: nobody asks why it does not score."""
    cards = tuple(read_cards("2H 9H JH KS"))
    usual = verdict(ScoreQuestion(cards, Season.WINTER))
    assert Item.FLUSH in {near.item for near in usual.near}
    without = verdict(ScoreQuestion(cards, Season.WINTER, values=Values(house={Item.FLUSH: 0})))
    assert [near for near in usual.near if near.item is not Item.FLUSH] == [*without.near]
