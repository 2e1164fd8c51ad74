"""The setup of a sitting as plain data for JSON. Rules 1.1 and 3.11."""

from collections.abc import Mapping
from typing import Any

from referee.fields import FieldReader
from referee.games.hearts.actions import SEATS, Rules, Settling, Setup
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.values import TRUTH, Value, member

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
