"""Things that may go wrong at a table of Havilering, beside those of any table."""

from collections.abc import Mapping

from referee.games.havilering.actions import Misdeal
from referee.games.havilering.match import faults
from referee.games.havilering.state import Match
from referee.web.tables.pages import Choice, Step

WRONGS = (
    Choice("Somebody else leads", page="havilering_rulings.leader", hint="A lead out of turn that you let stand"),
    Choice(
        "Record a ruling", page="havilering_rulings.ruling", hint="Points given or taken, or only what was decided"
    ),
    Choice("The wooden board is right", page="havilering_rulings.pegs", hint="The totals go where its pegs stand"),
    Choice("Misdeal", query={"what": "misdeal"}, hint="The hand does not count, and is dealt again"),
)
"""The choices of the first page of "Something wrong?"."""


def wrong(match: Match, given: Mapping[str, str]) -> Step | None:
    """The question whether the hand is dealt again; None if it cannot be."""
    if given["what"] != "misdeal" or faults(match, Misdeal()):
        return None
    lead = f"{match.player(match.dealer)} deals this hand again. What it has brought so far is taken back."
    return Step("Misdeal", lead, rule="9.1", choices=[Choice("Deal this hand again", do="misdeal")])
