"""What a game provides to the pages of sittings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import flash

from referee.english import plural
from referee.games.sittings import talk
from referee.games.sittings.revokes import Revoke
from referee.games.sittings.state import Trick
from referee.match.current import CurrentMatch
from referee.store.match_search import MatchSummary
from referee.web.components.figures import FigurePages
from referee.web.sittings import figures, wrongs
from referee.web.sittings.correcting import SittingCorrections
from referee.web.sittings.entries import SittingEntries
from referee.web.sittings.highlights import highlights
from referee.web.sittings.listing import SittingRow
from referee.web.sittings.screen import SittingScreen
from referee.web.tables.pages import Choice, Step, TablePages


@dataclass(frozen=True, slots=True)
class Demand:
    """What may be demanded now: a sentence, and the keys that record it."""

    key: str
    """What a phone knows it by that has put it away."""
    words: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Noticed:
    """A revoke that the app noticed, and the key that claims it."""

    words: str
    choice: Choice


class SittingPages(TablePages):
    """The words of a sitting, and what is its own on the shared pages."""

    folder = "sittings"
    look = "sitting"
    book_styles = ("core/book.css", "sittings/balances.css", "sittings/book.css")
    script = "sittings/table.js"
    parts = ("_claims", "tables/_leader", "_ways")
    styles = (*TablePages.styles, "sittings/round.css", "sittings/sittings.css")
    new_match_template = "sittings/new_match.html"
    again = "Same players again"
    figures: FigurePages = figures.FIGURES
    entries_class = SittingEntries
    screen_class = SittingScreen
    row_class = SittingRow
    corrections_class = SittingCorrections
    unit: str
    """What totals are counted in: `counter`."""
    ruling = "A ruling: points"
    """What the table may move."""
    wrong_words = "Something wrong, or finish"
    adjust_hint = "Plus gives, minus takes away."
    """What plus and minus do in a correction by the table."""

    def names(self, match: Any) -> str:
        """The players: `Ann, Bob, Cat`."""
        return ", ".join(self.sides(match))

    def row(self, match: MatchSummary) -> SittingRow:
        """A match in a list."""
        return SittingRow(match, self.title)

    def highlights(self, match: Any) -> list[str]:
        """What stood out in a sitting that is over."""
        return highlights(self, match)

    def tell(self, current: CurrentMatch[Any]) -> None:
        """Flash what a ruling came to; what may be demanded stands on the table anyway."""
        asked = [demand.words for demand in self.demands(current.seen)]
        for event in current.seen.deal.events[-1:]:
            line = self.event_line(current.seen, event)
            if line not in asked:
                flash(line)

    def rules_told(self, rules: Any) -> str:
        """A set of house rules in a few words."""
        return ""

    def wrongs(self, match: Any) -> list[Choice]:
        """What may go wrong."""
        return wrongs.first(match, self.ruling)

    def wrong(self, match: Any, given: Mapping[str, str]) -> Step | None:
        """A further question about what went wrong."""
        return wrongs.step(match, given, self.ruling)

    def settle_words(self, match: Any) -> str:
        """The words of the key that settles a deal."""
        return "Settle"

    def pool(self, match: Any) -> str:
        """What is in the pool, in words; empty in a game without one."""
        return ""

    def shares(self, match: Any) -> dict[str, int]:
        """What each player got of the pool when the sitting was finished, by seat; empty where nothing was shared."""
        return {}

    def last_trick(self, match: Any) -> Trick | None:
        """The last trick, if everybody may look at it."""
        return None

    def trick_line(self, match: Any, deal: Any, trick: Trick) -> str:
        """Who takes a trick."""
        return f"{match.player(trick.winner)} takes it."

    def settled_line(self, match: Any, deal: Any) -> str:
        """How a deal was settled, as it is said at the table."""
        return talk.settled_line(match, deal)

    def reasons(self, match: Any, deal: Any) -> list[str]:
        """Who paid and took what in a settled deal, each in a sentence."""
        return []

    def rule_of(self, deal: Any) -> str:
        """The number of the rule that decided a settled deal; empty if none is named."""
        return ""

    def event_line(self, match: Any, event: Any) -> str:
        """A ruling or a claim in a sentence."""
        return talk.usual_event(match, event, self.unit)

    def brought(self, match: Any, deal: Any) -> dict[str, int]:
        """What a settled deal brought each player, by seat."""
        net: dict[str, int] = deal.settlement.net
        return net

    def demands(self, match: Any) -> list[Demand]:
        """What may be demanded now."""
        return []

    def noticed(self, match: Any, revoke: Revoke) -> Noticed | None:
        """A noticed revoke as it is told after the deal; None if nothing is claimed for it."""
        return None

    def end_line(self, match: Any) -> str:
        """How the sitting ended."""
        return f"Finished after {plural(match.settled, 'deal')}."

    def remarks(self, match: Any, deal: Any) -> dict[str, str]:
        """What the sheet adds to the name of a player in a deal, by seat: `revoked`."""
        return {}
