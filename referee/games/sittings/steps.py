"""The transitions that every sitting has. Each takes an action that is allowed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from referee.chain import EMPTY
from referee.games.sittings.actions import Adjust, Count, Finish, Misdeal, Play, SittingSetup
from referee.games.sittings.state import Adjusted, Match, Misdealt, Phase, Trick

M = TypeVar("M", bound=Match[Any, Any])


def beginning(match: Callable[..., M], deal: Callable[..., Any]) -> Callable[[Any], M]:
    """Return a function that begins a match of these classes, given its setup."""

    def begin(setup: SittingSetup) -> M:
        nothing = (0,) * len(setup.seats)
        first = deal(number=1, dealer=setup.dealer, start=nothing)
        return match(setup, setup.started, Phase.PLAY, EMPTY.append(first), nothing)

    return begin


def usual_steps(winner: Callable[[Any, Play, str], str]) -> dict[type[Any], Callable[[Any, Any], Any]]:
    """Return the steps that most sittings have; `winner` returns the winner of a trick, given its leader."""
    return {
        Play: lambda match, action: played(match, action, winner),
        Count: counted,
        Misdeal: misdealt,
        Finish: finished,
    }


def with_deal(match: M, **changes: Any) -> M:
    """The match with changes to the deal in hand."""
    return replace(match, deals=match.deals.with_last(replace(match.deal, **changes)))


def recorded(match: M, event: Any, **changes: Any) -> M:
    """The match with one more event in the deal in hand, which begins it, and other changes to the deal."""
    return with_deal(match, recorded=match.deal.recorded.append(event), is_begun=True, **changes)


def played(match: M, action: Play, winner: Callable[[M, Play, str], str]) -> M:
    """Record a complete trick. After the last one, the deal waits to be settled."""
    leader = action.leader or match.expected_leader
    trick = Trick(len(match.deal.tricks) + 1, leader, action.cards, winner(match, action, leader))
    tricks = (*match.deal.tricks, trick)
    match = with_deal(match, tricks=tricks, is_begun=True)
    return replace(match, phase=Phase.SETTLE) if len(tricks) == match.setup.tricks else match


def counted(match: M, action: Count) -> M:
    """Record the counts of all players, which are then to be settled."""
    taken = tuple(action.taken[seat] for seat in match.setup.seats)
    return replace(with_deal(match, counted=taken, is_begun=True), phase=Phase.SETTLE)


def misdealt(match: M, action: Misdeal) -> M:
    """Void the deal; only its adjustments and misdeals remain."""
    void = match.deal
    lasting = (event for event in void.recorded if isinstance(event, Adjusted))
    fresh = type(void)(
        number=void.number,
        dealer=void.dealer if action.again else match.setup.left(void.dealer),
        start=void.start,
        misdeals=void.misdeals + 1,
        kept=void.kept.extend(lasting).append(Misdealt(void.dealer, action.again)),
    )
    return replace(match, deals=match.deals.with_last(fresh), phase=Phase.PLAY)


def adjusted(match: M, action: Adjust) -> M:
    """The table's correction is recorded. It does not begin the deal."""
    event = Adjusted(action.player, action.points, action.reason)
    return with_deal(match, recorded=match.deal.recorded.append(event))


def given(match: M, action: Adjust) -> M:
    """The table's correction moves points of one player only."""
    score = tuple(
        total + action.points * (seat == action.player) for seat, total in match.by_seat(match.score).items()
    )
    return replace(adjusted(match, action), score=score)


def finished(match: M, action: Finish) -> M:
    """The players stop."""
    return replace(match, phase=Phase.OVER)


def next_deal(match: M, settlement: Any) -> M:
    """The deal in hand is settled, everyone scores their gain or loss, and its dealer's left deals next."""
    deal = match.deal
    score = tuple(total + settlement.net[seat] for seat, total in match.by_seat(match.score).items())
    settled = match.deals.with_last(replace(deal, settlement=settlement))
    fresh = type(deal)(number=deal.number + 1, dealer=match.setup.left(deal.dealer), start=score)
    return replace(match, deals=settled.append(fresh), phase=Phase.PLAY, score=score)
