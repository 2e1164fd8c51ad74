"""The pages of Havilering."""

from typing import Any

from flask import render_template

from referee.games.havilering.seats import Side
from referee.match.current import CurrentMatch
from referee.web.game_pages import GamePages, Link
from referee.web.games.havilering import (
    correcting,
    disputes,
    filters,
    history,
    new_match,
    out_of_turn,
    practice,
    rulings,
    table,
    texts,
)
from referee.web.games.havilering.figures import FIGURES
from referee.web.games.havilering.highlights import highlights
from referee.web.games.havilering.listing import MatchRow
from referee.web.games.havilering.screen import Screen


def _sides(current: CurrentMatch[Any]) -> list[str]:
    return [texts.side_names(current.match, side) for side in Side]


def _watch_page(current: CurrentMatch[Any], page: str, as_fragments: bool) -> str:
    # The undone entry is not described, because watchers may not have been allowed to see it.
    screen = Screen(current, notice="The last entry was undone." if current.undone else "")
    template = f"havilering/watching/{'_answer' if as_fragments else 'watch'}.html"
    return render_template(template, page=page, screen=screen)


_MODULES = (history, practice, new_match, table, disputes, correcting, rulings, out_of_turn)
BLUEPRINTS = tuple(module.pages for module in _MODULES)
LINKS = (
    Link("disputes.dispute", "Settle a dispute"),
    Link("disputes.rules", "Rules"),
    Link("practice.practice", "Practice"),
)
PAGES = GamePages(
    title="Havilering",
    rows="tricks",
    again="Same four again",
    table="table.table",
    sheet="history.sheet",
    picture="history.picture",
    highlights=highlights,
    new_match="new_match.new",
    register=filters.register,
    row=MatchRow,
    sides=_sides,
    watch_page=_watch_page,
    corrections=correcting.CORRECTIONS,
    figures=FIGURES,
    setup_form=new_match.SETUP_FORM,
)
