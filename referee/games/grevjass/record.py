"""The record of a match as JSON, for exchange with other programs."""

from referee.games.grevjass import match
from referee.games.grevjass.setups import setup_from, write_rules
from referee.games.grevjass.shapes import KINDS
from referee.games.sittings.records import SittingFormat

FORMAT = SittingFormat("grevjass-match", KINDS, setup_from, write_rules, match.fold)
