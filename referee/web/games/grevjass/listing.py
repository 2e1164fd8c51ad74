"""A match as a row of a list."""

from referee.web.tables.listing import SidesRow


class GrevjassRow(SidesRow):
    """A match of Grevjass as a row of a list, with the strokes on the slate."""

    @property
    def in_play(self) -> str:
        """The game and the deal."""
        return f"Game {self.match.game} · {super().in_play}"
