"""Grevjass' own command: the winner of a trick, and its points."""

from referee.cli.trick_command import trick_command
from referee.games.grevjass.verdict import verdict

WHAT, TRUMP = "say who takes a trick of Grevjass, and its points", ("trump", "the suit of trumps")
add_commands = trick_command("grevjass", WHAT, TRUMP, verdict, last="it is the eighth trick")
