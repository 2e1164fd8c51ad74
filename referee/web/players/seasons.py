"""The leagues of the seasons: all of them, and the tables of one, ranked by matches won, by points or by rating."""

from datetime import date
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.books.ratings import RANKED_AFTER
from referee.faults import NotThereError
from referee.season import local_day, span_of
from referee.web.components.sorting import Sorting
from referee.web.permissions import needs
from referee.web.players.views import Chosen, sorting_of_pairs
from referee.web.services import game_pages, ratings, score_books, service

pages = Blueprint("seasons", __name__, url_prefix="/books/<int:book_id>")
SEASONS = 8
"""The maximum number of seasons on a page."""
RATING = "rating"
"""The order of a season by rating, in addition to `Order.ranks()`."""


@pages.get("/seasons")
@needs(Permission.WATCH)
def seasons(book_id: int) -> ResponseReturnValue:
    """The leagues of the seasons, with their leaders or winners."""
    chosen = Chosen(book_id)
    leagues = chosen.store.leagues(book_id, SEASONS + 1, request.args.get("before", ""))
    listed = leagues[:SEASONS]
    return render_template(
        "core/players/seasons.html",
        book=score_books().score_book(book_id),
        chosen=chosen,
        champions=chosen.store.champions(book_id, listed),
        before=listed[-1] if len(leagues) > SEASONS else None,
        now=_this_season(),
    )


@pages.get("/seasons/<league>")
@needs(Permission.WATCH)
def season(book_id: int, league: str) -> ResponseReturnValue:
    """The league tables of a season: players and pairs of partners."""
    chosen, rank = Chosen(book_id), request.args.get("rank", "")
    of_players, of_pairs = Sorting(request.args), sorting_of_pairs()
    counted: list[Any] = chosen.store.everybody(book_id, league, order=of_players.order)
    pairs: list[Any] = chosen.store.pairs(book_id, league, order=of_pairs.order)
    if not counted:
        raise NotThereError(f"No match was finished in {league}.")
    if rank == RATING:
        game = game_pages(chosen.key).game
        counted = ratings().of(book_id, game, league=league)
        pairs = ratings().of(book_id, game, by_pairs=True, league=league) if game.partners else []
    return render_template(
        "core/players/season.html",
        book=score_books().score_book(book_id),
        chosen=chosen,
        league=league,
        own=url_for("seasons.season", book_id=book_id, league=league),
        ranks=[
            ("", "Matches won"),
            ("points", chosen.figures.points),
            (RATING, "Rating"),
        ],
        rank=rank,
        ranked_after=RANKED_AFTER,
        last=span_of(date.fromisoformat(league)).last,
        counted=counted,
        champions=[each for each in counted if each.place == 1],
        of_players=of_players,
        pairs=pairs,
        of_pairs=of_pairs,
        is_now=league == _this_season(),
    )


def _this_season() -> str:
    return span_of(local_day(service().clock())).first.isoformat()
