"""The state of a match, folded from its log of actions."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from referee.chain import EMPTY, Chain
from referee.games.havilering.actions import Setup
from referee.games.havilering.results import Adjustment, Game, Revoke, Trick
from referee.games.kit.seated import Named
from referee.games.kit.sides import ZERO, Pair, left_of, seat_after
from referee.season import Season


class Phase(Enum):
    """Phases of a match; the value is the phase's name in files and the database."""

    PLAY = "play"
    CLAIM = "claim"
    HAND_OVER = "hand-over"
    OFFER_FIRST = "offer-first"
    OFFER_SECOND = "offer-second"
    MATCH_OVER = "match-over"


@dataclass(frozen=True, slots=True)
class Pegs:
    """The two pegs of each side: the front one at its total, the rear one at its total before."""

    front: Pair = ZERO
    rear: Pair = ZERO

    def move(self, side: str, points: int) -> "Pegs":
        """Move a side by `points`, which may be negative; its rear peg shows the total before."""
        if points == 0:
            return self
        return Pegs(self.front.plus(side, points), self.rear.with_(side, self.front.of(side)))


@dataclass(frozen=True, slots=True)
class Won:
    """The current game has been won. Rule 6.1."""

    side: str
    totals: Pair
    """The totals at that moment."""
    asker: str
    """The player whose points won it, and who asks to finish the hand or not. Rule 7.5."""


@dataclass(frozen=True, slots=True)
class HandStart:
    """The state before the first trick of the hand, to which a misdeal returns. Rule 9.1."""

    pegs: Pegs = Pegs()
    tricks: Chain[Trick] = EMPTY
    revokes: Chain[Revoke] = EMPTY
    adjustments: Chain[Adjustment] = EMPTY


@dataclass(frozen=True, slots=True)
class Match(Named):
    """The state of a match. Created only by `match.begin` and `match.step`."""

    setup: Setup
    now: datetime
    phase: Phase
    season: Season
    """The season of the current game."""
    dealer: str
    leader: str
    """The leader of the next trick; after a hand's last trick, its winner (2.5)."""
    hand: int = 1
    in_hand: int = 0
    """The number of complete tricks of the hand (2.6)."""
    pegs: Pegs = Pegs()
    hand_start: HandStart = HandStart()
    won: Won | None = None
    """Set from the moment the current game is won until the next one starts."""
    games_won: Pair = ZERO
    games: tuple[Game, ...] = ()
    tricks: Chain[Trick] = EMPTY
    """All tricks of the match, except in void hands."""
    revokes: Chain[Revoke] = EMPTY
    adjustments: Chain[Adjustment] = EMPTY
    misdeals: Chain[int] = EMPTY
    """The numbers of the void hands."""
    deal: int = 0
    """The number of times that this hand has been dealt again after a misdeal."""

    @property
    def score(self) -> Pair:
        """The totals of the current game; after the match, of its last game."""
        return self.pegs.front

    @property
    def game(self) -> int:
        """The number of the current game, from 1; after the match, of its last game."""
        return len(self.games) + (self.phase is not Phase.MATCH_OVER)

    @property
    def hand_tricks(self) -> tuple[Trick, ...]:
        """The complete tricks of the hand."""
        return self.tricks.since(self.hand_start.tricks)

    @property
    def hand_revokes(self) -> tuple[Revoke, ...]:
        """The revokes that the tricks of the hand have shown so far, in order. Rule 9.3."""
        return self.revokes.since(self.hand_start.revokes)

    @property
    def dealt_again(self) -> bool:
        """True if the hand was void and must be dealt again."""
        return self.in_hand == 0 and self.deal > 0 and self.phase is not Phase.MATCH_OVER

    @property
    def last_trick(self) -> Trick | None:
        """The last complete trick of the hand, the only one that is not closed (rule 2.8)."""
        return self.tricks[-1] if self.in_hand else None

    @property
    def winner(self) -> str | None:
        """The side that won the match, once it is over."""
        return self.games[-1].winner if self.phase is Phase.MATCH_OVER else None

    @property
    def is_run(self) -> bool:
        """True if the points are run: the game has been won, and its hand is played on. Rule 7.4."""
        return self.won is not None and self.phase in (Phase.PLAY, Phase.CLAIM, Phase.HAND_OVER)

    @property
    def answerer(self) -> str | None:
        """The player who is being asked to finish the hand or not. Rules 7.2 and 7.3."""
        if self.won is None or self.phase not in (Phase.OFFER_FIRST, Phase.OFFER_SECOND):
            return None
        return left_of(self.won.asker) if self.phase is Phase.OFFER_FIRST else seat_after(self.won.asker, 3)

    @property
    def can_be_called(self) -> Trick | None:
        """The trick on which Muggins may be called now, if any. Rules 8.2 and 8.5."""
        open_now = self.setup.rules.muggins and self.phase in (Phase.PLAY, Phase.HAND_OVER)
        return self.last_trick if open_now else None

    def is_over(self, hand: int) -> bool:
        """Return True if a hand has ended, so that its tricks are public. Rule 2.8."""
        return hand < self.hand or self.phase is Phase.MATCH_OVER

    def season_of(self, trick: Trick) -> Season:
        """The season of the game a trick was played in."""
        return self.season if trick.game > len(self.games) else self.games[trick.game - 1].season

    def dealer_of(self, trick: Trick) -> str:
        """The dealer of a trick's hand; the deal passes left from hand to hand (2.7, 6.3)."""
        return seat_after(self.dealer, trick.hand - self.hand)
