"""Things that may go wrong at a table of Havilering, beside those of any table."""

from collections.abc import Mapping

from referee.games.havilering.actions import Misdeal
from referee.games.havilering.match import faults
from referee.games.havilering.state import Match
from referee.web.tables.pages import Choice, Step

WRONGS = (
    Choice("Somebody else leads", page="havilering_rulings.leader", hint="A lead out of turn that you let stand"),
    Choice(
        "Record a ruling", page="havilering_rulings.ruling", hint="Give or take points, or just record a decision"
    ),
    Choice("The wooden board is right", page="havilering_rulings.pegs", hint="Set the totals by its pegs"),
    Choice("Misdeal", query={"what": "misdeal"}, hint="The hand does not count, and is dealt again"),
)
"""The choices of the first page of "Something wrong?"."""


def wrong(match: Match, given: Mapping[str, str]) -> Step | None:
    """The question whether the hand is dealt again; None if it cannot be."""
    if given["what"] != "misdeal" or faults(match, Misdeal()):
        return None
    lead = f"{match.player(match.dealer)} deals this hand again. Its points so far are removed."
    return Step("Misdeal", lead, rule="9.1", choices=[Choice("Deal this hand again", do="misdeal")])
