"""Results of an evening outside the app: score cards on paper, the standings as a spreadsheet and as a picture."""

from csv import writer
from io import StringIO

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.books.spreadsheet import harmless
from referee.web.components.picture import picture_of
from referee.web.evenings.screen import EveningScreen
from referee.web.permissions import needs
from referee.web.services import evenings

pages = Blueprint("evening_results", __name__)
MOST_DRAWN = 16
"""The maximum number of lines of standings in a picture."""


@pages.get("/evenings/<int:evening_id>/cards")
@needs(Permission.WATCH)
def cards(evening_id: int) -> ResponseReturnValue:
    """Score cards of the latest round, to print for tables without a phone."""
    return render_template("evenings/cards.html", screen=EveningScreen(evenings().current(evening_id)))


@pages.get("/evenings/<int:evening_id>/standings.csv")
@needs(Permission.WATCH)
def standings(evening_id: int) -> ResponseReturnValue:
    """The standings as a spreadsheet."""
    text = StringIO()
    rows = writer(text, lineterminator="\r\n")
    current = evenings().current(evening_id)
    rounds = range(len(current.evening.rounds))
    of_rounds = [f"round {number + 1}" for number in rounds]
    rows.writerow(["place", "name", "rounds", "score", "won", "difference", "points", "handicap", *of_rounds])
    for line in current.standings:
        handicap = current.evening.handicaps.get(line.who, 0)
        numbers = [round(float(each), 3) if each % 1 else int(each)
                   for each in (line.earned, line.won, line.difference, line.points)]  # fmt: skip
        counts = line.rounds, *numbers, handicap
        each = ["out" if line.who in current.evening.rounds[number].out else line.by_round.get(number, "")
                for number in rounds]  # fmt: skip
        rows.writerow([line.place or "", harmless(" & ".join(line.who)), *counts, *each])
    name = f"evening-{evening_id}-{current.row.opened[:10]}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response("\ufeff" + text.getvalue(), mimetype="text/csv", headers=headers)


@pages.get("/evenings/<int:evening_id>/picture.svg")
@needs(Permission.WATCH)
def picture(evening_id: int) -> ResponseReturnValue:
    """The standings as a picture to share."""
    screen = EveningScreen(evenings().current(evening_id))
    lines = screen.current.standings
    drawn = {"lines": lines[:MOST_DRAWN], "more": len(lines[MOST_DRAWN:])}
    return picture_of("evenings", title=screen.setup.name, screen=screen, **drawn)
