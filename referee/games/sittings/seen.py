"""The public view of a sitting: in the deal in hand, only the last trick and the winners of the others."""

from dataclasses import replace
from typing import Any

from referee.games.edits import Transition
from referee.games.sittings import guesses
from referee.games.sittings.actions import Play
from referee.games.sittings.state import Match, Phase, Trick

AnyMatch = Match[Any, Any]


def seen(match: AnyMatch) -> AnyMatch:
    """Return the sitting without the cards of the deal in hand's tricks, except cards that were exposed."""
    deal = match.deal
    if match.phase is not Phase.PLAY or len(deal.tricks) < 2:
        return match
    *closed, last = deal.tricks
    tricks = (*(_seen(trick, deal.exposed) for trick in closed), last)
    return replace(match, deals=match.deals.with_last(replace(deal, tricks=tricks)))


def _seen(trick: Trick, exposed: frozenset[object]) -> Trick:
    return replace(trick, cards=tuple(card for card in trick.cards if card in exposed))


def is_public(now: AnyMatch, done: Transition[AnyMatch, Any]) -> bool:
    """Return True if everybody may see an action: tricks, and claims that name one, stay closed during the deal."""
    is_closed = isinstance(done.action, Play) or guesses.names_a_trick(done.action)
    return not is_closed or may_be_seen(now, done.before.deal.number)


def may_be_seen(now: AnyMatch, number: int) -> bool:
    """Return True if everybody may look at the tricks of a deal."""
    return number < now.deal.number or (number == now.deal.number and now.phase is not Phase.PLAY)
