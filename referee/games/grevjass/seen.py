"""The public view of a match: while points are closed, without the points of tricks of the deal in hand.

Rules 4.4 and 6.5. Stikk is called, so it is public. So are revokes and cards played by others, if the cards prove
them (5.3, 7.2, 7.3).
"""

from dataclasses import replace

from referee.chain import EMPTY
from referee.games.grevjass.actions import Action, Play
from referee.games.grevjass.deal import STIKK, Deal, Trick
from referee.games.grevjass.state import Match
from referee.games.kit.sides import ZERO, Pair, side_of


def seen(match: Match) -> Match:
    """Return the match with its public points only, and without the cards of tricks except the last (4.4)."""
    deal = match.deal
    if deal is None or not match.hides_points:
        return match
    *closed, last = (replace(trick, value=0) for trick in deal.tricks)
    return replace(
        match,
        since=deal.start_since,
        deal=replace(
            deal,
            tricks=(*(replace(trick, cards=()) for trick in closed), last),
            points=_known(deal),
            owed=None,
            claims=EMPTY.extend(replace(claim, points=0) for claim in deal.claims),
            entries=EMPTY.extend(_entry(entry, last) for entry in deal.entries),
        ),
    )


def _entry(entry: Action, last: Trick) -> Action:
    if isinstance(entry, Play) and entry.cards != last.cards:
        return replace(entry, cards=())
    return entry


def _known(deal: Deal) -> Pair:
    """Return the points of a deal that everybody knows, apart from melds: stikk, and the rulings of the table."""
    known = ZERO
    for trick in deal.tricks:
        known = known.plus(side_of(trick.stikk), STIKK) if trick.stikk else known
    for ruling in deal.rulings[deal.ruled_before :]:
        known = known if ruling.is_strokes else known.plus(ruling.side, ruling.number)
    return known
