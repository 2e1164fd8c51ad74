"""Havilering's own part of the pages that all games have."""

from collections.abc import Mapping
from typing import Any

from referee.cards import Card
from referee.games.havilering import talk
from referee.games.havilering.actions import Misdeal, Rules
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.match import faults
from referee.games.havilering.state import Match
from referee.games.havilering.suits import draw, jack_havel
from referee.games.kit.draws import Draw
from referee.web.games.havilering import texts
from referee.web.games.havilering.correcting import HavileringCorrections
from referee.web.games.havilering.entries import HavileringEntries
from referee.web.games.havilering.forms import MatchForm, span_of_today
from referee.web.games.havilering.screen import HavileringScreen
from referee.web.games.havilering.summaries import FIGURES, HavileringRow, highlights
from referee.web.tables.pages import Choice, Link, Step, TablePages
from referee.web.tables.screen import Screen

WRONGS = (
    Choice(
        "The wrong player leads",
        page="havilering_rulings.leader",
        hint="A lead out of turn, or a trick that was mis-tapped",
    ),
    Choice("Wrong score", page="havilering_rulings.pegs", hint="Set the totals to the pegs of the wooden board"),
    Choice("Misdeal", query={"what": "misdeal"}, hint="The hand does not count, and is dealt again"),
    Choice(
        "Revoke", page="havilering_rulings.ruling", query={"about": "Revoke"}, hint="Somebody did not follow suit"
    ),
    Choice("Another ruling", page="havilering_rulings.ruling", hint="With points, or only what was decided"),
)
"""The choices of the first page of "Something wrong?"."""


class HavileringPages(TablePages):
    """Havilering."""

    game = HAVILERING
    title, talk, texts = "Havilering", talk, texts
    jack = staticmethod(jack_havel)
    about = "Four in pairs, pegged to 121"
    rows = "tricks"
    changes_seats = True
    prefix = ""
    book_styles = ("core/book.css", "havilering/book.css")
    look = "havilering"
    script = "havilering/table.js"
    parts = ("_ways", "_panel", "_season")
    place = "_season"
    acts = "_acts"
    styles = (*TablePages.styles, "tables/pegboard.css", "havilering/table.css")
    new_match_template = "havilering/new_match.html"
    who = "Partners sit opposite each other"
    draw_text = (
        "Each draws a card. The highest deals, and the lowest is the dealer’s partner: the season’s suit is highest, "
        "then down the circle of suits."
    )
    links = (
        Link("havilering_disputes.dispute", "Settle a dispute"),
        Link("havilering_disputes.rules", "Rules"),
        Link("havilering_practice.practice", "Practice"),
    )
    figures = FIGURES
    highlights = staticmethod(highlights)
    match_form = MatchForm
    adjust_form = None
    entries_class = HavileringEntries
    screen_class = HavileringScreen
    row_class = HavileringRow
    corrections_class = HavileringCorrections

    def styles_of(self, screen: Screen) -> tuple[str, ...]:
        """Return the styles of a screen, including the styles for claims and calls if it has any."""
        return super().styles_of(screen) + (("havilering/items.css",) if screen.rules.muggins else ())

    def rules_text(self, rules: Rules) -> str:
        """A set of house rules in a few words."""
        return f"Game to {rules.target}, {'with' if rules.muggins else 'without'} Muggins."

    def wrongs(self, match: Match) -> list[Choice]:
        """Return the choices of "Something wrong?" that apply now."""
        return [each for each in WRONGS if each.page or self.wrong(match, each.query)]

    def wrong(self, match: Match, inputs: Mapping[str, str]) -> Step | None:
        """The question of whether the hand is dealt again; None if it cannot be."""
        if inputs["what"] != "misdeal" or faults(match, Misdeal()):
            return None
        lead = f"{match.player(match.dealer)} deals this hand again. Its points so far are taken off."
        return Step("Misdeal", lead, rule="9.1", choices=[Choice("Deal this hand again", do="misdeal")])

    def draw(self, drawn: Mapping[str, Card], form: MatchForm, for_partners: bool) -> Draw:
        """The highest deals, and the lowest is the partner. Rules 2.1 and 2.2."""
        return draw(drawn, form.first_season(span_of_today().season))

    def setup_variables(self) -> dict[str, Any]:
        """Return the published values of the items, and the season by the calendar."""
        return {"items": PUBLISHED_VALUES, "span": span_of_today()}


PAGES = HavileringPages()
