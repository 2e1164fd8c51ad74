"""The setup of a match as plain data for JSON: players, first dealer, time of opening, rules."""

from referee.games.cribbage.actions import Rules, Setup
from referee.games.cribbage.seats import SEAT_NAMED
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.values import TRUTH, number

TARGETS, MATCH_LENGTHS, WORTHS, FALSE_GO = range(11, 1001), range(1, 100, 2), range(1, 10), range(10)

RULES = rules_format(
    Rules(),
    {
        "target": number(TARGETS),
        "best_of": number(MATCH_LENGTHS),
        "muggins": TRUTH,
        "skunk": number(WORTHS),
        "lurch": number(WORTHS),
        "double_lurch": number(WORTHS),
        "doubles_count": TRUTH,
        "false_go": number(FALSE_GO),
    },
)
SETUPS = SetupFormat(Setup, SEAT_NAMED, RULES)
