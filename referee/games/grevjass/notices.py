"""What the cards of a deal show: revokes, cards played by another than their owner, the Jass. Rules 7.2, 7.3, 7.6."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.cards import Card, Suit
from referee.games.grevjass.deal import Deal
from referee.games.grevjass.pack import has_no_other_counter, jass


@dataclass(frozen=True, slots=True)
class Revoke:
    """A player neither trumped nor followed, and a later card shows that they could have followed."""

    trick: int
    seat: str
    led: Suit
    played: Card
    shown_in: int
    shown: Card


@dataclass(frozen=True, slots=True)
class Stray:
    """A card was played by somebody else than its owner."""

    trick: int
    seat: str
    card: Card
    owner: str
    known: str
    """How its owner is known: `trump` or `meld`."""


@dataclass(frozen=True, slots=True)
class Jass:
    """Where the Jass was played."""

    trick: int
    seat: str
    socks: bool
    """Whether no high counter came with him (7.6)."""


def revokes(deal: Deal) -> Iterator[Revoke]:
    """The revokes of a deal, in order of the tricks and then of play. Rule 7.2."""
    tricks = deal.plays
    for number, plays in enumerate(tricks, 1):
        led = plays[0][1].suit
        for seat, card in plays[1:]:
            if card.suit not in (led, deal.trump):
                later = (
                    (at, other)
                    for at, cards in enumerate(tricks[number:], number + 1)
                    for by, other in cards
                    if by == seat and other.suit is led and other is not jass(deal.trump)
                )
                yield from (Revoke(number, seat, led, card, *proof) for proof in [next(later, None)] if proof)


def strays(deal: Deal) -> Iterator[Stray]:
    """The cards of a deal played by another than their owner. Rule 7.3."""
    owners = {card: (meld.player, "meld") for meld in deal.melds for card in meld.cards}
    if deal.card:
        owners[deal.card] = deal.dealer, "trump"
    for number, plays in enumerate(deal.plays, 1):
        for seat, card in plays:
            owner, known = owners.get(card, (seat, ""))
            if owner != seat:
                yield Stray(number, seat, card, owner, known)


def jass_of(deal: Deal) -> Jass | None:
    """Where the Jass was played; None while he is out. Rule 7.6."""
    played = deal.player_of(jass(deal.trump))
    if played is None:
        return None
    number, seat = played
    return Jass(number, seat, has_no_other_counter(deal.tricks[number - 1].cards, deal.trump))
