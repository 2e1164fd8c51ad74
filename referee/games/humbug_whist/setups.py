"""The setup of a sitting as plain data for JSON. Rule 1.1."""

from referee.games.humbug_whist.actions import SEATS, Rules, Setup
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.values import TRUTH, number

STAKES, DEALS = range(1, 1001), range(1000)

RULES = rules_format(Rules(), {"stake": number(STAKES), "deals": number(DEALS), "last_trick": TRUTH})
SETUPS = SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)
