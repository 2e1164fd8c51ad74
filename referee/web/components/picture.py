"""Pictures of scores, to share."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Response, render_template

from referee.english import plural

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


def picture_of(folder: str, **parts: Any) -> Response:
    """A picture to share, by the template of a folder."""
    return Response(render_template(f"{folder}/picture.svg", **parts), mimetype="image/svg+xml")
