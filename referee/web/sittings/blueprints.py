"""The blueprints and the pages of a game, made from its words."""

from functools import partial
from typing import Any

from flask import Blueprint, Flask, render_template

from referee.games.kit.records import Kinds
from referee.match.current import CurrentMatch
from referee.web.game_pages import FigurePages, GamePages
from referee.web.new_match import NewMatch
from referee.web.setup_form import SetupForm
from referee.web.sittings.correcting import corrections
from referee.web.sittings.highlights import highlights
from referee.web.sittings.history import History
from referee.web.sittings.listing import MatchRow
from referee.web.sittings.pages import SittingPages
from referee.web.sittings.screen import Screen
from referee.web.sittings.table import Table


def blueprints(of: SittingPages, setup_form: SetupForm) -> tuple[Blueprint, Blueprint]:
    """The blueprint of a game's matches, and of the page for a new one."""
    key = of.game.key
    of_matches = Blueprint(of.name, __name__, url_prefix=f"/{key}/matches/<int:match_id>")
    Table(of).register(of_matches)
    History(of).register(of_matches)
    return of_matches, NewMatch(of.game, setup_form, f"{of.name}.table").blueprint(f"{of.name}_new_match")


def game_pages(of: SittingPages, kinds: Kinds, figures: FigurePages, again: str, setup_form: SetupForm) -> GamePages:
    """What the core shows of the matches of a game; `again` are the words of the key for a rematch."""
    return GamePages(
        title=of.title,
        rows="deals",
        again=again,
        table=f"{of.name}.table",
        sheet=f"{of.name}.sheet",
        picture=f"{of.name}.picture",
        highlights=partial(highlights, of),
        new_match=f"{of.name}_new_match.new",
        register=_register,
        row=partial(MatchRow, title=of.title),
        sides=_sides,
        watch_page=partial(_watch_page, of),
        corrections=corrections(of, kinds),
        figures=figures,
        setup_form=setup_form,
    )


def _sides(current: CurrentMatch[Any]) -> list[str]:
    return list(current.match.setup.players.values())


def _watch_page(of: SittingPages, current: CurrentMatch[Any], page: str, as_fragments: bool) -> str:
    template = f"components/sittings/{'_watch' if as_fragments else 'watch'}.html"
    return render_template(template, page=page, screen=Screen(of, current))


def _register(app: Flask) -> None:
    """The templates need no filters of their own."""
