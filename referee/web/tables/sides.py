"""The pages of a game of two sides, and looking back at their matches, which are one race of them or several."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from referee.games.kit.races import Race
from referee.games.kit.sides import SIDES, ZERO, Pair
from referee.text import isolated
from referee.web.components.picture import Standing, in_games
from referee.web.components.race import RaceChart
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
        totals = [*steps, *([now] if steps and steps[-1] != now else [])]
        names = {side: " & ".join(map(isolated, match.partners(side))) for side in SIDES}
        race = Race(1, self.pages.wins(match), ZERO, [*enumerate(totals, 1)])
        return [RaceChart(race, names, len(totals) if match.winner else None)] if totals else []

    def standings(self, match: Any) -> list[Standing]:
        """Both sides with their totals."""
        _, now = self.race(match)
        return [Standing(match.partners(side), side, match.winner == side, now.of(side), self.unit) for side in SIDES]


class GamesHistory(History):
    """The views that look back at a match of games, each a race of two sides or two players."""

    sides: ClassVar[Sequence[str]] = SIDES
    total: ClassVar[str] = "score"
    """The totals at which a game was won."""

    @abstractmethod
    def races(self, match: Any) -> list[Race]:
        """The race of each game."""

    def charts(self, match: Any) -> list[RaceChart]:
        """The course of each game; above the target the points are being run."""
        names = dict(zip(SIDES, self.pages.sides(match), strict=True))
        races = self.races(match)
        return [RaceChart(race, names, race.won_at, runs=getattr(race.result, "ran", True)) for race in races]

    def standings(self, match: Any) -> list[Standing]:
        """Both sides with their points, and the games won in a match of several games."""
        rows = []
        for side, style in zip(self.sides, SIDES, strict=True):
            names, has_won = list(map(match.player, side)), match.winner == side
            stands = Standing(names, style, has_won, match.score.of(side), "point")
            if match.setup.rules.best_of > 1:
                by_game = [getattr(game, self.total).of(side) for game in match.games]
                stands = in_games(stands, match.games_won.of(side), by_game, match.winner is not None)
            rows.append(stands)
        return rows


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
