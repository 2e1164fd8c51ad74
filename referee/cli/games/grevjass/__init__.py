"""Grevjass' own command: the winner of a trick, and its points."""

from typing import TYPE_CHECKING

from referee.cli.trick_command import add_trick_command
from referee.games.grevjass.verdict import verdict

if TYPE_CHECKING:
    from referee.cli.parser import AddCommand


def add_commands(add: "AddCommand") -> None:
    """Add the command `grevjass`."""
    what, suit = "say who takes a trick of grevjass, and what is in it", ("trump", "the suit of trumps")
    add_trick_command(add, "grevjass", what, suit, verdict, last="it is the eighth trick")
