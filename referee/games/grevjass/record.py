"""The record of a match as JSON, for exchange with other programs."""

from referee.games.grevjass import match, outcome, sheet
from referee.games.grevjass.setups import SETUPS
from referee.games.grevjass.shapes import KINDS
from referee.games.kit.records import Format

FORMAT = Format("Grevjass", "grevjass-match", KINDS, SETUPS, match.fold, outcome.outcome, sheet.score_sheet)
