"""Rules 1.2 to 1.5."""

import pytest

from referee.cards import PACK, Suit, jack_of, read_card, read_cards
from referee.faults import RefusedError


def test_the_pack_is_52_different_cards() -> None:
    assert len(set(PACK)) == len({card.code for card in PACK}) == len({card.name for card in PACK}) == 52


@pytest.mark.parametrize("text", ["TD", "10D", "td", "10d", "T♦", "10♦", "10♢", "10♦\ufe0f", " 10♦ "])
def test_every_spelling_is_the_same_card(text: str) -> None:
    assert read_card(text) is read_card("TD")


@pytest.mark.parametrize(
    ("sign", "white", "letter"), [("♦", "♢", "D"), ("♥", "♡", "H"), ("♠", "♤", "S"), ("♣", "♧", "C")]
)
def test_suit_signs(sign: str, white: str, letter: str) -> None:
    assert read_card("A" + sign) is read_card("a" + white) is read_card("A" + letter)


@pytest.mark.parametrize("text", ["", "1D", "11D", "7X", "S7", "7", "S", "7SS", "joker", "0D", "T10D", "٧S", "7ſ"])
def test_anything_else_is_refused_with_the_word(text: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read_card(text)
    assert f"“{text}”" in str(refused.value)


def test_every_word_that_is_no_card_is_named() -> None:
    with pytest.raises(RefusedError) as refused:
        read_cards("7S XX 9S YY")
    assert [fault.code for fault in refused.value.faults] == ["not-a-card"] * 2
    assert "XX" in str(refused.value)
    assert "YY" in str(refused.value)


def test_names_a_screen_reader_meets() -> None:
    assert read_card("7S").name == "7 of spades"
    assert read_card("TD").name == "10 of diamonds"
    assert read_card("AH").name == "ace of hearts"
    assert jack_of(Suit.CLUBS).name == "jack of clubs"
