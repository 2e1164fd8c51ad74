"""A look back at a sitting: the score sheet with its chart, a deal, the replay, a picture to share."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.english import plural
from referee.faults import NotThereError
from referee.games.edits import Transition
from referee.games.sittings.outcome import signed, with_totals
from referee.games.sittings.seen import may_be_seen
from referee.games.sittings.state import AnyMatch, Phase, SittingDeal
from referee.match.current import CurrentMatch
from referee.web.components.picture import Standing
from referee.web.sittings.chart import BalanceChart
from referee.web.sittings.pages import SittingPages
from referee.web.tables.history import History
from referee.web.tables.screen import Screen


@dataclass(frozen=True, slots=True)
class Row:
    """A settled deal on the sheet."""

    deal: SittingDeal
    brought: dict[str, str]
    """Each player's gain or loss, by seat, with its sign."""
    totals: dict[str, str]
    remarks: dict[str, str]
    line: str


class SittingHistory(History):
    """The views that look back at a game's sittings."""

    pages: SittingPages
    drawn_in = "sittings"

    def sheet(self, current: CurrentMatch[Any]) -> dict[str, Any]:
        """Return each deal's results, the totals after it, and its rulings; with a chart."""
        match = current.match
        return {
            "rows": list(self._rows(match)),
            "events": {deal.number: self._events(match, deal) for deal in match.deals},
            "corrected": self.deals_corrected(current),
        }

    def _rows(self, match: AnyMatch) -> Iterator[Row]:
        for deal, after in with_totals(match):
            if deal.settlement:
                brought = {seat: signed(points) for seat, points in deal.settlement.net.items()}
                totals = {seat: signed(total) for seat, total in match.by_seat(after).items()}
                settled = self.pages.settled_line(match, deal)
                yield Row(deal, brought, totals, self.pages.remarks(match, deal), settled)

    def _events(self, match: AnyMatch, deal: Any) -> list[str]:
        return [self.pages.talk.event_line(match, event) for event in deal.events]

    def numbers(self, current: CurrentMatch[Any]) -> range:
        """The deals that are settled."""
        return range(1, current.match.settled + 1)

    def deal(self, current: CurrentMatch[Any], number: int) -> dict[str, Any]:
        """Return a deal that has been played: its tricks if they were tapped, its rulings and its payments."""
        match, talk = current.match, self.pages.talk
        if not 1 <= number <= len(match.deals) or not (number <= match.settled or match.deal.is_begun):
            raise NotThereError(f"There is no deal {number}.")
        deal, is_open = match.deals[number - 1], may_be_seen(match, number)
        tricks = deal.tricks if is_open else ()
        return {
            "deal": deal,
            "is_open": is_open,
            "tricks": [(trick, match.plays(trick), talk.trick_line(match, deal, trick)) for trick in tricks],
            "revokes": match.revokes_of(deal) if is_open else (),
            "events": self._events(match, deal),
            "line": self.pages.settled_line(match, deal) if deal.settlement else "",
            "reasons": [*talk.reasons(match.setup.players, deal.settlement)] if deal.settlement else [],
            "rule": talk.rule_of(deal.settlement) if deal.settlement else "",
        }

    def may_be_replayed(self, match: AnyMatch, done: Transition[AnyMatch, Any]) -> bool:
        """Return True within the deals that are settled, and at the end."""
        return done.before.deal.number <= match.settled or done.after.phase is Phase.OVER

    def where(self, screen: Screen) -> str:
        """The deal and its trick, how many deals are settled, or that it is over."""
        is_between = screen.match.phase is not Phase.OVER and not screen.match.deal.is_begun
        return f"{plural(screen.match.settled, 'deal')} settled" if is_between else screen.heading

    def told(self, current: CurrentMatch[Any]) -> str:
        """The number of settled deals, and the pool."""
        match = current.match
        pool = self.pages.pool(match) if match.phase is not Phase.OVER else ""
        return ", ".join(filter(None, (plural(match.settled, "deal"), pool)))

    def standings(self, match: AnyMatch) -> list[Standing]:
        """Each player with their balance."""
        most = max(match.score)
        return [
            Standing([match.player(seat)], "", match.phase is Phase.OVER and total == most, signed(total))
            for seat, total in match.by_seat(match.score).items()
        ]

    def charts(self, match: AnyMatch) -> list[BalanceChart]:
        """The balances after each deal, and the current ones if they have changed since."""
        course = [after for deal, after in with_totals(match) if deal.settlement]
        if not course:
            return []
        if course[-1] != match.score:
            course.append(match.score)
        by_name = {
            name: [0, *(match.by_seat(after)[seat] for after in course)] for seat, name in match.setup.players.items()
        }
        return [BalanceChart(by_name, match.settled)]
