"""The record of a match as JSON, for exchange with other programs."""

from referee.games.cribbage import match, outcome, sheet
from referee.games.cribbage.setups import SETUPS
from referee.games.cribbage.shapes import KINDS
from referee.games.kit.records import Format

FORMAT = Format("Cribbage", "cribbage-match", KINDS, SETUPS, match.fold, outcome.outcome, sheet.score_sheet)
