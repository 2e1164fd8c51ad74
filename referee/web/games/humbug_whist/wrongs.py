"""Humbug Whist: what may go wrong at the table, question by question."""

from collections.abc import Callable, Mapping

from referee.games.humbug_whist.actions import SEATS
from referee.games.humbug_whist.state import Match, Phase
from referee.web.tables.pages import Choice, Step

Given = Mapping[str, str]


def first(match: Match) -> list[Choice]:
    """The kinds, as far as they can be recorded now."""
    if match.phase is Phase.OVER:
        return []
    kinds = {
        "revoke": "Revoke",
        "lead": "Led out of turn",
        "misdeal": "Misdeal",
        "adjust": "A ruling: units",
        **({"finish": "Finish the sitting"} if match.phase is Phase.PLAY else {}),
    }
    return [Choice(words, query={"what": what}) for what, words in kinds.items()]


def step(match: Match, given: Given) -> Step | None:
    """The next question about one of them; None if there is none."""
    asked = _STEPS.get(given.get("what", ""))
    return asked(match) if asked else None


def _revoke(match: Match) -> Step:
    """Rules 4.1 to 4.3."""
    lead = (
        "Put right before the trick is turned it costs nothing: change the card. Later three tricks go to the other, "
        "once the deal is played. Each revoke counts."
    )
    choices = [Choice(match.player(seat), f"revoke player={seat}") for seat in SEATS]
    return Step("Who revoked?", lead, "4.2", choices)


def _lead(match: Match) -> Step:
    """Rule 4.5."""
    lead = (
        "If the other has played to it, it stands: say who led when its cards are tapped. Otherwise it is taken "
        "back. There is no penalty, and nothing to record."
    )
    return Step("Led out of turn", lead, "4.5")


def _misdeal(match: Match) -> Step:
    """Rules 4.6 and 4.7."""
    dealer, other = match.deal.dealer, match.setup.left(match.deal.dealer)
    agreed = "The deal has been played: do both agree that it is void? " if match.phase is Phase.SETTLE else ""
    lead = f"{agreed}The same player deals again if the other disturbed the deal, or if both agree."
    choices = [
        Choice(f"Void: {match.player(other)} deals", "misdeal"),
        Choice(f"Void: {match.player(dealer)} deals again", "misdeal again=true"),
    ]
    return Step("Misdeal", lead, "4.6", choices)


def _adjust(match: Match) -> Step:
    """Rule 4.8."""
    return Step("A ruling: units", "", "4.8", adjusts=True)


def _finish(match: Match) -> Step:
    """Rule 3.4."""
    lead = "The totals stand. Undo opens the match again."
    return Step("Finish the sitting", lead, "3.4", [Choice("Yes, we stop here", "finish")])


_STEPS: dict[str, Callable[[Match], Step]] = {
    "revoke": _revoke,
    "lead": _lead,
    "misdeal": _misdeal,
    "adjust": _adjust,
    "finish": _finish,
}
