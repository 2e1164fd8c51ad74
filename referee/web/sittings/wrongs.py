"""What may go wrong at the table of every sitting, question by question."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from referee.games.sittings.state import Match, Phase
from referee.web.tables.pages import Choice, Step

AnyMatch = Match[Any, Any]
Steps = Mapping[str, Callable[[Any, Mapping[str, str]], Step]]
"""The questions by their names in addresses."""


def first(match: AnyMatch, ruling: str, kinds: Mapping[str, str] | None = None) -> list[Choice]:
    """The kinds, as far as they can be recorded now; a game's own `kinds` come first, by the names of their steps.

    `ruling` are the words of what the table may move.
    """
    if match.phase is Phase.OVER:
        return []
    usual = {"misdeal": "Misdeal", "adjust": ruling}
    finish = {"finish": "Finish the sitting"} if match.phase is Phase.PLAY else {}
    return [Choice(words, query={"what": what}) for what, words in {**(kinds or {}), **usual, **finish}.items()]


def step(match: AnyMatch, given: Mapping[str, str], ruling: str, own: Steps | None = None) -> Step | None:
    """The next question about one of them; None if there is none."""
    usual: Steps = {"misdeal": misdeal, "adjust": partial(adjust, ruling=ruling), "finish": finish}
    asked = {**usual, **(own or {})}.get(given.get("what", ""))
    return asked(match, given) if asked else None


def void_keys(match: AnyMatch) -> list[Choice]:
    """The keys that record a void deal."""
    dealer, left = match.deal.dealer, match.setup.left(match.deal.dealer)
    return [
        Choice(f"Void: {match.player(left)} deals", "misdeal"),
        Choice(f"Void: {match.player(dealer)} deals again", "misdeal again=true"),
    ]


def misdeal(match: AnyMatch, given: Mapping[str, str]) -> Step:
    """A deal that is void."""
    agreed = "The deal has been played: do all agree that it is void? " if match.phase is Phase.SETTLE else ""
    return Step("Misdeal", f"{agreed}What was entered of it does not count.", choices=void_keys(match))


def adjust(match: AnyMatch, given: Mapping[str, str], ruling: str, rule: str = "") -> Step:
    """Points that the table moves."""
    return Step(ruling, "", rule, adjusts=True)


def finish(match: AnyMatch, given: Mapping[str, str]) -> Step:
    """The players stop."""
    lead = "The totals stand. Undo opens the match again."
    return Step("Finish the sitting", lead, choices=[Choice("Yes, we stop here", "finish")])
