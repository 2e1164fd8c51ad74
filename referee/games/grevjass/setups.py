"""The setup of a match as plain data for JSON. Rule 1.1."""

from referee.games.grevjass.actions import Claims, Rules, Setup, Stikk
from referee.games.kit.rounds import Rounds
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.sides import SEATS
from referee.games.kit.values import member, number

STROKES = range(1, 101)

RULES = rules_format(Rules(), {"strokes": number(STROKES), "claims": member(Claims), "stikk": member(Stikk)})
SETUPS = SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)
ROUNDS = Rounds(has_end=True, endless={"strokes": STROKES[-1]})
