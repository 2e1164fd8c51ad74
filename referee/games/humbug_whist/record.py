"""The record of a sitting as JSON, for exchange with other programs."""

from referee.games.humbug_whist import match, outcome, sheet
from referee.games.humbug_whist.setups import SETUPS
from referee.games.humbug_whist.shapes import KINDS
from referee.games.kit.records import Format

FORMAT = Format("Humbug Whist", "humbug-whist-match", KINDS, SETUPS, match.fold, outcome.outcome, sheet.score_sheet)
