"""The registry of each game's commands, one line per game."""

from referee.cli.games import cribbage, grevjass, havilering, hearts, humbug_whist, karnoffel

COMMANDS = (
    havilering.add_commands,
    cribbage.add_commands,
    hearts.add_commands,
    humbug_whist.add_commands,
    grevjass.add_commands,
    karnoffel.add_commands,
)
