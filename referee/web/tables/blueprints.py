"""A game's views: its matches, and the page for a new one."""

from flask import Blueprint

from referee.web.matches.new_match import NewMatch
from referee.web.tables.history import History
from referee.web.tables.pages import TablePages
from referee.web.tables.table import Table


def blueprints(
    pages: TablePages,
    *own: Blueprint,
    table: type[Table] = Table,
    history: type[History] = History,
    new_match: type[NewMatch] = NewMatch,
) -> tuple[Blueprint, ...]:
    """Return the blueprints of a game; `own` are blueprints that no other game has, such as disputes."""
    of_matches = Blueprint(pages.name, __name__, url_prefix=f"{pages.url_prefix}/matches/<int:match_id>")
    table(pages).register(of_matches)
    history(pages).register(of_matches)
    of_new_match = Blueprint(f"{pages.name}_new_match", __name__, url_prefix=pages.url_prefix or None)
    new_match(pages).register(of_new_match)
    return of_matches, of_new_match, *own
