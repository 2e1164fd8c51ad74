"""Texts of the table's pages."""

from collections.abc import Iterator

from referee.games.karnoffel import talk
from referee.games.karnoffel.state import Match, Phase
from referee.games.kit.sides import other
from referee.web.sittings import races
from referee.web.tables.tricks import side_names


def recent(match: Match) -> Iterator[str]:
    """The latest events, newest first."""
    return races.recent(match, talk)


def last_trick(match: Match) -> Iterator[str]:
    """The trick that ended the last deal."""
    return races.last_trick(match, match.deals[-1], talk) if match.deals else iter(())


def awaited(match: Match) -> str:
    """The awaited entry, as a sentence."""
    if match.phase is Phase.CHOOSE:
        return "Which suit is chosen?"
    side = match.winner
    if side is None:
        return f"{match.player(match.expected_leader)} leads."
    return f"{side_names(match, side)} win the match, {match.score.of(side)}–{match.score.of(other(side))}."
