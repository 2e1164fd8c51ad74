"""Revokes, cards played by somebody other than their owner, and the Jass, as the cards show them. Rules 7.2, 7.3
and 7.6."""

from dataclasses import dataclass

from referee.games.grevjass.deal import Deal, Stray
from referee.games.grevjass.pack import has_no_other_counter, jass
from referee.games.sittings.revokes import Revoke


@dataclass(frozen=True, slots=True)
class Jass:
    """The trick in which the Jass was played, and its player."""

    trick: int
    seat: str
    socks: bool
    """True if no high counter came with him (7.6)."""


def revokes(deal: Deal) -> tuple[Revoke, ...]:
    """Return the revokes of a deal, including those that its last trick shows. Rule 7.2."""
    *earlier, last = deal.plays
    by_trick_and_seat = dict[tuple[int, str], Revoke]()
    for by, card in last:
        for number, plays in enumerate(earlier, 1):
            led, played = plays[0][1].suit, dict(plays)[by]
            if card.suit is led and card is not jass(deal.trump) and played.suit not in (led, deal.trump):
                by_trick_and_seat[number, by] = Revoke(number, by, led, played, len(deal.tricks), card)
    by_trick_and_seat |= {(each.trick, each.seat): each for each in deal.revokes}
    order = {(number, seat): at for number, plays in enumerate(earlier, 1) for at, (seat, _) in enumerate(plays)}
    return tuple(by_trick_and_seat[key] for key in sorted(by_trick_and_seat, key=lambda key: (key[0], order[key])))


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
