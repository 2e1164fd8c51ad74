"""The page: the app's own templates and styles, with made-up players and cards."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from flask import Flask, Response, render_template
from jinja2 import ChoiceLoader, FileSystemLoader

from referee.books.permissions import Permission
from referee.cards import read_card, read_cards
from referee.games.karnoffel.actions import PACKS
from referee.games.karnoffel.tricks import NAMES as POWERS
from referee.web.components.pegboard import board
from referee.web.components.picking import PAD, pad_of
from referee.web.components.picture import Standing, in_games
from referee.web.components.seating import Seating
from referee.web.games.grevjass.texts import slate
from referee.web.permissions import needs
from referee.web.services import game_pages
from referee.web.tables.screen import Moment

HOME = Path(__file__).parent
STYLE = HOME.parent.parent / "static" / "core" / "style.css"
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
SIZES = (".66", ".72", ".82", ".9", "1", "1.1", "1.35", "1.55", "1.9", "2.5")
"""The scale of sizes, in rem."""


def colours() -> list[str]:
    """The names of the colours."""
    return list(dict.fromkeys(re.findall(r"--([a-z-]+): #", STYLE.read_text())))


def cross(**more: Any) -> Any:
    """Partners opposite each other."""
    seats = dict(zip("NESW", NAMES, strict=False))
    sides = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
    seating = Seating(names=seats, sides=sides, order="NESW", dealer="W", **({"leader": "N"} | more))
    return screen(seating, "havilering")


def round_table(players: int, **more: Any) -> Any:
    """Everyone alone."""
    seats = "123456"[:players]
    figures = dict(zip(seats, ("+12", "−5", "0", "−7", "+103", "−48"), strict=False))
    changes = dict(zip(seats, ("+5", "−1", "0", "−4", "+2", "−2"), strict=False)) if players == 3 else {}
    names = dict(zip(seats, NAMES, strict=False))
    seating = Seating(
        names=names, order=seats, dealer=seats[-1], leader="1", figures=figures, changes=changes, **more
    )
    return screen(seating, "hearts" if players > 2 else "humbug-whist")


def screen(seating: Seating, game: str) -> Any:
    """The attributes of a screen that the templates use."""
    down = tuple(read_card(code) for code in seating.tapped.values() if code and not code.isdecimal())
    draft = SimpleNamespace(down=down)
    return SimpleNamespace(seating=seating, draft=draft, can_untap=True, moment=None, pages=game_pages(game))


def after(title: str, line: str, *numbers: object) -> Any:
    """The end of a hand."""
    sides = [("NS", "Ann & Cat", numbers[0]), ("EW", "Bob & Dan", numbers[1])]
    return SimpleNamespace(moment=Moment(title, sides, line))


def standings() -> list[list[Standing]]:
    """A match of several games that is over, one in play, and a sitting."""
    pairs = [(["Ann", "Cat"], "NS", True, 63), (["Bob", "Dan"], "EW", False, 39)]
    over = [in_games(Standing(*side, "point"), games, (62, 43, 63), True)
            for side, games in zip(pairs, (2, 1), strict=True)]  # fmt: skip
    sitting = [Standing([name], "", name == "Ann", figure)
               for name, figure in zip(NAMES, ("+12", "−5", "−7"), strict=False)]  # fmt: skip
    return [over, [in_games(Standing(*side, "point"), 1, (), False) for side in pairs], sitting]


def add(app: Flask) -> None:
    """Add the page to an app, at `/styleguide`."""
    loader = app.jinja_env.loader
    assert loader is not None
    app.jinja_env.loader = ChoiceLoader([loader, FileSystemLoader(HOME)])

    @app.get("/styleguide")
    @needs(Permission.STRANGER)
    def styleguide() -> str:
        past = dict(zip("NESW", read_cards("4H 2H 3H 9H"), strict=True))
        target = board(121)
        return render_template(
            "page.html",
            colours=colours(),
            sizes=SIZES,
            pad=PAD,
            named=pad_of(PACKS[48]),
            names=POWERS,
            cards=read_cards("AS KH TD 2C"),
            crosses=[cross(next="N"), cross(tapped={"N": "7S", "E": "AS"}, next="S"),
                     cross(past=past, winner="W", leader="W"), cross(past=past, winner="W", leads="led")],
            rounds=[round_table(2, next="1"), round_table(3), round_table(4, tapped={"1": "3", "2": "0"}, next="3"),
                    round_table(5), round_table(6)],
            moments=[after("Points in hand 3", "Dan deals, Ann leads.", 19, 38),
                     after("Game 2 to Ann & Cat", "Bob deals, Cat leads.", 121, 88)],
            board=target,
            pegs=target.drawn([("NS", 84, 97), ("EW", 60, 121)]),
            slates=[slate(strokes) for strokes in (0, 3, 7)],
            standings=standings(),
            figures=[SimpleNamespace(name="Matches won", value="2 of 3", note="67%"),
                     SimpleNamespace(name="Points a hand", value="24.9", note="")],
        )  # fmt: skip

    @app.get("/styleguide.css")
    @needs(Permission.STRANGER)
    def style() -> Response:
        rules = [f".is-{name} {{ background: var(--{name}); }}" for name in colours()]
        rules += [f".size-{at} {{ font-size: {size}rem; }}" for at, size in enumerate(SIZES)]
        return Response("\n".join([*rules, (HOME / "page.css").read_text()]), mimetype="text/css")
