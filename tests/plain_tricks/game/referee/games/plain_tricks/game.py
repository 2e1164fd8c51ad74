"""Plain Tricks: the rules of a small game, and its `Game`."""

from dataclasses import dataclass
from typing import Any

from referee.games.game import Game
from referee.games.kit.records import Format, Kinds
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.stepping import Stepping
from referee.games.kit.values import seat
from referee.games.rulebook import rulebook_of
from referee.games.sittings import legality, steps
from referee.games.sittings.actions import Play, SittingSetup
from referee.games.sittings.games import SittingGame, plain_format
from referee.games.sittings.shapes import taken, usual_kinds
from referee.games.sittings.state import Match as SittingMatch
from referee.games.sittings.state import SittingDeal

SEATS = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""The four players (1.1)."""
TRICKS = 13


@dataclass(frozen=True, slots=True)
class Rules:
    """The agreed rules of the players: nothing differs from table to table."""


@dataclass(frozen=True, slots=True)
class Setup(SittingSetup):
    """The setup of a match. Rules 1.1 to 1.3."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Match(SittingMatch[Setup, SittingDeal]):
    """The state of a match. Each trick counts one (2.3)."""


def winner(match: Match, action: Play, leader: str) -> str:
    """The highest card of the suit led takes the trick. Rules 2.1 and 2.2."""
    led = action.cards[0].suit
    best = max((card for card in action.cards if card.suit is led), key=lambda card: card.rank.height)
    return match.setup.clockwise(leader)[action.cards.index(best)]


KINDS: Kinds = usual_kinds(seat(SEATS), "a trick has four", taken(SEATS, TRICKS))
SETUPS = SetupFormat(Setup, {word: word for word in SEATS}, rules_format(Rules(), {}))
STEPPING: Stepping[Setup, Match, Any] = Stepping(
    steps.beginning(Match, SittingDeal), legality.checked(KINDS, legality.USUAL), steps.usual_steps(winner)
)
FORMAT: Format[Setup, Match, Any] = plain_format(
    "Plain Tricks", "plain-tricks-match", KINDS, SETUPS, STEPPING, "point"
)
PLAIN_TRICKS: Game[Setup, Match, Any] = SittingGame(
    key="plain-tricks",
    records=FORMAT,
    seats=SEATS,
    house_rules={"As published": Rules()},
)
rulebook = rulebook_of(__file__, {})
"""All rules by chapter, in order. The match ends when the players stop (2.4)."""
