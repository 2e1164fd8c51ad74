"""Grevjass' own part of the pages that all games have."""

from collections.abc import Mapping

from referee.cards import Card
from referee.english import plural
from referee.games.grevjass.actions import Rules, Vol
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.state import Match
from referee.games.kit.draws import Draw, ace_high, lowest_deals, lowest_two_are_partners
from referee.web.games.grevjass import texts
from referee.web.games.grevjass.correcting import GrevjassCorrections
from referee.web.games.grevjass.entries import GrevjassEntries
from referee.web.games.grevjass.figures import FIGURES
from referee.web.games.grevjass.forms import CLAIMS, STIKK, AdjustForm, MatchForm
from referee.web.games.grevjass.highlights import highlights
from referee.web.games.grevjass.listing import GrevjassRow
from referee.web.games.grevjass.pad import PAD
from referee.web.games.grevjass.screen import GrevjassScreen
from referee.web.games.grevjass.wrongs import troubles
from referee.web.tables.pages import Link, Trouble
from referee.web.tables.sides_pages import SidesPages


class GrevjassPages(SidesPages):
    """Grevjass."""

    game = GREVJASS
    title, texts = "Grevjass", texts
    about = "Four in pairs, on a slate"
    book_styles = ("core/book.css", "grevjass/book.css")
    parts = ("_ways", "_strokes", "_trump")
    place = "_trump"
    wrong_template = "grevjass/wrong.html"
    pad = PAD
    draw_text = (
        "Each draws a card, and the lowest deals. Suits do not count; the lowest draw again if they are equal."
    )
    """Rule 1.5."""
    draws_partners = "The two lowest play together"
    links = (
        Link("grevjass_disputes.trick", "Count a trick"),
        Link("grevjass_disputes.melds", "Which meld is best?"),
        Link("grevjass_disputes.rules", "Rules"),
        Link("grevjass_practice.practice", "Practice"),
    )
    figures = FIGURES
    highlights = staticmethod(highlights)
    match_form = MatchForm
    adjust_form = AdjustForm
    entries_class = GrevjassEntries
    screen_class = GrevjassScreen
    row_class = GrevjassRow
    corrections_class = GrevjassCorrections

    def wins(self, match: Match) -> int:
        """The number of strokes that wins the match. Rule 6.9."""
        return match.setup.rules.strokes

    def draw(self, drawn: Mapping[str, Card], form: MatchForm, for_partners: bool) -> Draw:
        """The lowest card deals, the ace being high. Rule 1.5."""
        return (lowest_two_are_partners if for_partners else lowest_deals)(drawn, ace_high)

    def rules_text(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        stikk = f"King and queen of trumps score {STIKK[rules.stikk]}"
        return f"To {plural(rules.strokes, 'stroke')}. {CLAIMS[rules.claims]}. {stikk}."

    def is_great(self, match: Match) -> bool:
        """Return True if vol has just been bid."""
        return match.deal is not None and isinstance(match.deal.entries[-1], Vol)

    def troubles(self, match: Match, inputs: Mapping[str, str]) -> dict[str, Trouble]:
        """The errors that can be recorded now."""
        return troubles(match, inputs)


PAGES = GrevjassPages()
