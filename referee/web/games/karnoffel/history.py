"""Looking back at a match. Nothing is closed (2.4)."""

from typing import Any

from referee.faults import NotThereError
from referee.games.karnoffel import talk
from referee.games.karnoffel.outcome import title
from referee.games.karnoffel.state import Match
from referee.games.kit.sides import Pair
from referee.match.current import CurrentMatch
from referee.web.tables.sides import SidesHistory


class KarnoffelHistory(SidesHistory):
    """The views that look back at a match."""

    def sheet(self, current: CurrentMatch[Match]) -> dict[str, Any]:
        """Every deal with its tricks and rulings, and the score as a chart."""
        match = current.match
        return {
            "title": title(match.setup.rules),
            "deals": [deal for deal in match.all_deals if deal.winner or deal.events],
            "talk": talk,
            "corrected": self.deals_corrected(current),
        }

    def numbers(self, current: CurrentMatch[Match]) -> list[int]:
        """The deals that have begun."""
        return [deal.number for deal in current.match.all_deals if deal.is_begun]

    def deal(self, current: CurrentMatch[Match], number: int) -> dict[str, Any]:
        """A deal with its tricks, notices and rulings."""
        match = current.match
        found = next((deal for deal in match.all_deals if deal.number == number and deal.is_begun), None)
        if found is None:
            raise NotThereError(f"There is no deal {number}.")
        ended = talk.deal_text(match, found) or ("A ruling ended the match." if match.winner else "")
        lines = [*filter(None, [ended]), *talk.opening(match, found)]
        noticed = [line for trick in found.tricks for line in talk.notes(match, found, trick)]
        return {
            "deal": found,
            "is_open": True,
            "line": lines[0],
            "reasons": lines[1:] + noticed,
            "events": [talk.event_text(match, event) for event in found.events],
            "tricks": [(trick, match.plays(trick), talk.trick_text(match, found, trick)) for trick in found.tricks],
        }

    def race(self, match: Match) -> tuple[list[Pair], Pair]:
        """The deals of both sides after each deal."""
        return [deal.total for deal in match.deals], match.score
