"""Texts of the table's pages."""

from collections.abc import Iterator

from referee.games.karnoffel import talk
from referee.games.karnoffel.state import Match, Phase
from referee.games.sittings.race_texts import ended_text
from referee.web.sittings import races


def recent(match: Match) -> Iterator[str]:
    """The latest events, newest first."""
    return races.recent(match, talk)


def awaited(match: Match) -> str:
    """The awaited entry, as a sentence."""
    if match.phase is Phase.CHOOSE:
        return "Which suit is chosen?"
    return f"{match.player(match.expected_leader)} leads." if match.phase is Phase.PLAY else ended_text(match)
