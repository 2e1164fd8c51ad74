"""Legality of actions. Rules 2.2, 3.1, 4.5, 4.6, 5.1 to 5.4, 6.2 and 7.1."""

from referee.english import plural
from referee.faults import Fault
from referee.games.hearts.actions import (
    Demand,
    FaultKind,
    Irregular,
    MakeFault,
    Revoke,
    TakeLast,
)
from referee.games.hearts.shapes import KINDS
from referee.games.hearts.state import Deal, Faulted, Match
from referee.games.kit.legality import Checks, Faults
from referee.games.sittings.actions import Adjust, Play
from referee.games.sittings.legality import BOTH, PLAY, USUAL, checked, trick_faults


def _trick(match: Match, action: Play) -> Faults:
    """Rules 2.2 and 4.6."""
    taker = match.deal.take_last
    if taker is not None:
        text = f"{match.player(taker)} takes the last trick, so this deal is counted: enter each player’s hearts."
        yield Fault("counted-deal", text)
    yield from trick_faults(match, action)


def _revoke(match: Match, action: Revoke) -> Faults:
    """Rule 6.3: a second revoke adds nothing."""
    name = match.player(action.player)
    if action.player in match.deal.revokers:
        text = f"{name}’s revoke is recorded in this deal already, and a second one adds nothing."
        yield Fault("revoke-twice", text, (action.player,))
    if action.by == action.player:
        yield Fault("own-claim", f"{name} cannot claim their own revoke: name who claims it.", (action.player,))


def _irregular(match: Match, action: Irregular) -> Faults:
    """Rule 4.5."""
    if action.short == action.long:
        yield Fault(
            "same-player", "Two players have irregular hands: name one with too few cards and one with too many."
        )


def _take_last(match: Match, action: TakeLast) -> Faults:
    """Rule 4.6."""
    taker = match.deal.take_last
    if taker is not None:
        text = f"{match.player(taker)} already has to take the last trick of this deal; only one player can."
        yield Fault("take-last-twice", text, (taker,))


def _fault(match: Match, action: MakeFault) -> Faults:
    """Rules 5.2 to 5.4."""
    setup, card = match.setup, action.card
    if action.kind is FaultKind.TURN and len(setup.seats) == 2:
        yield Fault("two-players", "With two players a card out of turn is a lead out of turn: choose that.")
    if card is not None and card not in setup.pack:
        yield Fault("not-in-pack", f"{card} is not in the pack of {len(setup.seats)} players.", (card.code,))
    if card is not None and card in match.deal.exposed:
        yield Fault("exposed-twice", f"{card} was exposed in this deal already.", (card.code,))
    if action.due in (action.player, setup.left(action.player)):
        text = "The player whose turn it was is neither the offender nor the one on the left, who led."
        yield Fault("wrong-due", text)


def _demand(match: Match, action: Demand) -> Faults:
    """Rule 5.1."""
    if answered(match.deal, action) is None:
        card = f" {action.card}" if action.card else ""
        text = (
            f"{match.player(action.player)} has committed no fault in this deal for which "
            f"{match.player(action.by)} may still demand that{card}."
        )
        yield Fault("no-such-demand", text)


def answered(deal: Deal, action: Demand) -> tuple[int, Faulted] | None:
    """Return the fault that a demand is for, with its place among the deal's recorded events.

    It is the oldest one without a demand that gives this player this choice. Rule 5.1.
    """
    fits = (
        (places.first, fault)
        for fault, places in deal.unanswered.items()
        if fault.player == action.player and action.by in fault.by
        if action.choice in fault.choices and fault.card is action.card
    )
    return min(fits, key=lambda pair: pair[0], default=None)


def _adjust(match: Match, action: Adjust) -> Faults:
    """Rule 7.1."""
    if match.pool < action.points:
        text = f"The pool holds {plural(match.pool, 'counter')}, so {action.points} cannot be taken from it."
        yield Fault("pool-too-small", text, (str(match.pool),))


_CHECKS: Checks = {
    **USUAL,
    Play: (PLAY, "a trick", _trick),
    Revoke: (BOTH, "a revoke", _revoke),
    Irregular: (BOTH, "irregular hands", _irregular),
    TakeLast: (PLAY, "who takes the last trick", _take_last),
    MakeFault: (PLAY, "a fault", _fault),
    Demand: (PLAY, "a demand", _demand),
    Adjust: (BOTH, "a correction", _adjust),
}
faults = checked(KINDS, _CHECKS)
"""All reasons why an action is not allowed now."""
