"""A match in retrospect: the score sheet, deal by deal."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.web.games.cribbage.screen import Screen
from referee.web.permissions import needs
from referee.web.services import service

pages = Blueprint("cribbage_history", __name__, url_prefix="/cribbage/matches/<int:match_id>")


@pages.get("/sheet")
@needs(Permission.WATCH)
def sheet(match_id: int) -> ResponseReturnValue:
    """The score sheet: every event of every deal, with the totals after it."""
    return render_template("cribbage/sheet.html", screen=Screen(service().current(match_id)))
