"""Karnöffel's part of the pages that all games have."""

from collections.abc import Mapping

from referee.cards import Card
from referee.english import plural
from referee.games.karnoffel.actions import PACKS, Rules
from referee.games.karnoffel.game import KARNOFFEL
from referee.games.karnoffel.state import Match, Phase
from referee.games.kit.draws import Draw, ace_high, lowest_deals
from referee.games.kit.sides import SIDES
from referee.web.components.picking import pad_of
from referee.web.games.karnoffel.correcting import KarnoffelCorrections
from referee.web.games.karnoffel.entries import KarnoffelEntries
from referee.web.games.karnoffel.figures import FIGURES
from referee.web.games.karnoffel.forms import DEVIL, PACK_WORDS, AdjustForm, MatchForm
from referee.web.games.karnoffel.highlights import highlights
from referee.web.games.karnoffel.listing import KarnoffelRow
from referee.web.games.karnoffel.screen import KarnoffelScreen
from referee.web.tables.pages import Choice, Link, Step, TablePages


class KarnoffelPages(TablePages):
    """Karnöffel."""

    game = KARNOFFEL
    figures = FIGURES
    title = "Karnöffel"
    about = "Four in pairs, five tricks"
    look = "sitting karnoffel"
    styles = (*TablePages.styles, "sittings/sittings.css", "karnoffel/table.css")
    entry_styles = ("karnoffel/table.css",)
    book_styles = ("core/book.css", "sittings/book.css", "karnoffel/book.css")
    script = "karnoffel/table.js"
    parts = ("_ways", "tables/_leader", "_result", "_chosen")
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
    row_class = KarnoffelRow
    corrections_class = KarnoffelCorrections

    def draw(self, drawn: Mapping[str, Card], form: MatchForm, for_partners: bool) -> Draw:
        """The lowest card deals; an ace, which is not in the pack, would be the highest. Rule 1.3."""
        return lowest_deals(drawn, ace_high)

    def sides(self, match: Match) -> list[str]:
        """The names of both sides: `Ann & Cat`."""
        return [" & ".join(match.partners(side)) for side in SIDES]

    def highlights(self, match: Match) -> list[str]:
        """Highlights of a match that is over."""
        return highlights(match)

    def rules_told(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        devil = f" {DEVIL}." if rules.devil_first else ""
        return f"To {plural(rules.target, 'deal')}. {PACK_WORDS[rules.pack]}.{devil}"

    def wrongs(self, match: Match) -> list[Choice]:
        """The kinds of trouble at the table."""
        if match.phase is Phase.OVER:
            return []
        void = Choice("Misdeal", query={"what": "misdeal"}, hint="The deal is void, and the same player deals again")
        return [Choice("Wrong score", query={"what": "adjust"}, hint="A ruling: deals given or taken"), void]

    def wrong(self, match: Match, given: Mapping[str, str]) -> Step | None:
        """A further question about what went wrong; None if it cannot be wrong now."""
        what = given.get("what", "")
        if {"what": what} not in [choice.query for choice in self.wrongs(match)]:
            return None
        if what == "adjust":
            lead = "A side that reaches the agreed number so wins the match."
            return Step("Give or take", lead, "5.2", adjusts=True)
        lead = "Its suit and tricks leave no trace, and the same player deals again. Rulings stand."
        return Step("Misdeal", lead, "5.1", [Choice("The deal is void", do="misdeal")])


PAGES = KarnoffelPages()
