"""The command that replays a match record."""

import argparse

from referee import games
from referee.cli.output import print_answer, whole
from referee.fields import parse_json


def replay(options: argparse.Namespace) -> None:
    """Print the outcome of a record, as a score sheet or as JSON. Raises RefusedError."""
    data = parse_json(whole(options.file))
    game = games.game_of_record(data)
    match = game.replay(game.read(data))
    print_answer(game.outcome(match) if options.json else game.sheet(match))
