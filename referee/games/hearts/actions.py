"""The actions of a sitting of Hearts, and its setup."""

from dataclasses import dataclass
from enum import Enum

from referee.cards import PACK, Card, Rank, read_cards
from referee.games.kit.stepping import Timed
from referee.games.sittings.actions import Adjust, Count, Finish, Misdeal, Play, Settle, SittingSetup

SEATS = ("1", "2", "3", "4", "5", "6")
"""The seats of the largest table, clockwise (1.1)."""
MOST_HEARTS = 13
_THROWN_OUT = {3: read_cards("2S"), 5: read_cards("2S 2C"), 6: tuple(card for card in PACK if card.rank is Rank.TWO)}
"""The cards that are not in use, by the number of players (1.3)."""
PACKS = {players: tuple(card for card in PACK if card not in _THROWN_OUT.get(players, ())) for players in range(2, 7)}
"""The cards in use by the number of players."""
HEARTS = {players: sum(card.code.endswith("H") for card in pack) for players, pack in PACKS.items()}
"""The number of hearts in use by the number of players."""
_TRICKS = {players: len(pack) // players for players, pack in PACKS.items()}


class Settling(Enum):
    """Ways to settle a deal. Rules 3.3 and 3.12."""

    SWEEPSTAKE = "sweepstake"
    HOWELL = "howell"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that the players agreed. Rules 3.3, 3.10 and 3.12."""

    settling: Settling = Settling.SWEEPSTAKE
    odd_jack: bool = False


HOUSE_RULES = {
    "As published": Rules(),
    "With an odd Jack": Rules(odd_jack=True),
    "Howell’s settling": Rules(Settling.HOWELL),
}
"""The game's own named sets of house rules."""


@dataclass(frozen=True, slots=True)
class Setup(SittingSetup):
    """The setup of a sitting. Rules 1.1, 1.3, 2.3 and 3.1."""

    rules: Rules

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards in use (1.3)."""
        return PACKS[len(self.players)]

    @property
    def tricks(self) -> int:
        """The number of tricks of a deal (2.3)."""
        return _TRICKS[len(self.players)]

    @property
    def total(self) -> int:
        """The number of hearts in use (1.3)."""
        return HEARTS[len(self.players)]

    @property
    def counts(self) -> str:
        """The things that are counted."""
        return "hearts"


class FaultKind(Enum):
    """Faults of a player in the play. Rules 5.2 to 5.4."""

    LEAD = "lead"
    TURN = "turn"
    EXPOSED = "exposed"


class Choice(Enum):
    """Demands that a fault allows. Rules 5.2 to 5.4."""

    LEAD_HEART = "lead-heart"
    LEAD_NO_HEART = "lead-no-heart"
    HIGHEST = "highest"
    LOWEST = "lowest"
    NO_HEART = "no-heart"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Revoke(Timed):
    """A player's revoke is claimed and proved. Rule 6.2."""

    player: str
    by: str | None = None
    """The player who claims it."""


@dataclass(frozen=True, slots=True)
class Irregular(Timed):
    """Two players have a wrong number of cards. Rule 4.5."""

    short: str
    long: str


@dataclass(frozen=True, slots=True)
class TakeLast(Timed):
    """A player must take the last trick. Rule 4.6."""

    player: str


@dataclass(frozen=True, slots=True)
class MakeFault(Timed):
    """A player did something wrong. Rule 5.1."""

    kind: FaultKind
    player: str
    card: Card | None = None
    """The exposed card."""
    due: str | None = None
    """The player whose turn it was, if the player on the left had led the trick (5.3)."""


@dataclass(frozen=True, slots=True)
class Demand(Timed):
    """A demand on a player at fault. Rule 5.1."""

    player: str
    by: str
    choice: Choice
    card: Card | None = None


Action = Play | Count | Revoke | Irregular | TakeLast | MakeFault | Demand | Misdeal | Settle | Adjust | Finish
