"""The commands of each game: one line for each."""

from referee.cli.games import havilering

COMMANDS = (havilering.add_commands,)
