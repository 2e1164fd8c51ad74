"""The actions of a match's log, and the setup of a match."""

from dataclasses import dataclass
from enum import Enum

from referee.cards import Card
from referee.games.kit.stepping import Timed
from referee.games.sittings.actions import SittingSetup

SEATS = ("N", "S")
"""Each of the two players is a side of their own (1.1)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that the players agreed before the match. Rules 5.1, 5.3 to 5.5, 6.1 and 7.6."""

    target: int = 121
    best_of: int = 1
    muggins: bool = False
    skunk: int = 1
    lurch: int = 2
    double_lurch: int = 1
    doubles_count: bool = False
    """True if a game counts towards the match by its worth."""
    false_go: int = 2
    """The points for a false go; with 0 nobody is asked."""

    @property
    def lines(self) -> tuple[tuple[str, int, int], ...]:
        """The skunk lines, lowest first: the name of a loss below, its height in quarters of the target, its worth.

        Rule 5.3.
        """
        return ("double lurch", 1, self.double_lurch), ("lurch", 2, self.lurch), ("skunk", 3, self.skunk)


HOUSE_RULES = {"As published": Rules(), "With skunks": Rules(skunk=2, lurch=3, double_lurch=4, doubles_count=True)}
"""The game's own named sets of house rules (5.3 and 5.5); the number of games is not part of a set."""


@dataclass(frozen=True, slots=True)
class Setup(SittingSetup):
    """The setup of a match. Rule 1.1."""

    rules: Rules


class Kind(Enum):
    """Reasons for a penalty. Rules 7.2 to 7.4."""

    WRONG_HAND = "wrong-hand"
    WRONG_CRIB = "wrong-crib"
    OVERPEG = "overpeg"


@dataclass(frozen=True, slots=True)
class Starter(Timed):
    """The dealer turns up the starter. Rules 2.2 and 2.3."""

    card: Card


@dataclass(frozen=True, slots=True)
class Play(Timed):
    """A player plays a card. Rule 3.1."""

    card: Card
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Go(Timed):
    """A player cannot play within 31. Rule 3.2."""

    player: str | None = None


@dataclass(frozen=True, slots=True)
class Peg(Timed):
    """A player pegs in a play that is entered by points. Rule 8.2."""

    player: str
    points: int


@dataclass(frozen=True, slots=True)
class Shown(Timed):
    """Base of a hand or crib, entered as four cards or as points; the other is None. Rules 4.1 and 8.3."""

    cards: tuple[Card, ...] | None = None
    points: int | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Hand(Shown):
    """A player's hand is shown."""


@dataclass(frozen=True, slots=True)
class Crib(Shown):
    """The crib is shown."""


@dataclass(frozen=True, slots=True)
class Claim(Timed):
    """A player claims a total for their hand or crib. Rule 6.1."""

    points: int
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Muggins(Timed):
    """The opponent calls points that a claim missed. Rule 6.4."""

    points: int
    player: str | None = None


@dataclass(frozen=True, slots=True)
class NextDeal(Timed):
    """The next deal, which ends the time for a call on the crib. Rule 6.4."""


@dataclass(frozen=True, slots=True)
class Reply(Timed):
    """The opponent takes the points for a false go, or declines them. Rule 7.6."""

    answer: bool
    """True if they are taken."""
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Misdeal(Timed):
    """The deal is void, and the same dealer deals again. Rule 7.1."""


@dataclass(frozen=True, slots=True)
class Penalty(Timed):
    """Two points to the opponent of a player who erred. Rules 7.2 to 7.4."""

    kind: Kind
    against: str
    points: int | None = None
    """The points that were pegged in excess, and are removed (7.4); None for another penalty."""


@dataclass(frozen=True, slots=True)
class Adjust(Timed):
    """The table gives points to a player, or takes them away, for a reason. Rule 7.8."""

    player: str
    points: int
    reason: str


Action = Starter | Play | Go | Peg | Hand | Crib | Claim | Muggins | NextDeal | Reply | Misdeal | Penalty | Adjust
