"""The pages of cribbage."""

from typing import Any

from flask import Flask, render_template

from referee.games.cribbage.actions import Rules
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.seats import SEATS
from referee.match.current import CurrentMatch
from referee.web.game_pages import GamePages, Link
from referee.web.games.cribbage import disputes, history, practice, table
from referee.web.games.cribbage.correcting import CORRECTIONS
from referee.web.games.cribbage.figures import FIGURES
from referee.web.games.cribbage.forms import RULE_FIELDS, MatchForm
from referee.web.games.cribbage.highlights import highlights
from referee.web.games.cribbage.listing import MatchRow
from referee.web.games.cribbage.screen import Screen
from referee.web.new_match import NewMatch
from referee.web.setup_form import SetupForm


def _sides(current: CurrentMatch[Any]) -> list[str]:
    return [current.match.player(seat) for seat in SEATS]


def _watch_page(current: CurrentMatch[Any], page: str, as_fragments: bool) -> str:
    template = f"cribbage/{'_watch' if as_fragments else 'watch'}.html"
    return render_template(template, page=page, screen=Screen(current))


def _register(app: Flask) -> None:
    """Cribbage's templates need no filters of their own."""


def _told(rules: Rules) -> str:
    """A set of house rules in a few words."""
    return f"Game to {rules.target}, {'with' if rules.muggins else 'without'} Muggins."


SETUP_FORM = SetupForm(MatchForm, MatchForm.filled_in, "cribbage/new_match.html", RULE_FIELDS, _told)
_new_match = NewMatch(CRIBBAGE, SETUP_FORM, "cribbage_table.table").blueprint("cribbage_new_match")
BLUEPRINTS = (table.pages, history.pages, _new_match, disputes.pages, practice.pages)
LINKS = (
    Link("cribbage_disputes.hand", "Count a hand"),
    Link("cribbage_disputes.play", "The play"),
    Link("cribbage_disputes.rules", "Rules"),
    Link("cribbage_practice.practice", "Practice"),
)
PAGES = GamePages(
    title="Cribbage",
    rows="deals",
    again="Same two again",
    table="cribbage_table.table",
    sheet="cribbage_history.sheet",
    picture="cribbage_history.picture",
    highlights=highlights,
    new_match="cribbage_new_match.new",
    register=_register,
    row=MatchRow,
    sides=_sides,
    watch_page=_watch_page,
    corrections=CORRECTIONS,
    figures=FIGURES,
    setup_form=SETUP_FORM,
)
