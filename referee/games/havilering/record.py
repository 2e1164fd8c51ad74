"""The match record as JSON, for exchange with other programs. Web forms and the database use it too."""

from dataclasses import replace

from referee.faults import RefusedError
from referee.games.havilering import outcome, sheet
from referee.games.havilering.actions import Action, Play, Setup
from referee.games.havilering.match import STEPPING, begin, step
from referee.games.havilering.setups import SETUPS
from referee.games.havilering.shapes import KINDS
from referee.games.havilering.state import Match
from referee.games.kit.records import Format, Record

MatchRecord = Record[Setup, Action]


def _tidy(record: MatchRecord) -> MatchRecord:
    """The record without the leaders of tricks whose lead it was. Rule 9.6."""
    if not any(isinstance(action, Play) and action.leader for action in record.actions):
        return record
    match, actions = begin(record.setup), list(record.actions)
    for number, action in enumerate(actions):
        actions[number] = STEPPING.plain(match, action)
        try:
            match = step(match, action)
        except RefusedError:
            break
    return replace(record, actions=tuple(actions))


FORMAT: Format[Setup, Match, Action] = Format(
    "Havilering",
    "havilering-match",
    KINDS,
    SETUPS,
    STEPPING.fold,
    outcome.outcome,
    sheet.score_sheet,
    _tidy,
)
