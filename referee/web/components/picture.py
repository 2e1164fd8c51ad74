"""The picture of a match's score, to share."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from flask import Response, render_template
from markupsafe import Markup

from referee.english import plural
from referee.web.components.race import RaceChart, on_one_scale

MOST_GAMES = 7
"""The maximum number of games drawn side by side."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a side, or of a player alone: on the score sheet and in the picture."""

    names: Sequence[str]
    style: str
    """The style of its peg and line: `NS` or `EW`; empty for a single player."""
    has_won: bool
    figure: int | str
    """Its points, strokes or balance; after a match of several games, its games."""
    unit: str = ""
    """The unit of the figure: `point`; empty for a balance."""
    note: str = ""
    """In a match of several games, the number of games won; after the match, its points in each of the latest
    games."""


def in_games(side: Standing, games: int, by_game: Sequence[int], is_over: bool) -> Standing:
    """Return a side's standing in a match of several games."""
    if is_over:
        note = " · ".join(map(str, by_game[-MOST_GAMES:]))
        return replace(side, figure=games, unit="game", note=note)
    return replace(side, note=plural(games, "game"))


def picture(
    title: str,
    game: str,
    began: datetime,
    best_of: int,
    sides: Sequence[Standing],
    summary: str,
    races: Sequence[RaceChart],
) -> Response:
    """Draw the score so far as an SVG picture; `summary` is the state of the match in words."""
    drawn = render_template(
        "components/picture.svg",
        title=title,
        game=game,
        began=began,
        best_of=best_of,
        sides=sides,
        told=summary,
        race=races[-1] if races else None,
    )
    return Response(drawn, mimetype="image/svg+xml")


def course(races: Sequence[RaceChart]) -> Markup:
    """The course of the latest `MOST_GAMES` games, drawn on a page in its colours; empty if there are none."""
    return Markup(render_template("components/course.svg", races=on_one_scale(races[-MOST_GAMES:])) if races else "")
