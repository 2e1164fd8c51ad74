"""Cribbage as its records show it to the core."""

from referee.games.cribbage import outcome, record, sheet
from referee.games.cribbage.actions import Action, Setup
from referee.games.cribbage.state import Match
from referee.games.game import RecordFormat

CRIBBAGE: RecordFormat[Setup, Match, Action] = RecordFormat(
    title="Cribbage",
    name=record.FORMAT,
    read=record.read,
    write=record.write,
    replay=record.replay,
    outcome=outcome.outcome,
    sheet=sheet.score_sheet,
)
