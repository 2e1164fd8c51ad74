"""Legality of actions. Rules 1.5, 2.2, 3.1, 3.4, 4.2 and 4.4."""

from collections.abc import Iterator

from referee.faults import Fault
from referee.games.humbug_whist.actions import Revoke, Trump
from referee.games.humbug_whist.shapes import KINDS
from referee.games.humbug_whist.state import Match
from referee.games.kit.legality import Checks
from referee.games.sittings.actions import Play
from referee.games.sittings.legality import BOTH, PLAY, USUAL, checked, trick_faults

Faults = Iterator[Fault]


def _trump(match: Match, action: Trump) -> Faults:
    """Rule 1.5."""
    if match.deal.turned is not None:
        text = f"{match.deal.turned} is turned up already: undo it if it was another card."
        yield Fault("turned-already", text, (match.deal.turned.code,))


def _trick(match: Match, action: Play) -> Faults:
    """Rules 1.5 and 2.2."""
    deal = match.deal
    if deal.turned is None:
        yield Fault("no-trumps", "Trumps have not been turned up: say which card was turned up, or count the tricks.")
    yield from trick_faults(match, action)
    leader = action.leader or match.expected_leader
    other = match.setup.left(deal.dealer)
    for seat, card in zip(match.setup.clockwise(leader), action.cards, strict=False):
        if card is deal.turned and seat == other:
            text = (
                f"{card} is the card turned up, which {match.player(deal.dealer)} has; here {match.player(seat)} "
                "would be playing it. Say who led, or correct the card."
            )
            yield Fault("turned-up-card", text, (card.code,))


def _revoke(match: Match, action: Revoke) -> Faults:
    """Rules 4.2 and 4.4."""
    if action.trick is None:
        return
    name, deal = match.player(action.player), match.deal
    noticed = any((revoke.seat, revoke.trick) == (action.player, action.trick) for revoke in match.revokes_of(deal))
    if not noticed:
        text = f"No card shows that {name} revoked in trick {action.trick}: claim it without the trick’s number."
        yield Fault("no-such-revoke", text, (str(action.trick),))
    if any((claim.player, claim.trick) == (action.player, action.trick) for claim in deal.claims):
        yield Fault("revoke-twice", f"{name}’s revoke in trick {action.trick} is recorded already.")


_CHECKS: Checks = {
    **USUAL,
    Trump: (PLAY, "the turned-up card", _trump),
    Play: (PLAY, "a trick", _trick),
    Revoke: (BOTH, "a revoke", _revoke),
}
faults = checked(KINDS, _CHECKS)
"""All reasons why an action is not allowed now."""
