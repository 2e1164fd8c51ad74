"""Karnöffel's part of the pages that all games have."""

from collections.abc import Mapping

from referee.cards import Card
from referee.english import plural
from referee.games.karnoffel.actions import PACKS, Rules
from referee.games.karnoffel.game import KARNOFFEL
from referee.games.karnoffel.state import Match, Phase
from referee.games.kit.draws import Draw, ace_high, lowest_deals
from referee.web.components.picking import pad_of
from referee.web.games.karnoffel.correcting import KarnoffelCorrections
from referee.web.games.karnoffel.entries import KarnoffelEntries
from referee.web.games.karnoffel.figures import FIGURES
from referee.web.games.karnoffel.forms import DEVIL, PACK_WORDS, AdjustForm, MatchForm
from referee.web.games.karnoffel.highlights import highlights
from referee.web.games.karnoffel.screen import KarnoffelScreen
from referee.web.tables.pages import Choice, Link, Step, Trouble
from referee.web.tables.sides_pages import SidesPages


class KarnoffelPages(SidesPages):
    """Karnöffel."""

    game = KARNOFFEL
    figures = FIGURES
    title = "Karnöffel"
    about = "Four in pairs, five tricks a deal"
    new_match_template = "components/new_match_of_four.html"
    deal_template = "sittings/deal"
    book_styles = ("core/book.css", "sittings/book.css", "karnoffel/book.css")
    parts = ("sittings/_ways", "tables/_leader", "_result", "_chosen")
    place = "_chosen"
    adjusts = ("deals",)
    pad = pad_of(PACKS[48])
    draw_told = "Each draws a card, and the lowest deals. Those who tie draw again."
    """Rule 1.3."""
    links = (
        Link("karnoffel_disputes.trick", "Who takes it?"),
        Link("karnoffel_disputes.rules", "Rules"),
        Link("karnoffel_practice.practice", "Practice"),
    )
    match_form = MatchForm
    adjust_form = AdjustForm
    entries_class = KarnoffelEntries
    screen_class = KarnoffelScreen
    corrections_class = KarnoffelCorrections

    def wins(self, match: Match) -> int:
        """The number of deals that wins the match. Rule 4.2."""
        return match.setup.rules.target

    def draw(self, drawn: Mapping[str, Card], form: MatchForm, for_partners: bool) -> Draw:
        """The lowest card deals; an ace, which is not in the pack, would be the highest. Rule 1.3."""
        return lowest_deals(drawn, ace_high)

    def highlights(self, match: Match) -> list[str]:
        """Highlights of a match that is over."""
        return highlights(match)

    def rules_told(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        devil = f" {DEVIL}." if rules.devil_first else ""
        return f"To {plural(rules.target, 'deal')}. {PACK_WORDS[rules.pack]}.{devil}"

    def troubles(self, match: Match, given: Mapping[str, str]) -> dict[str, Trouble]:
        """A misdeal, and a ruling. Rules 5.1 and 5.2."""
        if match.phase is Phase.OVER:
            return {}
        void = "Its suit and tricks are discarded, and the same player deals again. Rulings stay."
        misdeal = Step("Misdeal", void, "5.1", [Choice("The deal is void", do="misdeal")])
        ruling = Step(
            "Give or take", "A side that reaches the agreed number this way wins the match.", "5.2", adjusts=True
        )
        return {
            "misdeal": ("Misdeal", "The deal is void, and the same player deals again", misdeal),
            "adjust": ("A ruling", "Deals given or taken", ruling),
        }


PAGES = KarnoffelPages()
