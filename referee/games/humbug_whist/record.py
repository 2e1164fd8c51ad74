"""The record of a sitting as JSON, for exchange with other programs."""

from referee.games.humbug_whist import match
from referee.games.humbug_whist.setups import setup_from, write_rules
from referee.games.humbug_whist.shapes import KINDS
from referee.games.sittings.records import SittingFormat

FORMAT = SittingFormat("humbug-whist-match", KINDS, setup_from, write_rules, match.fold)
