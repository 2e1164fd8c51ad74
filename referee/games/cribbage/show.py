"""The show: hands and crib in their order, claims, and calls of Muggins. Rules 4.1 and 6.1 to 6.7."""

from dataclasses import replace

from referee.cards import Card
from referee.games.cribbage import flow
from referee.games.cribbage.actions import Claim, Muggins, Shown
from referee.games.cribbage.counting import Count, count
from referee.games.cribbage.events import Counted, CribCounted, MugginsCalled
from referee.games.cribbage.state import Match, Phase, Window
from referee.games.kit.sides import other


def go_on(match: Match) -> Match:
    """The match when the play, or a count, is over. Rules 4.1, 6.1 and 8.3."""
    deal = match.deal
    if len(deal.counted) == 3:
        is_open = deal.counted[-1].claimed is not None
        return replace(match, phase=Phase.DEAL_OVER) if is_open else flow.next_deal(match)
    if deal.is_crib_next:
        return replace(match, phase=Phase.CRIB)
    if deal.by_points:
        return replace(match, phase=Phase.HAND)
    return _cards_shown(match, deal.hand(deal.whose_count))


def shown(match: Match, action: Shown) -> Match:
    """A hand or crib is entered, which ends the time for a call on the previous count. Rules 6.4, 6.7 and 8.3."""
    match = replace(match, window=None)
    if action.cards is not None:
        return _cards_shown(match, action.cards)
    assert action.points is not None
    return _counted(match, None, Count((), {}, action.points))


def _cards_shown(match: Match, cards: tuple[Card, ...]) -> Match:
    """Peg the cards at once, or with Muggins wait for a claim. Rule 6.1."""
    if match.setup.rules.muggins:
        return replace(match, phase=Phase.CLAIM, to_claim=cards)
    return _counted(match, cards, true_count(match, cards))


def true_count(match: Match, cards: tuple[Card, ...]) -> Count:
    """Count four cards as the hand or crib that is now shown."""
    starter = match.deal.starter
    assert starter is not None
    return count(cards, starter, crib=match.deal.is_crib_next)


def _counted(match: Match, cards: tuple[Card, ...] | None, true: Count) -> Match:
    deal = match.deal
    kind = CribCounted if deal.is_crib_next else Counted
    event = kind(player=deal.whose_count, points=true.points, items=true.items, sets=true.sets, cards=cards)
    return flow.enter(match, event, (event.player, true.points), then=go_on)


def claim(match: Match, action: Claim) -> Match:
    """Peg a claim; an excess is pegged by the opponent. Rules 6.2, 6.3 and 6.5."""
    deal, cards, true = match.deal, match.to_claim, true_count(match, match.to_claim)
    player, claimed = deal.whose_count, action.points
    kind = CribCounted if deal.is_crib_next else Counted
    event = kind(player=player, points=true.points, items=true.items, sets=true.sets, cards=cards, claimed=claimed)
    to_go = match.setup.rules.target - match.score.of(player)
    missed = max(0, min(true.points, to_go) - claimed)
    match = replace(match, to_claim=(), window=Window(player, missed) if claimed <= true.points else None)
    excess = max(0, claimed - true.points)
    return flow.enter(match, event, (player, claimed - excess), (other(player), excess), then=go_on)


def muggins(match: Match, action: Muggins) -> Match:
    """Peg the missed points for the caller; if none were missed, the number for the claimant. Rules 6.4 and 6.5."""
    window = match.window
    assert window is not None
    right = min(action.points, window.missed)
    caller = other(window.claimant)
    event = MugginsCalled(player=caller, points=action.points, right=right)
    move = (caller, right) if window.missed else (window.claimant, action.points)
    return flow.enter(replace(match, window=None), event, move)
