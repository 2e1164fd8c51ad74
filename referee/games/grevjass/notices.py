"""Revokes, cards played by somebody other than their owner, and the Jass, as the cards show them. Rules 7.2, 7.3
and 7.6."""

from collections.abc import Iterator
from dataclasses import dataclass

from referee.games.grevjass.deal import Deal, Stray
from referee.games.grevjass.pack import has_no_other_counter, jass
from referee.games.sittings.revokes import Revoke
from referee.games.sittings.revokes import revokes as shown_by


@dataclass(frozen=True, slots=True)
class Jass:
    """The trick in which the Jass was played, and its player."""

    trick: int
    seat: str
    socks: bool
    """True if no high counter came with him (7.6)."""


def revokes(deal: Deal) -> Iterator[Revoke]:
    """The revokes that a deal shows: a player who does not follow suit may trump, or keep the Jass. Rule 7.2."""
    found = shown_by(deal.plays, proves=lambda card: card is not jass(deal.trump))
    return (each for each in found if each.played.suit is not deal.trump)


def strays(deal: Deal) -> tuple[Stray, ...]:
    """Return the cards of a deal played by somebody other than their owner, including the last trick's. Rule 7.3."""
    owners = {card: (meld.player, "meld") for meld in deal.melds for card in meld.cards}
    if deal.card:
        owners[deal.card] = deal.dealer, "trump"
    known = ((seat, card, *owners.get(card, (seat, ""))) for seat, card in deal.plays[-1])
    return (
        *deal.strays,
        *(Stray(len(deal.tricks), seat, card, owner, how) for seat, card, owner, how in known if owner != seat),
    )


def jass_of(deal: Deal) -> Jass | None:
    """Return the trick and player of the Jass; None until he is played. Rule 7.6."""
    played = deal.player_of(jass(deal.trump))
    if played is None:
        return None
    number, seat = played
    return Jass(number, seat, has_no_other_counter(deal.tricks[number - 1].cards, deal.trump))
