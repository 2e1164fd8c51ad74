"""Rule 1.4: the circle of suits."""

from referee.cards import SUITS, Suit
from referee.games.havilering.suits import are_neighbours, below


def test_each_suit_beats_the_one_below_it() -> None:
    assert [below(suit) for suit in (Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS)] == [
        Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS,
    ]  # fmt: skip


def test_two_pairs_of_suits_are_opposed() -> None:
    opposed = {(a.letter, b.letter) for a in SUITS for b in SUITS if a is not b and not are_neighbours(a, b)}
    assert opposed == {("D", "S"), ("S", "D"), ("H", "C"), ("C", "H")}
