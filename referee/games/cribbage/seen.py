"""The public view of a match: while a claim can still be called, only the points claimed. Rule 6.6."""

from dataclasses import replace

from referee.chain import EMPTY
from referee.games.cribbage.items import NOTHING
from referee.games.cribbage.state import Match


def seen(match: Match) -> Match:
    """Return the match without the points missed by an open claim. Its cards are on the table for all to count."""
    if match.window is None:
        return match
    claim = match.deal.counted[-1]
    visible = replace(claim, points=claim.claimed or 0, items=NOTHING, sets=())
    events = EMPTY.extend(visible if event is claim else event for event in match.deal.events)
    deals = match.deals.with_last(replace(match.deal, events=events))
    return replace(match, deals=deals, window=replace(match.window, missed=0))
