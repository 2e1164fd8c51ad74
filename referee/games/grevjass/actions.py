"""The actions of a match of Grevjass, and its setup."""

from dataclasses import dataclass
from enum import Enum

from referee.cards import Card, Rank, Suit
from referee.games.grevjass.pack import PACK
from referee.games.kit.stepping import Timed
from referee.games.sittings.actions import Misdeal, Play, SittingSetup

TRICKS = 8
"""The tricks of a deal, and the cards of a player (2.1)."""


class Claims(Enum):
    """Ways to treat claims: which tricks are shown, and the effect of a false claim. Rules 6.4 and 6.5."""

    BLIND = "blind"
    MILD = "mild"
    OPEN = "open"


class Stikk(Enum):
    """Conditions for scoring the king and queen of trumps. Rule 5.4."""

    PLAYED = "played"
    TRICK = "trick"
    SIDE = "side"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that the players agreed. Rules 5.4, 6.4 and 6.9."""

    strokes: int = 6
    claims: Claims = Claims.BLIND
    stikk: Stikk = Stikk.PLAYED


HOUSE_RULES = {
    "As published": Rules(),
    "A false claim costs nothing": Rules(claims=Claims.MILD),
    "Points in the open": Rules(claims=Claims.OPEN),
}
"""The game's own named sets of house rules."""


@dataclass(frozen=True, slots=True)
class Setup(SittingSetup):
    """The setup of a match. Rules 1.1 and 1.2."""

    rules: Rules

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards in use (1.2)."""
        return PACK

    @property
    def tricks(self) -> int:
        """The number of tricks of a deal."""
        return TRICKS


@dataclass(frozen=True, slots=True)
class NameDealer(Timed):
    """The table names the dealer. Rule 2.3."""

    player: str


@dataclass(frozen=True, slots=True)
class NameTrump(Timed):
    """The card shown, or only its suit. With it a deal begins. Rule 2.1."""

    card: Card | None = None
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class Declare(Timed):
    """A player declares a meld: a sequence by its top card and length, or four of a rank. Rule 3.1."""

    player: str
    sequence: Card | None = None
    length: int | None = None
    four: Rank | None = None


@dataclass(frozen=True, slots=True)
class Take(Timed):
    """The side with the best meld takes its strokes. Rule 3.5."""


@dataclass(frozen=True, slots=True)
class Vol(Timed):
    """A player bids to win all tricks. Rule 3.6."""

    player: str


@dataclass(frozen=True, slots=True)
class Claim(Timed):
    """A side claims to have a hundred. Rule 6.2."""

    side: str


@dataclass(frozen=True, slots=True)
class Chalk(Timed):
    """The table names the winner of the game in hand, and the number of strokes. Rule 7.5."""

    side: str
    strokes: int


@dataclass(frozen=True, slots=True)
class Adjust(Timed):
    """The table gives points or strokes, or takes them away. Rule 7.4."""

    side: str
    reason: str
    points: int | None = None
    strokes: int | None = None


Action = NameDealer | NameTrump | Declare | Take | Vol | Play | Claim | Misdeal | Chalk | Adjust
