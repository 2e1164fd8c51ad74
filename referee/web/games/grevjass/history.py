"""A look back at a match: the score sheet with its chart, a deal, the replay, a picture to share."""

from typing import Any

from referee.faults import NotThereError
from referee.games.grevjass import talk
from referee.games.grevjass.deal import ITEMS, Deal
from referee.games.grevjass.sheet import with_totals
from referee.games.grevjass.state import Match, Phase
from referee.games.kit.sides import SIDES, ZERO
from referee.match.current import CurrentMatch
from referee.web.components.picture import Standing
from referee.web.components.race import RaceChart, race_of_sides
from referee.web.services import service
from referee.web.tables.history import History


class GrevjassHistory(History):
    """The views that look back at a match."""

    def sheet(self, current: CurrentMatch[Match]) -> dict[str, Any]:
        """Games and deals that are over, and the slate as a chart."""
        match = current.match
        return {
            "chart": _chart(match),
            "games": [(game, _deals_of(match, at)) for at, game in enumerate((*match.games, None), 1)],
            "told": lambda deal: [line for line in talk.deal_told(match, deal) if line],
            "game_told": lambda game, deals: talk.game_told(match, game, deals[-1] if deals else None),
            "ruling_told": talk.ruling_told,
            "items": ITEMS,
            "corrected": {each.before.number for each in service().corrected(current.id)},
        }

    def numbers(self, current: CurrentMatch[Match]) -> range:
        """The deals that are over."""
        return range(1, len(current.match.deals) + 1)

    def deal(self, current: CurrentMatch[Match], number: int) -> dict[str, Any]:
        """Return a deal that is over: its melds and tricks, revokes and strays, and each side's points."""
        match = current.match
        if not 1 <= number <= len(match.deals):
            raise NotThereError(f"Deal {number} is not over: you can look back at it when it is.")
        found = match.deals[number - 1]
        tricks = [
            (
                trick,
                plays,
                talk.trick_told(match, found, trick, is_closed=False),
                talk.stikk_told(match, trick),
                total,
            )
            for (trick, total), plays in zip(with_totals(found), found.plays, strict=True)
        ]
        noticed = [
            *(talk.revoke_told(match, each) for each in found.revokes),
            *(talk.stray_told(match, each) for each in found.strays),
        ]
        return {
            "deal": found,
            "tricks": tricks,
            "noticed": noticed,
            "claims": [talk.claim_told(match, claim, is_closed=False) for claim in found.claims],
            "told": [line for line in (*talk.deal_told(match, found), talk.socks_told(found)) if line],
            "rulings": [talk.ruling_told(ruling) for ruling in found.rulings],
            "worth": talk.worth,
            "items": ITEMS,
        }

    def moments(self, current: CurrentMatch[Match]) -> list[Match]:
        """The match after each entry of the deals that are over."""
        over = len(current.match.deals)
        return [each.after for each in service().transitions(current.id) if _is_over(each.after, over)]

    def charts(self, match: Match) -> list[RaceChart]:
        """The strokes after each game."""
        return [chart] if (chart := _chart(match)) else []

    def standings(self, match: Match) -> list[Standing]:
        """Both sides with their strokes, without points, which may be closed."""
        return [
            Standing(match.partners(side), side, match.winner == side, match.strokes.of(side), "stroke")
            for side in SIDES
        ]


def _deals_of(match: Match, game: int) -> list[Deal]:
    """The deals of a game that are over."""
    return [deal for deal in match.deals if deal.game == game]


def _chart(match: Match) -> RaceChart | None:
    """The strokes after each game; None before the first."""
    course, strokes = [ZERO], ZERO
    for game in match.games:
        strokes = strokes.plus(game.winner, game.strokes)
        course.append(strokes)
    if match.games and strokes != match.strokes:
        course.append(match.strokes)  # The table gave or took strokes.
    names = {side: match.partners(side) for side in SIDES}
    return race_of_sides(course, names, match.setup.rules.strokes, match.winner is not None)


def _is_over(moment: Match, over: int) -> bool:
    """Return True if a moment is within the deals that are over."""
    return (
        moment.number <= over or moment.phase is Phase.MATCH_OVER or (moment.number == over + 1 and not moment.deal)
    )
