"""Karnöffel's own command: who takes a trick, and why."""

from referee.cli.trick_command import trick_command
from referee.games.karnoffel.verdict import verdict

WHAT = "say who takes a trick of Karnöffel, and why"
add_commands = trick_command("karnoffel", WHAT, ("chosen", "the chosen suit"), verdict)
