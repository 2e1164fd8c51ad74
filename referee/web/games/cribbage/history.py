"""A match in retrospect: the score sheet, deal by deal."""

from itertools import accumulate

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.games.cribbage.sheet import running
from referee.games.cribbage.state import Deal
from referee.web.games.cribbage.screen import Screen
from referee.web.permissions import needs
from referee.web.services import service

pages = Blueprint("cribbage_history", __name__, url_prefix="/cribbage/matches/<int:match_id>")


@pages.get("/sheet")
@needs(Permission.WATCH)
def sheet(match_id: int) -> ResponseReturnValue:
    """The score sheet: every event of every deal, with the totals after it."""
    screen = Screen(service().current(match_id))
    return render_template("cribbage/sheet.html", screen=screen, deals=_lines(screen))


def _lines(screen: Screen) -> list[tuple[Deal, list[tuple[str, str]], str]]:
    """Each deal with its events, each with the totals after it; and how a game ended that this deal won."""
    match = screen.match
    last = accumulate(game.deals for game in match.games)
    ends = dict(zip(last, match.games, strict=True))
    found = []
    for deal in match.deals:
        lines = [(f"{total.n}–{total.s}", screen.told(event)) for event, total in running(deal)]
        words, game = "", ends.get(deal.number)
        if game:
            worth = f", worth {game.worth}" if game.worth > 1 else ""
            words = f"{match.player(game.winner)} wins the game, {game.score.n}–{game.score.s}{worth}."
        found.append((deal, lines, words))
    return found
