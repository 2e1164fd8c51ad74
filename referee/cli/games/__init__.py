"""The registry of each game's commands, one line per game."""

from referee.cli.games import havilering

COMMANDS = (havilering.add_commands,)
