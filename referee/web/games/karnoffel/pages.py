"""Karnöffel's part of the pages that all games have."""

from collections.abc import Mapping

from referee.cards import Card
from referee.english import plural
from referee.games.karnoffel import talk
from referee.games.karnoffel.actions import PACKS, Rules
from referee.games.karnoffel.game import KARNOFFEL
from referee.games.karnoffel.sheet import title as rules_line
from referee.games.kit.draws import Draw, ace_high, lowest_deals
from referee.web.components.picking import pad_of
from referee.web.games.karnoffel import texts
from referee.web.games.karnoffel.correcting import KarnoffelCorrections
from referee.web.games.karnoffel.entries import KarnoffelEntries
from referee.web.games.karnoffel.figures import FIGURES
from referee.web.games.karnoffel.forms import DEVIL, PACK_WORDS, MatchForm
from referee.web.games.karnoffel.highlights import highlights
from referee.web.games.karnoffel.screen import KarnoffelScreen
from referee.web.sittings.races import RacePages
from referee.web.tables.pages import Link


class KarnoffelPages(RacePages):
    """Karnöffel."""

    game = KARNOFFEL
    figures = FIGURES
    title = "Karnöffel"
    about = "Four in pairs, five tricks"
    book_styles = ("core/book.css", "sittings/book.css", "karnoffel/book.css")
    parts = ("sittings/_ways", "tables/_leader", "_result", "_chosen")
    place = "_chosen"
    pad = pad_of(PACKS[48])
    draw_text = "Each draws a card, and the lowest deals. Those who tie draw again."
    """Rule 1.3."""
    links = (
        Link("karnoffel_disputes.trick", "Who takes it?"),
        Link("karnoffel_disputes.rules", "Rules"),
        Link("karnoffel_practice.practice", "Practice"),
    )
    highlights = staticmethod(highlights)
    match_form = MatchForm
    talk, texts = talk, texts
    sheet_title = staticmethod(rules_line)
    void_text = "Its suit and tricks are discarded, and the same player deals again. Rulings stay."
    rules_of = ("5.1", "5.2")
    entries_class = KarnoffelEntries
    screen_class = KarnoffelScreen
    corrections_class = KarnoffelCorrections

    def draw(self, drawn: Mapping[str, Card], form: MatchForm, for_partners: bool) -> Draw:
        """The lowest card deals; an ace, which is not in the pack, would be the highest. Rule 1.3."""
        return lowest_deals(drawn, ace_high)

    def rules_text(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        devil = f" {DEVIL}." if rules.devil_first else ""
        return f"To {plural(rules.target, 'deal')}. {PACK_WORDS[rules.pack]}.{devil}"


PAGES = KarnoffelPages()
