"""Opponents of a player, or of two partners: a list of all, and a page for each.

The pages about two partners are the player's pages, with the partner in the address.
"""

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import NotThereError
from referee.store.opponents import Opponents
from referee.store.player_names import Player
from referee.web.components.charts import ROLLING, FormChart
from referee.web.components.sorting import Sorting
from referee.web.permissions import needs
from referee.web.players.views import LATEST_FORM, LONG_FORM, MOST_SEASONS, PAIRS, Chosen
from referee.web.services import score_books, service

pages = Blueprint("opponents", __name__, url_prefix="/books/<int:book_id>/players/<int:player_id>")


@pages.get("/opponents")
@pages.get("/with/<int:partner_id>/opponents")
@needs(Permission.WATCH)
def met(book_id: int, player_id: int, partner_id: int | None = None) -> ResponseReturnValue:
    """The opponents that a player met, or the pairs that two partners met; in all seasons, or in `?league=`."""
    chosen, league, sorting = Chosen(book_id), request.args.get("league", ""), Sorting(request.args)
    side = _side(chosen, player_id, partner_id)
    counted = _opponents(chosen).met(side, league, sorting.order)
    if not counted:
        raise NotThereError(f"{_names(side)} met nobody in a finished match.")
    return render_template(
        "core/players/opponents.html",
        chosen=chosen,
        book=score_books().score_book(book_id),
        side=side,
        own=chosen.address(side),
        league=league,
        counted=counted,
        sorting=sorting,
        seasons=chosen.store.by_league(side, PAIRS),
    )


@pages.get("/against/<int:opponent_id>")
@pages.get("/with/<int:partner_id>/against/<int:opponent_id>/with/<int:ally_id>")
@needs(Permission.WATCH)
def against(
    book_id: int, player_id: int, opponent_id: int, partner_id: int | None = None, ally_id: int | None = None
) -> ResponseReturnValue:
    """A player against another, with any partners; or two partners against two others."""
    chosen, league = Chosen(book_id), request.args.get("league", "")
    side, other = _side(chosen, player_id, partner_id), _side(chosen, opponent_id, ally_id)
    opponents = _opponents(chosen)
    counts = opponents.against(side, other, league)
    if not counts.matches:
        raise NotThereError(f"{_names(side)} never met {_names(other)} in a finished match.")
    wants_all = "all" in request.args
    count = LONG_FORM if wants_all else LATEST_FORM
    form = [] if league else opponents.form(side, other, count + ROLLING - 1)
    return render_template(
        "core/players/against.html",
        chosen=chosen,
        book=score_books().score_book(book_id),
        sides=[side, other],
        addresses=[chosen.address(side), chosen.address(other)],
        own=f"{chosen.address(side)}/against/{'/with/'.join(str(player.id) for player in other)}",
        league=league,
        both=[counts, opponents.against(other, side, league)],
        chart=FormChart(form, count) if form else None,
        has_more=len(form) > count and not wants_all,
        seasons=opponents.by_league(side, other, MOST_SEASONS if wants_all else PAIRS),
    )


def _opponents(chosen: Chosen) -> Opponents[Any]:
    return Opponents(service().database, chosen.store)


def _side(chosen: Chosen, *ids: int | None) -> list[Player]:
    """The players of an address. Raises NotThereError, including for partners in a game without partners."""
    players = [chosen.store.player(chosen.book_id, number) for number in ids if number is not None]
    if len(players) > 1 and not chosen.store.has_partners:
        raise NotThereError(f"There are no partners in {chosen.title}.")
    return players


def _names(side: list[Player]) -> str:
    return " and ".join(player.name for player in side)
