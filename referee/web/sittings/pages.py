"""Interface between a game and the pages of sittings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import flash

from referee.english import plural
from referee.games.sittings.actions import Finish
from referee.games.sittings.legality import finish_faults
from referee.games.sittings.outcome import signed
from referee.games.sittings.revokes import Revoke
from referee.games.sittings.state import Phase
from referee.match.current import CurrentMatch
from referee.web.sittings.correcting import SittingCorrections
from referee.web.sittings.entries import SittingEntries
from referee.web.sittings.screen import SittingScreen
from referee.web.sittings.summaries import SittingRow, highlights
from referee.web.tables.pages import Choice, Step, TablePages, Trouble


@dataclass(frozen=True, slots=True)
class Demand:
    """Demands that are now possible against a player: a sentence, and the keys that record them."""

    key: str
    """The key by which a phone remembers that it dismissed them."""
    words: str
    choices: Sequence[Choice]


class SittingPages(TablePages):
    """The words of a sitting, and its own part of the shared pages."""

    folder = "sittings"
    look = "sitting"
    book_styles = ("core/book.css", "sittings/balances.css", "sittings/book.css")
    script = "sittings/table.js"
    parts = ("_claims", "tables/_leader", "_ways")
    styles = (*TablePages.styles, "sittings/round.css", "sittings/sittings.css")
    again = "Same players again"
    entries_class = SittingEntries
    screen_class = SittingScreen
    row_class = SittingRow
    corrections_class = SittingCorrections
    highlights = staticmethod(highlights)
    talk: Any
    """The module of the game's words: `trick_line`, `event_line`, and of a settlement `settled_line`, `reasons`, a
    sentence for each payment, and `rule_of`, the number of the rule that decided it, if any."""
    ruling = "A ruling: points"
    """The words for moving points by a ruling."""
    rules_of: tuple[str, str, str] = ("", "", "")
    """The numbers of the rules for a ruling, a misdeal and the finish."""
    adjust_hint = "Plus gives, minus takes away."
    """The hint on plus and minus in a correction by the table."""

    def tell(self, current: CurrentMatch[Any]) -> None:
        """Flash the result of a ruling; demands are shown on the table anyway."""
        demands = [demand.words for demand in self.demands(current.match)]
        for event in current.match.deal.events[-1:]:
            line = self.talk.event_line(current.match, event)
            if line not in demands:
                flash(line)

    def void_text(self, match: Any) -> str:
        """The effect of a misdeal."""
        agreed = "The deal has been played: do all agree that it is void? " if match.phase is Phase.SETTLE else ""
        return f"{agreed}What was entered of it does not count."

    def finish_text(self, match: Any) -> str:
        """The effect of the finish."""
        return "The totals stand. Undo reopens the match."

    def troubles(self, match: Any, inputs: Mapping[str, str]) -> dict[str, Trouble]:
        """A ruling and a misdeal, and the finish unless a deal waits to be settled."""
        if match.phase is Phase.OVER:
            return {}
        of_ruling, of_misdeal, of_finish = self.rules_of
        dealer = match.deal.dealer
        void = [
            Choice(f"Void: {match.player(match.setup.left(dealer))} deals", "misdeal"),
            Choice(f"Void: {match.player(dealer)} deals again", "misdeal again=true"),
        ]
        ruling = Step(self.ruling, "", of_ruling, adjusts=True)
        misdeal = Step("Misdeal", self.void_text(match), of_misdeal, void)
        troubles = {
            "adjust": ("Wrong score", "A ruling: give or take", ruling),
            "misdeal": ("Misdeal", "The deal does not count", misdeal),
        }
        if match.phase is Phase.PLAY:
            lacks = next(finish_faults(match, Finish()), None)
            stop = [Choice("Yes, we stop here", "finish")]
            lead, keys = (lacks.text, []) if lacks else (self.finish_text(match), stop)
            finish = Step("Finish the sitting", lead, of_finish, keys)
            troubles["finish"] = "Finish the sitting", "The balances stand", finish
        return troubles

    def deals_left(self, match: Any) -> int:
        """The number of deals until an agreed end; 0 if none is agreed."""
        return 0

    def settle_words(self, match: Any) -> str:
        """The words of the key that settles a deal."""
        return "Settle"

    def pool(self, match: Any) -> str:
        """Describe the pool; empty in a game without one."""
        return ""

    def shares(self, match: Any) -> dict[str, int]:
        """Return each player's share of the pool at the finish, by seat; empty if nothing was shared."""
        return {}

    def has_open_trick(self, match: Any) -> bool:
        """Return True if everybody may look at the latest trick."""
        return False

    def settled_line(self, match: Any, deal: Any) -> str:
        """Describe the settlement of a deal in the words used at the table."""
        return str(self.talk.settled_line(match.setup.players, deal.settlement))

    def latest_deals(self, match: Any) -> list[tuple[int, list[str]]]:
        """The latest settled deals, with each player's gain or loss by seat."""
        settled = [deal for deal in match.deals if deal.settlement][-self.listed :]
        return [(deal.number, [signed(points) for points in deal.settlement.net.values()]) for deal in settled]

    def demands(self, match: Any) -> list[Demand]:
        """Return the demands that are possible now."""
        return []

    def noticed(self, match: Any, revoke: Revoke) -> tuple[str, Choice] | None:
        """Return a notice of a revoke after the deal, and the key that claims it; None if nothing is claimed."""
        return None

    def end_line(self, match: Any) -> str:
        """Describe the end of the sitting."""
        return f"Finished after {plural(match.settled, 'deal')}."

    def remarks(self, match: Any, deal: Any) -> dict[str, str]:
        """Return the sheet's remarks next to the players' names in a deal, by seat: `4 ♥`."""
        return {}
