"""The actions of a sitting of Humbug Whist, and its setup."""

from dataclasses import dataclass

from referee.cards import Card
from referee.games.kit.actions import Timed
from referee.games.sittings.actions import Adjust, Count, Finish, Misdeal, Play, Settle, SittingSetup

SEATS = ("N", "S")
"""The two players (1.1)."""
TRICKS = 26
"""The tricks of a deal (1.6)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that the players agreed. Rules 2.5, 3.1 and 3.4."""

    stake: int = 1
    """Units a trick."""
    deals: int = 0
    """The number of settled deals after which the sitting is over; 0 for none agreed."""
    last_trick: bool = False
    """True if players may look at the last trick."""


HOUSE_RULES = {"As published": Rules(), "With the last trick open": Rules(last_trick=True)}
"""The game's own named sets of house rules."""


@dataclass(frozen=True, slots=True)
class Setup(SittingSetup):
    """The setup of a sitting: all tricks of the whole pack are counted. Rules 1.1, 1.2 and 3.1."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Trump(Timed):
    """The dealer turns up the last card. Rule 1.5."""

    card: Card


@dataclass(frozen=True, slots=True)
class Revoke(Timed):
    """A player's revoke is claimed. Rule 4.2."""

    player: str
    trick: int | None = None
    """The number of the trick, if it is one that the app noticed (4.4)."""


Action = Trump | Play | Count | Revoke | Misdeal | Settle | Adjust | Finish
