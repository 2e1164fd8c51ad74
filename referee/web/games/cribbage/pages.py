"""Cribbage's own part of the pages that all games have."""

from collections.abc import Mapping

from referee.games.cribbage.actions import SEATS, Rules
from referee.games.cribbage.events import Counted
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.state import Match, Phase
from referee.games.kit.sides import other
from referee.web.games.cribbage.correcting import CribbageCorrections
from referee.web.games.cribbage.entries import CribbageEntries
from referee.web.games.cribbage.forms import AdjustForm, MatchForm
from referee.web.games.cribbage.screen import CribbageScreen
from referee.web.games.cribbage.summaries import FIGURES, CribbageRow, highlights
from referee.web.tables.pages import Choice, Link, Step, TablePages, Trouble

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
    styles = (*TablePages.styles, "tables/pegboard.css", "cribbage/table.css")
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
        over = [*match.deals] if match.phase is Phase.MATCH_OVER else [*match.deals][:-1]
        return [(deal.number, [deal.pegged.of(seat) for seat in SEATS]) for deal in over[-self.listed :]]

    def is_great(self, match: Match) -> bool:
        """Return True after a count of 20 or more; with Muggins, after a claim of 20 or more (6.6)."""
        last = match.deal.events[-1] if match.deal.events else None
        return isinstance(last, Counted) and (last.points if last.claimed is None else last.claimed) >= _GREAT

    def troubles(self, match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
        """The errors that can be recorded now, given the answers so far."""
        if match.phase in (Phase.MATCH_OVER, Phase.FALSE_GO):
            return {}
        lead = "The same dealer deals again, with the scores from before the deal."
        misdeal = Step("Misdeal", lead, "7.1", [Choice("Yes: this deal is void", do="misdeal")])
        game = match.deal.game
        is_new = not match.deal.events and match.games
        lead = f"A ruling counts in game {game}. Undo opens game {game - 1} again." if is_new else ""
        ruling = Step("Wrong score", lead, "7.8", adjusts=True)
        return {
            "overpeg": ("Pegged too much", "The opponent pegs 2", _overpeg(match, inputs.get("who", ""))),
            "cards": ("Wrong number of cards", "In a hand or the crib: 2 to the other", _cards(match)),
            "misdeal": ("Misdeal", "The same dealer deals again", misdeal),
            "adjust": ("Wrong score", "A ruling: points given or taken away", ruling),
        }

    def wrongs(self, match: Match) -> list[Choice]:
        """Return the usual choices, and the page on which points are pegged."""
        hint = "If the cards are not known"
        by_points = Choice("Peg by points", page="cribbage.table", query={"way": "points"}, hint=hint)
        usual = super().wrongs(match)
        return [*usual, by_points] if usual else []


def _cards(match: Match) -> Step:
    """Rules 7.2 and 7.3."""
    hands = [
        Choice(f"{match.player(seat)}’s hand: 2 to {match.player(other(seat))}", f"penalty wrong-hand {seat}")
        for seat in SEATS
    ]
    dealer = match.deal.dealer
    crib = Choice(f"The crib: 2 to {match.player(other(dealer))}", f"penalty wrong-crib {dealer}")
    return Step("Wrong number of cards", "Peg the points, then correct the cards.", "7.2", [*hands, crib])


def _overpeg(match: Match, who: str) -> Step:
    """Rule 7.4."""
    lead = "If the opponent objects before the next starter, the extra points come off and the opponent pegs 2."
    for seat in SEATS:
        if seat == who:
            question = "How many points too many? Enter 0 if only the wooden board was wrong."
            return Step(
                f"{match.player(seat)} pegged too much", question, "7.4", with_points=f"penalty overpeg {who}"
            )
    who_may = [Choice(match.player(seat), query={"what": "overpeg", "who": seat}) for seat in SEATS]
    return Step("Who pegged too much?", lead, "7.4", who_may)


PAGES = CribbagePages()
