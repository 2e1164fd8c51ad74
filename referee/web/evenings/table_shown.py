"""A table of a round, as pages show it."""

from dataclasses import dataclass

from referee.evenings.actions import Score


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a round."""

    round: int
    number: int
    """From 0, like the round."""
    label: int
    """The number shown on it."""
    sides: list[list[str]]
    scores: tuple[Score, ...] | None
    progress: str
    match_id: int | None
    """None if its match is in the bin."""
    is_over: bool
    by_hand: bool
    is_open: bool = False
    """True if it has no result; it may be in a past round."""
    has_begun: bool = False
    """True if something was entered in its match."""
    others: str = ""
    """The players there, if not the people seated: the result is theirs only if the secretary decides so."""
    would_count: tuple[Score, ...] | None = None
    """The score of their match, in the places of the players who were seated; None while they play the round, or if
    more or fewer play."""

    @property
    def id(self) -> str:
        """Its place on the page."""
        return f"table-{self.round + 1}-{self.number + 1}"

    @property
    def at(self) -> str:
        """Its place in the evening, as named by buttons."""
        return f"{self.round}.{self.number}"

    @property
    def asks_for_winner(self) -> bool:
        """True if one tap on a side can record that it has won."""
        return not (self.is_over or self.has_begun or len(self.sides) > 2)

    def typed(self, side: int) -> str:
        """The points of a side from paper; empty if there are none, or only the winner is known."""
        known = self.scores if self.by_hand and self.scores and any(score.points for score in self.scores) else None
        return str(known[side].points) if known else ""

    def result(self, side: int) -> str:
        """The result of a side: its points, or only that it has won."""
        if self.scores is None:
            return "–"
        if not any(score.points for score in self.scores) and any(score.games for score in self.scores):
            return "won" if self.scores[side].games else "lost"
        return str(self.scores[side].points).replace("-", "−")
