"""Questions about things that may go wrong at the table of every sitting."""

from collections.abc import Callable, Container, Mapping
from functools import partial
from typing import Any

from referee.games.sittings.state import Match, Phase
from referee.web.tables.pages import Choice, Step

AnyMatch = Match[Any, Any]
Steps = Mapping[str, Callable[[Any, Mapping[str, str]], Step]]
"""The questions by their names in addresses."""


Kinds = Mapping[str, tuple[str, str]]
"""Labels of the things that may have gone wrong, with a few words on each, by the names of the steps."""


def first(match: AnyMatch, kinds: Kinds | None = None, in_play: Container[str] = ()) -> list[Choice]:
    """Return the kinds that can be recorded now; a game's own `kinds` come first.

    The kinds in `in_play` are offered only while cards are played.
    """
    if match.phase is Phase.OVER:
        return []
    usual = {"adjust": ("Wrong score", "A ruling: give or take"), "misdeal": ("Misdeal", "The deal does not count")}
    choices = {**(kinds or {}), **usual, "finish": ("Finish the sitting", "The balances stand")}
    if match.phase is not Phase.PLAY:
        choices = {what: choice for what, choice in choices.items() if what not in in_play and what != "finish"}
    return [Choice(words, query={"what": what}, hint=hint) for what, (words, hint) in choices.items()]


def step(match: AnyMatch, inputs: Mapping[str, str], ruling: str, own: Steps | None = None) -> Step | None:
    """The next question about one kind; None if there is none."""
    usual: Steps = {"misdeal": misdeal, "adjust": partial(adjust, ruling=ruling), "finish": finish}
    step_of_kind = {**usual, **(own or {})}.get(inputs.get("what", ""))
    return step_of_kind(match, inputs) if step_of_kind else None


def void_keys(match: AnyMatch) -> list[Choice]:
    """The keys that record a void deal."""
    dealer, left = match.deal.dealer, match.setup.left(match.deal.dealer)
    return [
        Choice(f"Void: {match.player(left)} deals", "misdeal"),
        Choice(f"Void: {match.player(dealer)} deals again", "misdeal again=true"),
    ]


def misdeal(match: AnyMatch, inputs: Mapping[str, str]) -> Step:
    """The ruling that a deal is void."""
    agreed = "The deal has been played: do all agree that it is void? " if match.phase is Phase.SETTLE else ""
    return Step("Misdeal", f"{agreed}What was entered of it does not count.", choices=void_keys(match))


def adjust(match: AnyMatch, inputs: Mapping[str, str], ruling: str, rule: str = "") -> Step:
    """Points that the table moves."""
    return Step(ruling, "", rule, adjusts=True)


def finish(match: AnyMatch, inputs: Mapping[str, str]) -> Step:
    """The players stop."""
    lead = "The totals stand. Undo reopens the match."
    return Step("Finish the sitting", lead, choices=[Choice("Yes, we stop here", "finish")])
