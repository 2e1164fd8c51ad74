"""The command that replays a match record."""

import argparse

from referee import games
from referee.cli.output import print_answer, whole
from referee.faults import Fault, RefusedError
from referee.fields import parse_json


def replay(options: argparse.Namespace) -> None:
    """Print the outcome of a record, as a score sheet or as JSON. Raises RefusedError."""
    data = parse_json(whole(options.file))
    if isinstance(data, list) or (isinstance(data, dict) and "matches" in data):
        raise RefusedError(Fault("several", "This is a list of matches: `referee check` replays them all."))
    game = games.game_of_record(data)
    match = game.replay(game.read(data))
    print_answer(game.outcome(match) if options.json else game.sheet(match))
