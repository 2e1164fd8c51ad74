"""The pages of a game of two sides, and looking back at a match that is one race of them."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from referee.games.kit.sides import SIDES, ZERO, Pair
from referee.web.components.picture import Standing
from referee.web.components.race import RaceChart, race_of_sides
from referee.web.tables.history import History
from referee.web.tables.listing import SidesRow
from referee.web.tables.pages import TablePages


class SidesHistory(History):
    """The views that look back at a match of two sides."""

    unit: ClassVar[str] = "deal"
    """The word for a thing that the sides win."""

    @abstractmethod
    def race(self, match: Any) -> tuple[Sequence[Pair], Pair]:
        """The totals of both sides after each step, and their totals now."""

    def charts(self, match: Any) -> list[RaceChart]:
        """The totals after each step, and the current ones if the table has changed them since."""
        steps, now = self.race(match)
        course = [ZERO, *steps, *([now] if steps and steps[-1] != now else [])]
        names = {side: match.partners(side) for side in SIDES}
        chart = race_of_sides(course, names, self.pages.wins(match), match.winner is not None)
        return [chart] if chart else []

    def standings(self, match: Any) -> list[Standing]:
        """Both sides with their totals."""
        _, now = self.race(match)
        return [Standing(match.partners(side), side, match.winner == side, now.of(side), self.unit) for side in SIDES]


class SidesPages(TablePages):
    """The pages of a game of two sides, whose styles and script have the name of its folder."""

    who = "Partners sit opposite each other. Each draws a card, and the lowest deals first"
    row_class = SidesRow
    texts: Any
    """The module of the game's texts: its `recent` are the latest events, its `last_trick` is the one that
    ended a deal, and its `awaited` is what comes next."""

    def __init__(self) -> None:
        super().__init__()
        own = f"{self.name}/table.css"
        self.look, self.script = f"sitting {self.name}", f"{self.name}/table.js"
        self.styles, self.entry_styles = (*TablePages.styles, "sittings/sittings.css", own), (own,)
