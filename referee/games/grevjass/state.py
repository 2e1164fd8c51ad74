"""The state of a match, folded from its log of actions."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from referee.chain import EMPTY, Chain
from referee.games.grevjass.actions import Claims, Setup
from referee.games.grevjass.deal import Deal
from referee.games.kit.seated import Seated
from referee.games.kit.sides import SIDES, ZERO, Pair

HUNDRED = 100
"""The points that a side needs to win a game (6.2)."""
JAN = 51
"""The loser is jan with fewer points than this (6.2)."""


class Phase(Enum):
    """Phases of a match; the value is the phase's name in files and the database."""

    TRUMP = "trump"
    STROKES = "strokes"
    PLAY = "play"
    MATCH_OVER = "match-over"


class How(Enum):
    """Ways in which a game is won."""

    CLAIM = "claim"
    FALSE_CLAIM = "false-claim"
    COUNT = "count"
    VOL = "vol"
    MELDS = "melds"
    CHALK = "chalk"


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game. Rules 6.2 to 6.8."""

    winner: str
    how: How
    strokes: int
    jan: bool
    score: Pair
    """The totals at its end."""
    deals: int
    """The number of its deals that were entered."""


@dataclass(frozen=True, slots=True)
class Match(Seated):
    """The state of a match. Created only by `match.begin` and `match.step`."""

    setup: Setup
    now: datetime
    deal: Deal
    """The deal in hand or awaited; after the match one that has its last dealer, and the totals of its last game."""
    phase: Phase = Phase.TRUMP
    deals: Chain[Deal] = EMPTY
    """The deals that are over."""
    since: Pair = ZERO
    """The moment since which each side has had a hundred without a break; 0 if it has not."""
    moment: int = 0
    """The number of moments of this game at which points were counted."""
    strokes: Pair = ZERO
    """The slate. Rule 6.9."""
    games: tuple[Game, ...] = ()

    @property
    def score(self) -> Pair:
        """The totals of the game in hand; after the match, of its last game. Rule 6.1."""
        return self.deal.score

    @property
    def game(self) -> int:
        """The number of the game in hand."""
        return len(self.games) + 1

    @property
    def game_deals(self) -> int:
        """The number of deals of the game in hand that were entered."""
        return len(self.all_deals) - sum(game.deals for game in self.games)

    @property
    def last_deal(self) -> Deal:
        """The deal in hand, or else the last one that is over; the first one while that is awaited."""
        return self.deal if self.deal.suit or not self.deals else self.deals[-1]

    @property
    def all_deals(self) -> tuple[Deal, ...]:
        """The deals that are over, and the one in hand."""
        return (*self.deals, *([self.deal] if self.deal.suit else []))

    @property
    def winner(self) -> str | None:
        """The side that has won the match. Rule 6.9."""
        agreed = self.setup.rules.strokes
        return next((side for side in SIDES if self.strokes.of(side) >= agreed), None)

    @property
    def hides_tricks(self) -> bool:
        """True if the deal in hand has tricks: nobody may look at any but the last. Rule 4.4."""
        return bool(self.deal.tricks)

    @property
    def hides_points(self) -> bool:
        """True if the points of the tricks of the deal in hand must be hidden from everybody. Rule 6.5."""
        return self.hides_tricks and self.is_closed(self.deal.number)

    def is_in_hand(self, number: int) -> bool:
        """Return True if a deal is in hand, or could be after an undo."""
        return number >= self.deal.number and self.phase is not Phase.MATCH_OVER

    def is_closed(self, number: int) -> bool:
        """Return True if the points of a deal's tricks must stay closed. Rule 6.5."""
        return self.setup.rules.claims is not Claims.OPEN and self.is_in_hand(number)
