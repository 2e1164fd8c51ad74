"""The public view of a match: of a claim that can still be called only the points claimed. Rule 6.6."""

from dataclasses import replace

from referee.chain import EMPTY
from referee.games.cribbage.items import NOTHING
from referee.games.cribbage.state import Match


def seen(match: Match) -> Match:
    """The match without what the open claim missed. The cards lie on the table, so everybody may count them."""
    if match.window is None:
        return match
    claim = match.deal.counted[-1]
    told = replace(claim, points=claim.claimed or 0, items=NOTHING, sets=())
    events = EMPTY.extend(told if event is claim else event for event in match.deal.events)
    deals = match.deals.with_last(replace(match.deal, events=events))
    return replace(match, deals=deals, window=replace(match.window, missed=0))
