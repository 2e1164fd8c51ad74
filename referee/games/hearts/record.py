"""The record of a sitting as JSON, for exchange with other programs."""

from referee.games.hearts import match
from referee.games.hearts.setups import setup_from, write_rules
from referee.games.hearts.shapes import KINDS
from referee.games.sittings.records import SittingFormat

FORMAT = SittingFormat("hearts-match", KINDS, setup_from, write_rules, match.fold)
