"""What a table of Havilering can put right and look up, beside what any table can."""

from collections.abc import Mapping

from flask import url_for

from referee.games.havilering.actions import Misdeal
from referee.games.havilering.match import faults
from referee.games.havilering.state import Match
from referee.match.current import CurrentMatch
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


def looks_up(current: CurrentMatch[Match]) -> list[tuple[str, str]]:
    """What is looked up: disputes, and the hands that may be looked back on."""
    hands = "The hand so far" if current.teaching else "Look back at a hand"
    return [
        ("Settle a dispute", url_for("havilering_disputes.dispute", match=current.id)),
        (hands, url_for("havilering.latest_hand", match_id=current.id)),
    ]
