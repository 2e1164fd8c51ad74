"""Consequences of a correction: actions that it misplaces (9.2), and those that follow from a corrected setup."""

from collections.abc import Iterator, Sequence

from referee.faults import Fault
from referee.games.edits import DealTracker, Placed, Transition
from referee.games.game import Implied
from referee.games.havilering.actions import Action, Claim, Muggins, NextDeal, Play, Setup
from referee.games.havilering.state import Match, Phase
from referee.games.kit.sides import places_after


class HandTracker(DealTracker[Match]):
    """Follows a match through its corrected log.

    An action belongs to its hand and deal; a claim or a call also to its trick, and an answer to the player who was
    asked, as seen from the dealer, since the first dealer may be corrected. An action that an edit added or kept is
    never misplaced.
    """

    def __init__(self, transitions: Sequence[Transition[Match, Action]]) -> None:
        self._deals: list[int] = []
        """For each action before the edits, the number of the latest misdeal in its hand, or 0."""
        self._tricks: list[int] = []
        """For each action before the edits, the number of the trick before it."""
        deal = trick = 0
        for each in transitions:
            deal = 0 if each.before.in_hand == 0 and not each.before.deal else deal
            self._deals.append(deal)
            self._tricks.append(trick)
            deal = each.number if each.after.misdeals is not each.before.misdeals else deal
            trick = each.number if isinstance(each.action, Play) else trick
        self._trick = 0
        self._dealt: list[int] = []
        """The tricks of the current deal, by their numbers before the edits."""

    def accept(self, placed: Placed, after: Match) -> None:
        """Record an action that fits, and the match after it."""
        if isinstance(placed.action, Play):
            self._trick = placed.source
            if placed.source and not (placed.edit and placed.edit.actions is None):
                self._dealt.append(placed.source)
        if after.in_hand == 0:
            self._dealt.clear()

    def faults(self, transition: Transition[Match, Action], now: Match) -> Iterator[Fault]:
        """Yield the reasons why an untouched action is misplaced in the match `now`."""
        was, deal = transition.before, self._deals[transition.number - 1]
        is_about_a_trick = isinstance(transition.action, Claim | Muggins)
        if was.hand != now.hand:
            text = f"It belongs to hand {was.hand}, and this is hand {now.hand}."
            yield Fault("other-hand", text, (str(was.hand), str(now.hand)))
        elif any(self._deals[number - 1] != deal for number in self._dealt):
            yield Fault("other-deal", f"It belongs to another deal of hand {was.hand}.", (str(was.hand),))
        elif is_about_a_trick and self._tricks[transition.number - 1] != self._trick:
            yield Fault("other-trick", "It belongs to a different trick from the one before it now.")
        elif was.answerer and now.answerer and _from_dealer(was, was.answerer) != _from_dealer(now, now.answerer):
            text = f"It was {was.player(was.answerer)}’s answer, and now {now.player(now.answerer)} is asked."
            yield Fault("other-asked", text, (now.answerer,))


def _from_dealer(match: Match, seat: str) -> int:
    """Count the places from the dealer's seat clockwise to a seat."""
    return places_after(seat, match.dealer)


def _missing(match: Match, action: Action) -> Action | None:
    """Return the action that Muggins needs before one entered without it: a claim of all, or the next deal."""
    if match.phase is Phase.CLAIM and not isinstance(action, Claim):
        return Claim(match.tricks[-1].score.items)
    if match.phase is Phase.HAND_OVER and not isinstance(action, Muggins | NextDeal):
        return NextDeal()
    return None


IMPLIED: Implied[Setup, Match, Action] = Implied(
    follows=lambda before, after: before.rules.muggins is not after.rules.muggins,
    missing=_missing,
    kinds=(Claim, Muggins, NextDeal),
)
