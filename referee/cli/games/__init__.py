"""The registry of each game's commands, one line per game."""

from referee.cli.games import cribbage, havilering

COMMANDS = (havilering.add_commands, cribbage.add_commands)
