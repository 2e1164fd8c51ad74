"""Karnöffel's part of the pages that all games have."""

from collections.abc import Mapping

from referee.cards import Card
from referee.english import plural
from referee.games.karnoffel.actions import PACKS, Rules
from referee.games.karnoffel.game import KARNOFFEL
from referee.games.karnoffel.state import Match
from referee.games.kit.draws import Draw, ace_high, lowest_deals
from referee.web.components.picking import pad_of
from referee.web.games.karnoffel import texts
from referee.web.games.karnoffel.correcting import KarnoffelCorrections
from referee.web.games.karnoffel.entries import KarnoffelEntries
from referee.web.games.karnoffel.forms import DEVIL, PACK_WORDS, AdjustForm, MatchForm
from referee.web.games.karnoffel.screen import KarnoffelScreen
from referee.web.games.karnoffel.summaries import FIGURES, highlights
from referee.web.tables.pages import Choice, Link, Step, Trouble
from referee.web.tables.sides import SidesPages


class KarnoffelPages(SidesPages):
    """Karnöffel."""

    game = KARNOFFEL
    figures = FIGURES
    title = "Karnöffel"
    about = "Four in pairs, five tricks"
    book_styles = ("core/book.css", "sittings/book.css", "karnoffel/book.css")
    deal_template = "sittings/deal"
    parts = ("sittings/_ways", "tables/_leader", "_result", "_chosen")
    place = "_chosen"
    pad = pad_of(PACKS[48])
    draw_text = "Each draws a card, and the lowest deals. Those who tie draw again."
    """Rule 1.3."""
    links = (
        Link("karnoffel_disputes.trick", "Who takes a trick?"),
        Link("karnoffel_disputes.rules", "Rules"),
        Link("karnoffel_practice.practice", "Practice"),
    )
    highlights = staticmethod(highlights)
    match_form = MatchForm
    texts = texts
    adjust_form = AdjustForm
    entries_class = KarnoffelEntries
    screen_class = KarnoffelScreen
    corrections_class = KarnoffelCorrections

    def draw(self, drawn: Mapping[str, Card], form: MatchForm, for_partners: bool) -> Draw:
        """The lowest card deals; an ace, which is not in the pack, would be the highest. Rule 1.3."""
        return lowest_deals(drawn, ace_high)

    def wins(self, match: Match) -> int:
        """The number of deals that wins a match."""
        return match.setup.rules.target

    def troubles(self, match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
        """A misdeal, and a ruling."""
        if self.game.is_over(match):
            return {}
        void = "Its suit and tricks are discarded, and the same player deals again. Rulings stay."
        misdeal = Step("Misdeal", void, "5.1", [Choice("The deal is void", do="misdeal")])
        lead = "A side that reaches the agreed number this way wins the match."
        return {
            "misdeal": ("Misdeal", "The deal is void, and the same player deals again", misdeal),
            "adjust": ("Wrong score", "A ruling: give or take", Step("Give or take", lead, "5.2", adjusts=True)),
        }

    def rules_text(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        devil = f" {DEVIL}." if rules.devil_first else ""
        return f"To {plural(rules.target, 'deal')}. {PACK_WORDS[rules.pack]}.{devil}"


PAGES = KarnoffelPages()
