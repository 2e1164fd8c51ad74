"""The shapes of actions and setups in Hearts records. Rules 1.1 and 3.11."""

from collections.abc import Mapping
from typing import Any

from referee.fields import FieldReader
from referee.games.hearts.actions import (
    MOST_HEARTS,
    SEATS,
    Choice,
    Demand,
    FaultKind,
    Irregular,
    MakeFault,
    Revoke,
    Rules,
    Settling,
    Setup,
    TakeLast,
)
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.values import CARD, TRUTH, Value, member, seat
from referee.games.sittings.actions import taken, usual_kinds

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


FEWEST = 2
_VALUES: dict[str, Value[Any]] = {"settling": member(Settling), "odd_jack": TRUTH}

RULES = rules_format(Rules(), _VALUES)
_OF_TWO = rules_format(Rules(Settling.HOWELL), _VALUES)


class _SetupFormat(SetupFormat[Setup]):
    """The format of setups, with a seat for each player, and rules that depend on their number."""

    __slots__ = ()

    def seats_of(self, players: object) -> Mapping[str, str]:
        """The first two to six seats, without a gap; any other seats are faults."""
        number = len(players) if isinstance(players, dict) else len(SEATS)
        return {seat: seat for seat in SEATS[: min(max(number, FEWEST), len(SEATS))]}

    def rules_of(self, reader: FieldReader, data: object, players: Mapping[Any, str]) -> Rules:
        """Read the rules; two players always settle by Howell."""
        of_two = len(players) == FEWEST
        rules = (_OF_TWO if of_two else RULES).noted(reader, data)
        if of_two and rules.settling is Settling.SWEEPSTAKE:
            reader.fail("rules.settling", "is not howell, and two players cannot play Sweepstake")
        return rules


SETUPS = _SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)
