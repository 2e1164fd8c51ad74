"""Consequences of a correction: actions that it misplaces, and those that follow from a corrected setup."""

from collections.abc import Iterator

from referee.faults import Fault
from referee.games.cribbage.actions import Action, Claim, Crib, Go, Hand, Muggins, NextDeal, Play, Reply, Setup
from referee.games.cribbage.legality import is_awaited
from referee.games.cribbage.show import true_count
from referee.games.cribbage.state import Match, Phase
from referee.games.edits import Transition
from referee.games.game import Implied


def within_its_deal(done: Transition[Match, Action], now: Match) -> Iterator[Fault]:
    """Yield the reasons why an untouched action is misplaced in the match `now`, even within the same deal.

    A card or a go belongs to its player, as the dealer or the other one, since the first dealer may be corrected; a
    count or a call to the hand it was about, and an answer to the false go.
    """
    was, action = done.before, done.action
    if not is_awaited(now, action):
        return  # The rules say why.
    if isinstance(action, Play | Go) and was.turn and now.turn and _plays_as_dealer(was) != _plays_as_dealer(now):
        text = f"It was {was.player(was.turn)}’s turn, and now it is {now.player(now.turn)}’s."
        yield Fault("other-player", text, (now.turn,))
    elif isinstance(action, Hand | Crib | Claim | Muggins) and len(was.deal.counted) != len(now.deal.counted):
        yield Fault("other-count", "It belongs to another hand or crib.")
    elif (
        isinstance(action, Reply)
        and was.deal.open_false_go
        and now.deal.open_false_go
        and was.deal.open_false_go != now.deal.open_false_go
    ):
        yield Fault("other-false-go", "It was the answer to another false go.")


def _plays_as_dealer(match: Match) -> bool:
    return match.turn == match.deal.dealer


def _missing(match: Match, action: Action) -> Action | None:
    """Return the action that Muggins needs before one entered without it: a right claim, or the next deal."""
    if match.phase is Phase.CLAIM and not isinstance(action, Claim):
        return Claim(true_count(match, match.to_claim).points)
    if match.phase is Phase.DEAL_OVER and not isinstance(action, Muggins | NextDeal):
        return NextDeal()
    return None


IMPLIED: Implied[Setup, Match, Action] = Implied(
    follows=lambda before, after: before.rules.muggins is not after.rules.muggins,
    missing=_missing,
    kinds=(Claim, Muggins, NextDeal),
)
