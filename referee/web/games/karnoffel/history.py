"""A match in retrospect: the score sheet with its chart, a deal looked back on, the replay, a picture to share."""

from typing import Any

from referee.cards import listed
from referee.faults import NotThereError
from referee.games.karnoffel import talk
from referee.games.karnoffel.sheet import title
from referee.games.karnoffel.state import Match
from referee.games.kit.sides import SIDES, ZERO
from referee.match.current import CurrentMatch
from referee.web.components.picture import Standing
from referee.web.components.race import RaceChart, race_of_sides
from referee.web.services import service
from referee.web.tables.history import History


class KarnoffelHistory(History):
    """The views of a match in retrospect."""

    def sheet(self, current: CurrentMatch[Match]) -> dict[str, Any]:
        """Every deal with its tricks, what was ruled, and the score as a chart."""
        match = current.match
        return {
            "chart": next(iter(self.charts(match)), None),
            "title": title(match.setup.rules),
            "deals": [deal for deal in match.all_deals if deal.winner or deal.events],
            "talk": talk,
            "corrected": {each.before.deal.number for each in service().corrected(current.id)},
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

    def moments(self, current: CurrentMatch[Match]) -> list[Match]:
        """The match after each entry."""
        return [each.after for each in service().transitions(current.id)]

    def charts(self, match: Match) -> list[RaceChart]:
        """The deals of both sides after each deal, and as they stand if they were moved since."""
        totals = [ZERO, *(deal.total for deal in match.deals)]
        totals += [match.score] if match.deals and totals[-1] != match.score else []
        names = {side: match.partners(side) for side in SIDES}
        chart = race_of_sides(totals, names, match.setup.rules.target, match.winner is not None)
        return [chart] if chart else []

    def standings(self, match: Match) -> list[Standing]:
        """Both sides with their deals."""
        return [
            Standing(match.partners(side), side, match.winner == side, match.score.of(side), "deal") for side in SIDES
        ]
