"""The play, card by card: counts, goes, false goes, and the end after the eighth card. Rules 3.1 to 3.10 and 7.6."""

from dataclasses import replace

from referee.games.cribbage import flow, show
from referee.games.cribbage.actions import SEATS, Go, Play, Reply
from referee.games.cribbage.counting import MOST, pegging
from referee.games.cribbage.events import CardPlayed, GoSaid, Replied
from referee.games.cribbage.items import NOTHING, Item, Worth, points_of
from referee.games.cribbage.state import Deal, FalseGo, Match, Phase, Placed
from referee.games.kit.sides import other

LEAST_TO_GO = 22
"""Below this count every card can be played. Rule 3.2."""
ONE_FOR_GO = {Item.GO: Worth(1, 1)}
ONE_FOR_LAST = {Item.LAST: Worth(1, 1)}


def card(match: Match, action: Play) -> Match:
    """A player plays a card. Rules 3.1, 3.4, 3.6, 3.9, 3.10 and 7.6."""
    deal, player = match.deal, match.turn
    assert player is not None
    false_goes = _shown_by(deal, player, action)
    deal = replace(deal, cards=(*deal.cards, Placed(player, action.card)), false_goes=(*deal.false_goes, *false_goes))
    count = deal.count
    items = {**pegging(deal.running), **_end_of_count(deal)}
    points = points_of(items)
    event = CardPlayed(player=player, points=points, items=items, card=action.card, count=count)
    match = replace(match, deals=match.deals.with_last(_gone_on(deal, player)))
    if false_goes and match.setup.rules.false_go:
        return flow.enter(match, event, (player, points), then=lambda now: replace(now, phase=Phase.FALSE_GO))
    return flow.enter(match, event, (player, points), then=_after_card)


def _shown_by(deal: Deal, player: str, action: Play) -> tuple[FalseGo, ...]:
    """The goes of a player that a card shows to have been false, in their order. Rule 7.6."""
    return tuple(
        FalseGo(player, go.count, action.card)
        for go in deal.goes
        if go.player == player and go.count + action.card.rank.pips <= MOST
    )


def _end_of_count(deal: Deal) -> dict[Item, Worth]:
    """Return the items pegged for the last card, if it has ended the count short of 31. Rules 3.9 and 3.10."""
    if deal.count == MOST or not _is_over(deal):
        return {}
    return ONE_FOR_LAST if deal.is_played else ONE_FOR_GO


def _is_over(deal: Deal) -> bool:
    """Return True if the running count has ended. Rule 3.4."""
    return deal.count == MOST or all(deal.is_out(seat) for seat in SEATS)


def _gone_on(deal: Deal, last: str) -> Deal:
    """The deal after a card or a go of the player `last`, with the next one to play. Rules 3.1 to 3.5."""
    if not _is_over(deal):
        return replace(deal, to_play=last if deal.is_out(other(last)) else other(last))
    lead = other(deal.cards[-1].player)
    deal = replace(deal, count_start=len(deal.cards), gone=())
    return replace(deal, to_play=other(lead) if deal.is_out(lead) else lead)


def _after_card(match: Match) -> Match:
    return show.go_on(match) if match.deal.is_played else replace(match, phase=Phase.PLAY)


def go(match: Match, action: Go) -> Match:
    """A player says go. Rules 3.2, 3.4 and 3.9."""
    deal, player = match.deal, match.turn
    assert player is not None
    after_go = replace(deal, gone=(*deal.gone, player))
    items = ONE_FOR_GO if _is_over(after_go) else NOTHING
    points = points_of(items)
    event = GoSaid(player=player, points=points, items=items, count=deal.count)
    match = replace(match, deals=match.deals.with_last(_gone_on(after_go, player)))
    return flow.enter(match, event, (deal.cards[-1].player, points))


def reply(match: Match, action: Reply) -> Match:
    """The opponent takes the points for a false go, or not. Rule 7.6."""
    deal, player = match.deal, match.turn
    assert player is not None
    place = deal.false_goes.index(deal.open_false_go)
    answered = replace(deal.false_goes[place], takes=action.answer)
    match = flow.with_deal(match, false_goes=(*deal.false_goes[:place], answered, *deal.false_goes[place + 1 :]))
    points = match.setup.rules.false_go if action.answer else 0
    event = Replied(player=player, points=points, takes=action.answer)
    return flow.enter(
        match, event, (player, points), then=lambda now: now if now.deal.open_false_go else _after_card(now)
    )
