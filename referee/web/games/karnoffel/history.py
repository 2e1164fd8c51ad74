"""A match in retrospect: the score sheet with its chart, a deal looked back on, the replay, a picture to share."""

from typing import Any

from referee.cards import listed
from referee.faults import NotThereError
from referee.games.karnoffel import talk
from referee.games.karnoffel.sheet import title
from referee.games.karnoffel.state import Match
from referee.games.kit.sides import Pair
from referee.match.current import CurrentMatch
from referee.web.tables.sides_history import SidesHistory


class KarnoffelHistory(SidesHistory):
    """The views of a match in retrospect."""

    def sheet(self, current: CurrentMatch[Match]) -> dict[str, Any]:
        """Every deal with its tricks, what was ruled, and the score as a chart."""
        match = current.match
        return {
            "chart": next(iter(self.charts(match)), None),
            "title": title(match.setup.rules),
            "deals": [deal for deal in match.all_deals if deal.winner or deal.events],
            "talk": talk,
            "corrected": self.deals_corrected(current),
        }

    def numbers(self, current: CurrentMatch[Match]) -> list[int]:
        """The deals that are begun: nothing is closed (2.4)."""
        match = current.match
        return [deal.number for deal in match.all_deals if deal.winner or deal.chosen]

    def deal(self, current: CurrentMatch[Match], number: int) -> dict[str, Any]:
        """A deal with its tricks, what was noticed and ruled."""
        match = current.match
        begun = (deal for deal in match.all_deals if deal.winner or deal.chosen)
        found = next((deal for deal in begun if deal.number == number), None)
        if found is None:
            raise NotThereError(f"There is no deal {number}.")
        noticed = [(trick, stray) for trick in found.tricks for stray in match.strays(found, trick)]
        line, chosen = talk.deal_told(match, found), talk.chosen_told(match, found)
        shown = [f"Face up: {listed(found.cards)}."] if found.cards else []
        return {
            "deal": found,
            "is_open": True,
            "line": line or chosen,
            "reasons": [
                *([chosen] if line and chosen else []),
                *shown,
                *(talk.stray_told(match, *each) for each in noticed),
            ],
            "events": [talk.event_told(match, event) for event in found.events],
            "tricks": [(trick, match.plays(trick), talk.trick_told(match, found, trick)) for trick in found.tricks],
        }

    def race(self, match: Match) -> tuple[list[Pair], Pair]:
        """The deals of both sides after each deal."""
        return [deal.total for deal in match.deals], match.score
