"""Karnöffel's own command: who takes a trick, and why."""

from typing import TYPE_CHECKING

from referee.cli.trick_command import add_trick_command
from referee.games.karnoffel.verdict import verdict

if TYPE_CHECKING:
    from referee.cli.parser import AddCommand


def add_commands(add: "AddCommand") -> None:
    """Add the command `karnoffel`."""
    what = "say who takes a trick of karnöffel, and why"
    add_trick_command(add, "karnoffel", what, ("chosen", "the chosen suit"), verdict)
