"""Cribbage's own part of the pages that all games have."""

from collections.abc import Mapping

from referee.games.cribbage.actions import Rules
from referee.games.cribbage.events import Counted
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.seats import SEATS
from referee.games.cribbage.state import Match
from referee.web.games.cribbage.correcting import CribbageCorrections
from referee.web.games.cribbage.entries import CribbageEntries
from referee.web.games.cribbage.figures import FIGURES
from referee.web.games.cribbage.forms import AdjustForm, MatchForm
from referee.web.games.cribbage.highlights import highlights
from referee.web.games.cribbage.listing import CribbageRow
from referee.web.games.cribbage.screen import CribbageScreen
from referee.web.games.cribbage.wrongs import troubles
from referee.web.tables.pages import Choice, Link, TablePages, Trouble

_GREAT = 20


class CribbagePages(TablePages):
    """Cribbage."""

    game = CRIBBAGE
    title = "Cribbage"
    about = "Two players, pegged to 121"
    again = "Same two again"
    look = "cribbage"
    book_styles = ("core/book.css", "cribbage/book.css")
    script = "cribbage/table.js"
    asks = "_asks"
    styles = (*TablePages.styles, "cribbage/table.css")
    new_match_template = "cribbage/new_match.html"
    who = "Both cut, and the lower card deals first"
    draw_text = "Both cut, and the lower card deals. The ace is low, and equal ranks cut again."
    """Rule 1.4."""
    links = (
        Link("cribbage_disputes.hand", "Count a hand"),
        Link("cribbage_disputes.play", "Count the play"),
        Link("cribbage_disputes.rules", "Rules"),
        Link("cribbage_practice.practice", "Practice"),
    )
    wrong_path = "/rulings"
    figures = FIGURES
    highlights = staticmethod(highlights)
    match_form = MatchForm
    adjust_form = AdjustForm
    entries_class = CribbageEntries
    screen_class = CribbageScreen
    row_class = CribbageRow
    corrections_class = CribbageCorrections

    def rules_text(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        return f"Game to {rules.target}, {'with' if rules.muggins else 'without'} Muggins."

    def latest_deals(self, match: Match) -> list[tuple[int, list[int]]]:
        """The latest deals that are over, with the points that each player pegged."""
        over = list(match.deals)[:-1][-self.listed :]
        return [(deal.number, [deal.pegged.of(seat) for seat in SEATS]) for deal in over]

    def is_great(self, match: Match) -> bool:
        """Return True after a count of 20 or more; with Muggins, after a claim of 20 or more (6.6)."""
        last = match.deal.events[-1] if match.deal.events else None
        return isinstance(last, Counted) and (last.points if last.claimed is None else last.claimed) >= _GREAT

    def troubles(self, match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
        """Return the errors that can be recorded now."""
        return troubles(match, inputs)

    def wrongs(self, match: Match) -> list[Choice]:
        """Return the usual choices, and the page on which points are pegged."""
        hint = "Where the cards are not known"
        by_points = Choice("Peg by points", page="cribbage.table", query={"way": "points"}, hint=hint)
        usual = super().wrongs(match)
        return [*usual, by_points] if usual else []


PAGES = CribbagePages()
