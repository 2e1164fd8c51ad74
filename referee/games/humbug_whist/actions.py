"""The actions of a sitting of Humbug Whist, and its setup, with their shapes in records."""

from dataclasses import dataclass

from referee.cards import Card
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.stepping import Timed
from referee.games.kit.values import CARD, TRUTH, number, seat
from referee.games.sittings.actions import (
    Adjust,
    Count,
    Finish,
    Misdeal,
    Play,
    Settle,
    SittingSetup,
    taken,
    usual_kinds,
)

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


_SEAT = seat(SEATS)
_USUAL = usual_kinds(_SEAT, "a trick has two", taken(SEATS, TRICKS))

KINDS: Kinds = {
    "trump": Kind(Trump, {"card": CARD}, in_turn=True),
    "trick": _USUAL["trick"],
    "count": _USUAL["count"],
    "revoke": Kind(Revoke, {"player": _SEAT}, {"trick": number(range(1, TRICKS + 1))}),
    **_USUAL,
}
"""The types of action by name."""


STAKES, DEALS = range(1, 1001), range(1000)

RULES = rules_format(Rules(), {"stake": number(STAKES), "deals": number(DEALS), "last_trick": TRUTH})
SETUPS = SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)
