"""The shapes of the actions in records of Hearts."""

from referee.games.hearts.actions import (
    MOST_HEARTS,
    SEATS,
    Choice,
    Demand,
    FaultKind,
    Irregular,
    MakeFault,
    Revoke,
    TakeLast,
)
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.values import CARD, member, seat
from referee.games.sittings.shapes import taken, usual_kinds

_SEAT = seat(SEATS)


def _fault_misshapen(action: MakeFault) -> str | None:
    if (action.card is not None) != (action.kind is FaultKind.EXPOSED):
        return "needs “card” if, and only if, a card was exposed"
    if action.due is not None and action.kind is not FaultKind.TURN:
        return "has “due”, which goes only with a card played out of turn"
    return None


def _demand_misshapen(action: Demand) -> str | None:
    is_play = action.choice is Choice.PLAY
    return None if (action.card is not None) == is_play else "needs “card” if, and only if, it must be played"


_USUAL = usual_kinds(_SEAT, "a trick has one from each player", taken(SEATS, MOST_HEARTS))
KINDS: Kinds = {
    "trick": _USUAL["trick"],
    "count": _USUAL["count"],
    "revoke": Kind(Revoke, {"player": _SEAT}, {"by": _SEAT}),
    "irregular": Kind(Irregular, {"short": _SEAT, "long": _SEAT}),
    "take-last": Kind(TakeLast, {"player": _SEAT}),
    "fault": Kind(
        MakeFault, {"kind": member(FaultKind), "player": _SEAT}, {"card": CARD, "due": _SEAT}, _fault_misshapen
    ),
    "demand": Kind(
        Demand, {"player": _SEAT, "by": _SEAT, "choice": member(Choice)}, {"card": CARD}, _demand_misshapen
    ),
    **_USUAL,
}
"""The types of action by name."""
