"""The pages of Grevjass."""

from typing import Any

from flask import Flask, render_template

from referee.english import plural
from referee.games.grevjass.actions import Rules
from referee.games.grevjass.sides import SIDES
from referee.match.current import CurrentMatch
from referee.web.game_pages import GamePages, Link
from referee.web.games.grevjass import disputes, history, practice, table
from referee.web.games.grevjass.correcting import CORRECTIONS
from referee.web.games.grevjass.figures import FIGURES
from referee.web.games.grevjass.forms import CLAIMS, RULE_FIELDS, STIKK, MatchForm
from referee.web.games.grevjass.highlights import highlights
from referee.web.games.grevjass.listing import MatchRow
from referee.web.games.grevjass.pages import OF
from referee.web.games.grevjass.screen import Screen
from referee.web.new_match import NewMatch
from referee.web.setup_form import SetupForm


def _sides(current: CurrentMatch[Any]) -> list[str]:
    return [" & ".join(current.match.partners(side)) for side in SIDES]


def _watch_page(current: CurrentMatch[Any], page: str, as_fragments: bool) -> str:
    template = f"grevjass/{'_watch' if as_fragments else 'watch'}.html"
    return render_template(template, page=page, screen=Screen(current))


def _register(app: Flask) -> None:
    """The templates need no filters of their own."""


def _told(rules: Rules) -> str:
    """A set of house rules in a few words."""
    stikk = f"King and queen of trumps score {STIKK[rules.stikk]}"
    return f"To {plural(rules.strokes, 'stroke')}. {CLAIMS[rules.claims]}. {stikk}."


SETUP_FORM = SetupForm(MatchForm, MatchForm.filled_in, "grevjass/new_match.html", RULE_FIELDS, _told)
history.register(table.pages)
_new_match = NewMatch(OF.game, SETUP_FORM, "grevjass.table").blueprint("grevjass_new_match")
BLUEPRINTS = (table.pages, _new_match, disputes.pages, practice.pages)
LINKS = (
    Link("grevjass_disputes.trick", "Count a trick"),
    Link("grevjass_disputes.melds", "Melds"),
    Link("grevjass_disputes.rules", "Rules"),
    Link("grevjass_practice.practice", "Practice"),
)
PAGES = GamePages(
    title="Grevjass",
    rows="deals",
    again="Same four again",
    table="grevjass.table",
    sheet="grevjass.sheet",
    picture="grevjass.picture",
    highlights=highlights,
    new_match="grevjass_new_match.new",
    register=_register,
    row=MatchRow,
    sides=_sides,
    watch_page=_watch_page,
    corrections=CORRECTIONS,
    figures=FIGURES,
    setup_form=SETUP_FORM,
)
