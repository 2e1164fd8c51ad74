"""The state of a match, folded from its log of actions."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from referee.cards import Card
from referee.chain import EMPTY, Chain
from referee.games.cribbage.actions import SEATS, Setup
from referee.games.cribbage.events import Counted, Event, GoSaid
from referee.games.cribbage.items import value_of
from referee.games.kit.seated import Seated
from referee.games.kit.sides import ZERO, Pair, other

HAND_SIZE = 4
"""The number of cards in each hand after laying away. Rule 2.1."""


class Phase(Enum):
    """Phases of a match; the value is the phase's name in files and the database."""

    STARTER = "starter"
    PLAY = "play"
    FALSE_GO = "false-go"
    HAND = "hand"
    CLAIM = "claim"
    CRIB = "crib"
    DEAL_OVER = "deal-over"
    MATCH_OVER = "match-over"


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on the table, and its player."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class FalseGo:
    """A go that a later card of its player shows to have been false. Rule 7.6."""

    player: str
    count: int
    """The count at the go."""
    card: Card
    """The card that shows it."""
    takes: bool | None = None
    """True if the opponent takes the points for it; None if not asked, or not yet."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal, with everything entered so far."""

    number: int
    """From 1, through the match."""
    game: int
    dealer: str
    start: Pair
    """The score to which a misdeal returns (7.1)."""
    misdeals: int = 0
    rulings: Chain[Event] = EMPTY
    """The rulings before the starter or first peg, which a misdeal keeps (7.1)."""
    events: Chain[Event] = EMPTY
    starter: Card | None = None
    cards: tuple[Placed, ...] = ()
    """The cards of the play, in order."""
    count_start: int = 0
    """The number of them that belong to counts that have ended."""
    gone: tuple[str, ...] = ()
    """The players who have said go in the running count."""
    to_play: str | None = None
    by_points: bool = False
    """True if the play has a peg, after which its cards no longer bind (8.2)."""
    false_goes: tuple[FalseGo, ...] = ()

    @property
    def pone(self) -> str:
        """The non-dealer."""
        return other(self.dealer)

    @property
    def running(self) -> tuple[Card, ...]:
        """The cards of the running count."""
        return tuple(placed.card for placed in self.cards[self.count_start :])

    @property
    def count(self) -> int:
        """The running count."""
        return 0 if self.by_points else value_of(self.running)

    def hand(self, seat: str) -> tuple[Card, ...]:
        """The cards that a player has played, in order."""
        return tuple(placed.card for placed in self.cards if placed.player == seat)

    def is_out(self, seat: str) -> bool:
        """Return True if a player takes no further part in the running count. Rules 3.2 to 3.4."""
        return seat in self.gone or len(self.hand(seat)) == HAND_SIZE

    @property
    def is_played(self) -> bool:
        """True if all eight cards have been played."""
        return len(self.cards) == 2 * HAND_SIZE

    @property
    def goes(self) -> tuple[GoSaid, ...]:
        """The goes that were said, in order."""
        return tuple(event for event in self.events if isinstance(event, GoSaid))

    @property
    def counted(self) -> tuple[Counted, ...]:
        """The counts that were pegged: the non-dealer's hand, the dealer's, the crib. Rule 4.1."""
        return tuple(event for event in self.events if isinstance(event, Counted))

    @property
    def pegged(self) -> Pair:
        """The points that each player pegged in it."""
        total = ZERO
        for event in self.events:
            total = total.and_(event.pegged)
        return total

    @property
    def open_false_go(self) -> FalseGo | None:
        """The first false go that nobody has answered."""
        return next((false for false in self.false_goes if false.takes is None), None)

    @property
    def whose_count(self) -> str:
        """The player whose hand or crib comes next. Rule 4.1."""
        return self.dealer if self.counted else self.pone

    @property
    def is_crib_next(self) -> bool:
        """True if both hands have been counted. Rule 4.1."""
        return len(self.counted) == 2


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game. Rules 5.1 to 5.3."""

    winner: str
    score: Pair
    worth: int
    by: str
    """The name of the event that won it."""
    deals: int


@dataclass(frozen=True, slots=True)
class Window:
    """The opponent of a claimant may call Muggins. Rule 6.4."""

    claimant: str
    missed: int
    """The points that may be called: hidden until the window has closed (6.6)."""


@dataclass(frozen=True, slots=True)
class Match(Seated):
    """The state of a match. Created only by `match.begin` and `match.step`."""

    setup: Setup
    now: datetime
    deals: Chain[Deal] = EMPTY
    """All deals, with the one in hand."""
    phase: Phase = Phase.STARTER
    score: Pair = ZERO
    """The totals of the current game; after the match, of its last game."""
    games: tuple[Game, ...] = ()
    games_won: Pair = ZERO
    stakes: Pair = ZERO
    to_claim: tuple[Card, ...] = ()
    """The cards of the hand or crib that must now be claimed (6.1)."""
    window: Window | None = None

    @property
    def deal(self) -> Deal:
        """The deal in hand, or just over."""
        return self.deals[-1]

    @property
    def turn(self) -> str | None:
        """The player who must act next, or None."""
        match self.phase:
            case Phase.STARTER:
                return self.deal.dealer
            case Phase.PLAY:
                return None if self.deal.by_points else self.deal.to_play
            case Phase.FALSE_GO:
                return other(self.deal.open_false_go.player) if self.deal.open_false_go else None
            case Phase.HAND | Phase.CLAIM | Phase.CRIB:
                return self.deal.whose_count
        return None

    @property
    def reckoned(self) -> Pair:
        """The numbers that decide the match: games won, or their worth if doubles count. Rules 5.4 and 5.5."""
        return self.stakes if self.setup.rules.doubles_count else self.games_won

    @property
    def winner(self) -> str | None:
        """The player whose peg is in the game hole. Rule 5.1."""
        target = self.setup.rules.target
        return next((seat for seat in SEATS if self.score.of(seat) == target), None)
