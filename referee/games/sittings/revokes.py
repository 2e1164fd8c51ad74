"""Revokes that the cards of a deal show: a player did not follow a suit, and played it later."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from referee.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Revoke:
    """A player did not follow suit (at Grevjass neither trumped), and a later card proves that they could have."""

    trick: int
    """The number of the trick, from 1."""
    seat: str
    led: Suit
    played: Card
    shown_in: int
    """The number of the trick with the card that proves it."""
    shown: Card


Plays = Sequence[tuple[str, Card]]
"""The cards of a trick with their players, in order of play."""


def revokes(
    tricks: Sequence[Plays],
    skipped: Callable[[int], int] = lambda trick: 0,
    until: Callable[[str, int], int] = lambda seat, trick: 99,
    proves: Callable[[Card], bool] = lambda card: True,
) -> Iterator[Revoke]:
    """The revokes that tricks show, in order of the tricks and then of play.

    `skipped` returns how many later cards of the suit prove nothing after a failure in a trick; `until` returns the
    number of the last trick that can prove a player's failure in a trick, and `proves` is true for a card that can.
    """
    for number, plays in enumerate(tricks, 1):
        led = plays[0][1].suit
        for seat, card in plays[1:]:
            if card.suit is not led:
                later = enumerate(tricks[number : until(seat, number)], number + 1)
                own = ((at, each) for at, other in later for by, each in other if by == seat)
                later_cards = [(at, each) for at, each in own if each.suit is led and proves(each)]
                for at, proof in later_cards[skipped(number) :][:1]:
                    yield Revoke(number, seat, led, card, at, proof)
