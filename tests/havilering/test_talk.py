"""The words of the table: the cadence of a call, and the reason for a trick's winner."""

from itertools import product

import pytest

from referee.cards import PACK, SUITS, read_cards
from referee.english import in_words, joined
from referee.games.havilering.combinations import Item
from referee.games.havilering.near_misses import near_misses
from referee.games.havilering.talk import cadence, counted, in_sequence, refused, seat_word, why_won
from referee.games.havilering.tricks import PUBLISHED, winner
from referee.games.kit.sides import seat_after
from referee.season import Season


@pytest.mark.parametrize(
    ("items", "call"),
    [
        ({}, "No points."),
        ({Item.FIFTEEN: 1}, "Fifteen one."),
        ({Item.FIFTEEN: 1, Item.PAIR: 1}, "Fifteen one, and a pair is three."),
        ({Item.PRIAL: 1, Item.FIFTEEN: 2}, "Fifteen one, fifteen two, and a prial is eleven."),
        ({Item.JACK_HAVEL: 1, Item.LAST: 1}, "Jack Havel is four, and the last trick is six."),
    ],
)
def test_cadence(items: dict[Item, int], call: str) -> None:
    assert cadence(items, PUBLISHED, dealer_won=True) == call


def test_numbers_in_words_are_all_different() -> None:
    assert len({in_words(number) for number in range(1001)}) == 1001
    assert [in_words(number) for number in (0, 13, 21, 84, 100, 121, 1000)] == [
        "nought", "thirteen", "twenty-one", "eighty-four", "one hundred", "one hundred and twenty-one", "1000",
    ]  # fmt: skip


def test_lists() -> None:
    assert counted({Item.FIFTEEN: 2, Item.RUN_3: 2, Item.FLUSH: 1}) == "2 fifteens, 2 runs of three and a flush"
    assert counted({}) == "nothing"
    assert joined(["a"]) == "a"


def test_a_run_is_told_in_its_order_round_the_circle() -> None:
    assert [card.code for card in in_sequence(read_cards("2S AH QD KC"))] == ["QD", "KC", "AH", "2S"]
    assert [card.code for card in in_sequence(read_cards("4S 2H 3D"))] == ["2H", "3D", "4S"]


def test_every_reason_names_the_winning_card_and_player() -> None:
    """Over every order of suits: who wins, with which card, and the suit that rules are in the sentence."""
    by_code = {card.code: card for card in PACK}
    for suits in product(SUITS, repeat=4):
        cards = tuple(by_code[rank + suit.letter] for rank, suit in zip("9A4J", suits, strict=True))
        win = winner(cards)
        leader = "W"
        text = why_won(cards, leader, win)
        assert f"{seat_word(seat_after(leader, win.place))}’s {cards[win.place]}" in text
        assert win.suit is None or win.suit.singular in text.lower()


def test_the_sentence_about_three_suits() -> None:
    cards = read_cards("6S 9D 6C TC")
    assert why_won(cards, "N", winner(cards)) == (
        "Clubs, spades and diamonds were played but no hearts, so the suit below them, diamonds, rules; "
        "East’s 9♦ is its highest."
    )


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("7S 7D 8C 8H", "2 sets that nearly make 15 and nearly 31"),
        ("7S 7D 7C 9H", "6 sets that nearly make 15 and nearly 31"),
        ("2D 9D QD TS", "a flush with one card missing and a run of three with a gap"),
        ("JS JD 2C 7H", "2 jacks that are not Jack Havel"),
    ],
)
def test_near_misses_are_counted_by_kind(cards: str, said: str) -> None:
    assert refused(near_misses(read_cards(cards), Season.AUTUMN)) == said
