"""The views of a game, of its matches and of a new one."""

from flask import Blueprint

from referee.web.matches.new_match import NewMatch
from referee.web.tables.history import History
from referee.web.tables.pages import TablePages
from referee.web.tables.table import Table


def blueprints(
    of: TablePages,
    *own: Blueprint,
    table: type[Table] = Table,
    history: type[History] = History,
    new_match: type[NewMatch] = NewMatch,
) -> tuple[Blueprint, ...]:
    """Return the blueprints of a game; `own` are those that no other game has, such as disputes."""
    of_matches = Blueprint(of.name, __name__, url_prefix=f"{of.url_prefix}/matches/<int:match_id>")
    table(of).register(of_matches)
    history(of).register(of_matches)
    of_new_match = Blueprint(f"{of.name}_new_match", __name__, url_prefix=of.url_prefix or None)
    new_match(of).register(of_new_match)
    return of_matches, of_new_match, *own
