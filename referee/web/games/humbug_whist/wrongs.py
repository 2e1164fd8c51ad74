"""Humbug Whist: questions about things that may go wrong at the table."""

from collections.abc import Mapping

from referee.games.humbug_whist.actions import SEATS
from referee.games.humbug_whist.state import Match, Phase
from referee.web.sittings import wrongs
from referee.web.tables.pages import Choice, Step

Given = Mapping[str, str]
KINDS = {
    "revoke": ("Revoke", "A suit was not followed"),
    "lead": ("Led out of turn", "If the other has played to it, it stands"),
}


def _revoke(match: Match, inputs: Given) -> Step:
    """Rules 4.1 to 4.3."""
    lead = (
        "Corrected before the trick is turned, it costs nothing. Later, three tricks go to the other player once the "
        "deal is played. Each revoke counts."
    )
    choices = [Choice(match.player(seat), f"revoke player={seat}") for seat in SEATS]
    return Step("Who revoked?", lead, "4.2", choices)


def _lead(match: Match, inputs: Given) -> Step:
    """Rule 4.5."""
    lead = (
        "If the other player has followed, the lead stands: choose who led when you tap the "
        "cards. Otherwise it is withdrawn. There is no penalty."
    )
    return Step("Led out of turn", lead, "4.5")


def _misdeal(match: Match, inputs: Given) -> Step:
    """Rules 4.6 and 4.7."""
    agreed = "The deal has been played: do both agree that it is void? " if match.phase is Phase.SETTLE else ""
    lead = f"{agreed}The same player deals again if the other disturbed the deal, or if both agree."
    return Step("Misdeal", lead, "4.6", wrongs.void_keys(match))


def _adjust(match: Match, inputs: Given) -> Step:
    """Rule 4.8."""
    return Step("A ruling: units", "", "4.8", adjusts=True)


def _finish(match: Match, inputs: Given) -> Step:
    """Rule 3.4."""
    lead = "The totals stand. Undo reopens the match."
    return Step("Finish the sitting", lead, "3.4", [Choice("Yes, we stop here", "finish")])


STEPS: wrongs.Steps = {
    "revoke": _revoke,
    "lead": _lead,
    "misdeal": _misdeal,
    "adjust": _adjust,
    "finish": _finish,
}
