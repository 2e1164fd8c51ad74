"""A look back at a match: the score sheet with its chart, a deal, the replay, a picture to share."""

from itertools import accumulate
from typing import Any

from referee.faults import NotThereError
from referee.games.edits import Transition
from referee.games.grevjass import talk
from referee.games.grevjass.deal import ITEMS, Deal
from referee.games.grevjass.outcome import with_totals
from referee.games.grevjass.state import Match, Phase
from referee.games.kit.sides import ZERO, Pair
from referee.match.current import CurrentMatch
from referee.web.tables.sides import SidesHistory


class GrevjassHistory(SidesHistory):
    """The views that look back at a match; standings without points, which may be closed."""

    unit = "stroke"

    def sheet(self, current: CurrentMatch[Match]) -> dict[str, Any]:
        """Games and deals that are over, and the slate as a chart."""
        match = current.match
        return {
            "games": [(game, _deals_of(match, at)) for at, game in enumerate((*match.games, None), 1)],
            "game_text": lambda game, deals: talk.game_text(match, game, deals[-1] if deals else None),
            "ruling_text": talk.ruling_text,
            "items": ITEMS,
            "corrected": self.deals_corrected(current),
        }

    def numbers(self, current: CurrentMatch[Match]) -> range:
        """The deals that are over."""
        return range(1, len(current.match.deals) + 1)

    def deal(self, current: CurrentMatch[Match], number: int) -> dict[str, Any]:
        """Return a deal that is over: its result, melds, tricks, claims, revokes and strays, and rulings."""
        match = current.match
        if not 1 <= number <= len(match.deals):
            raise NotThereError(f"Deal {number} is not over: you can look back at it when it is.")
        deal = match.deals[number - 1]
        ended = [*talk.deal_text(match, deal)] or ["A ruling ended the match."]
        line, *reasons = filter(None, [*ended, talk.socks_text(deal), *talk.noticed(match, deal)])
        tricks = [
            (trick, match.plays(trick),
             f"{talk.trick_text(match, deal, trick, is_closed=False)} {talk.stikk_text(match, trick)} {total}")
            for trick, total in with_totals(deal)
        ]  # fmt: skip
        return {
            "deal": deal,
            "is_open": True,
            "line": line,
            "reasons": reasons,
            "events": [talk.ruling_text(ruling) for ruling in deal.events],
            "tricks": tricks,
            "worth": talk.worth,
            "items": ITEMS,
        }

    def may_be_replayed(self, match: Match, done: Transition[Match, Any]) -> bool:
        """Return True within the deals that are over."""
        moment, over = done.after, len(match.deals)
        is_between = moment.deal.number == over + 1 and not moment.deal.suit
        return moment.deal.number <= over or moment.phase is Phase.MATCH_OVER or is_between

    def race(self, match: Match) -> tuple[list[Pair], Pair]:
        """The strokes after each game."""
        won = accumulate((ZERO.plus(game.winner, game.strokes) for game in match.games), Pair.and_)
        return list(won), match.strokes


def _deals_of(match: Match, game: int) -> list[Deal]:
    """The deals of a game that are over."""
    return [deal for deal in match.deals if deal.game == game]
