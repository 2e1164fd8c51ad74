"""The record of a sitting as JSON, for exchange with other programs."""

from referee.games.hearts import match, outcome, sheet
from referee.games.hearts.setups import SETUPS
from referee.games.hearts.shapes import KINDS
from referee.games.kit.records import Format

FORMAT = Format("Hearts", "hearts-match", KINDS, SETUPS, match.fold, outcome.outcome, sheet.score_sheet)
