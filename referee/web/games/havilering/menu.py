"""Things that can go wrong at a table of Havilering, in addition to those at any table."""

from collections.abc import Mapping

from referee.games.havilering.actions import Misdeal
from referee.games.havilering.match import faults
from referee.games.havilering.state import Match
from referee.web.tables.pages import Choice, Step

WRONGS = (
    Choice(
        "The wrong player leads",
        page="havilering_rulings.leader",
        hint="A lead out of turn, or a trick that was mis-tapped",
    ),
    Choice("Wrong score", page="havilering_rulings.pegs", hint="Set the totals to the pegs of the wooden board"),
    Choice("Misdeal", query={"what": "misdeal"}, hint="The hand does not count, and is dealt again"),
    Choice(
        "Revoke", page="havilering_rulings.ruling", query={"about": "Revoke"}, hint="Somebody did not follow suit"
    ),
    Choice("Another ruling", page="havilering_rulings.ruling", hint="With points, or only what was decided"),
)
"""The choices of the first page of "Something wrong?"."""


def wrong(match: Match, inputs: Mapping[str, str]) -> Step | None:
    """The question of whether the hand is dealt again; None if it cannot be."""
    if inputs["what"] != "misdeal" or faults(match, Misdeal()):
        return None
    lead = f"{match.player(match.dealer)} deals this hand again. Its points so far are taken off."
    return Step("Misdeal", lead, rule="9.1", choices=[Choice("Deal this hand again", do="misdeal")])
