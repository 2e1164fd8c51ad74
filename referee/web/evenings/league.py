"""The league over a club's evenings, as a page and a spreadsheet."""

from csv import writer
from dataclasses import dataclass
from io import StringIO

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from referee.books.current_evening import CurrentEvening
from referee.books.evening_league import Counted, LeagueLine, league
from referee.books.permissions import Permission
from referee.books.spreadsheet import harmless
from referee.web.permissions import needs
from referee.web.services import evenings, game_pages, score_books

pages = Blueprint("evening_league", __name__, url_prefix="/books/<int:book_id>/evenings/league")
MOST = 60
"""The maximum number of evenings in a league."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A league, as requested by its address."""

    games: list[str]
    """The games that were played at evenings."""
    game: str
    latest: int
    """The number of latest evenings that are considered; the `best` of them count."""
    best: int
    counted: Counted
    evenings: list[CurrentEvening]
    """The evenings that count, oldest first."""

    @property
    def lines(self) -> list[LeagueLine]:
        """Its lines."""
        return league(self.evenings, self.best, self.counted)


def _asked(book_id: int) -> Asked:
    games, inputs = evenings().store.games_of(book_id), request.args
    wanted_game = inputs.get("game", "")
    game = wanted_game if wanted_game in games else next(iter(games), "")
    latest = min(max(inputs.get("of", 10, type=int), 1), MOST)
    best = min(max(inputs.get("best", latest, type=int), 1), latest)
    counted = Counted.SUMS if inputs.get("by") == Counted.SUMS.value else Counted.PLACES
    return Asked(games, game, latest, best, counted, evenings().over(book_id, game, latest)[::-1])


@pages.get("")
@needs(Permission.WATCH)
def table(book_id: int) -> ResponseReturnValue:
    """The league as a table."""
    choice = _asked(book_id)
    titles = {game: game_pages(game).title for game in choice.games}
    return render_template(
        "evenings/league.html", asked=choice, titles=titles, book=score_books().score_book(book_id)
    )


@pages.get("/table.csv")
@needs(Permission.WATCH)
def spreadsheet(book_id: int) -> ResponseReturnValue:
    """The league as a spreadsheet, with a column for each evening."""
    choice, text = _asked(book_id), StringIO()
    rows = writer(text, lineterminator="\r\n")
    days = [f"{each.row.opened[:10]} {each.evening.setup.name}" for each in choice.evenings]
    rows.writerow(["place", "name", "total", *map(harmless, days)])
    for line in choice.lines:
        points = ["" if each is None else round(float(each), 3) if each % 1 else int(each) for each in line.evenings]
        total = round(float(line.total), 3) if line.total % 1 else int(line.total)
        rows.writerow([line.place, harmless(line.name), total, *points])
    headers = {"Content-Disposition": f'attachment; filename="league-{book_id}.csv"'}
    return Response("﻿" + text.getvalue(), mimetype="text/csv", headers=headers)
