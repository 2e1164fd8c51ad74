"""What may go wrong at a table of Havilering, beside what may at any table."""

from collections.abc import Mapping

from referee.games.havilering.actions import Misdeal
from referee.games.havilering.match import faults
from referee.games.havilering.state import Match
from referee.web.tables.pages import Choice, Step

WRONGS = (
    Choice("Somebody else leads", page="havilering_rulings.leader"),
    Choice("Record a ruling", page="havilering_rulings.ruling"),
    Choice("The wooden board is right", page="havilering_rulings.pegs"),
    Choice("Misdeal", query={"what": "misdeal"}),
)
"""What may go wrong, as the first page of "Something wrong?" lists it."""


def wrong(match: Match, given: Mapping[str, str]) -> Step | None:
    """The question whether the hand is dealt again; None if it cannot be."""
    if given["what"] != "misdeal" or faults(match, Misdeal()):
        return None
    lead = f"{match.player(match.dealer)} deals this hand again. What it has brought so far is taken back."
    return Step("Misdeal", lead, rule="9.1", choices=[Choice("Deal this hand again", do="misdeal")])
