"""The picture of a match's score, to share."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Response, render_template, request

from referee.web.components.race import RaceChart

MOST_GAMES = 7
"""How many games are drawn beside each other."""


@dataclass(frozen=True, slots=True)
class PictureSide:
    """A side in the picture."""

    names: Sequence[str]
    style: str
    """The style of its peg and line: `NS` or `EW`."""
    has_won: bool
    figure: int
    """Its games, or in a match of one game its points."""
    by_game: Sequence[int]
    """Its points in each game of a match of several."""


def picture(
    title: str,
    game: str,
    began: datetime,
    best_of: int,
    sides: Sequence[PictureSide],
    told: str,
    races: Sequence[RaceChart],
) -> Response:
    """The score so far as an SVG picture; `told` is the state of the match in words.

    With `part=course` in the address only the course of its games, the latest `MOST_GAMES`, if there are any.
    """
    drawn = render_template(
        "components/course.svg" if races and request.args.get("part") == "course" else "components/picture.svg",
        title=title,
        game=game,
        began=began,
        best_of=best_of,
        sides=sides,
        told=told,
        races=races[-MOST_GAMES:],
        race=races[-1] if races else None,
    )
    return Response(drawn, mimetype="image/svg+xml")
