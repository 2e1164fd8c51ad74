"""The state of a match, folded from its log of actions."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from referee.cards import Card, Rank, Suit
from referee.chain import EMPTY, Chain
from referee.games.grevjass import melds as ranked
from referee.games.grevjass.actions import TRICKS, Claims, Setup
from referee.games.grevjass.melds import Meld
from referee.games.grevjass.pack import LAST_TRICK, value_of
from referee.games.grevjass.sides import NS, SIDES, ZERO, Pair, other, side_of

HUNDRED = 100
"""What a side needs to win a game (6.2)."""
JAN = 51
"""The loser is jan with fewer points than this (6.2)."""
STIKK = 20
"""What the king and queen of trumps score (5.3)."""


class Phase(Enum):
    """What the match waits for; the value is its name in files and the database."""

    TRUMP = "trump"
    STROKES = "strokes"
    PLAY = "play"
    MATCH_OVER = "match-over"


class How(Enum):
    """How a game was won."""

    CLAIM = "claim"
    FALSE_CLAIM = "false-claim"
    COUNT = "count"
    VOL = "vol"
    MELDS = "melds"
    CHALK = "chalk"


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick."""

    number: int
    """From 1, within its deal."""
    leader: str
    cards: tuple[Card, ...]
    """In order of play."""
    winner: str
    value: int
    """The points of its cards (5.1)."""
    stikk: str | None
    """Who scored the king and queen of trumps in it (5.3)."""

    @property
    def last(self) -> int:
        """What the eighth trick counts besides (5.2)."""
        return LAST_TRICK if self.number == TRICKS else 0

    @property
    def points(self) -> Pair:
        """What it brought each side."""
        brought = ZERO.plus(side_of(self.winner), self.value + self.last)
        return brought.plus(side_of(self.stikk), STIKK) if self.stikk else brought


@dataclass(frozen=True, slots=True)
class Claimed:
    """A side claimed to have a hundred. Rule 6.2."""

    side: str
    tricks: int
    """How many were complete."""
    points: int
    """The claimant's total."""
    right: bool


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The table gave points or strokes, or took them away. Rule 7.4."""

    side: str
    number: int
    is_strokes: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A deal, from the naming of its trump."""

    number: int
    """From 1, through the match."""
    game: int
    dealer: str
    order: tuple[str, ...]
    """The seats from Forehand, who leads first (2.2)."""
    trump: Suit
    card: Card | None
    """The card shown, if it is known."""
    start: Pair
    """The totals when trump was named, to which a misdeal returns (7.1)."""
    start_since: Pair
    """Since when each side had a hundred then."""
    misdeals: int
    """How many deals of its number were void before it."""
    rulings: tuple[Adjusted, ...] = ()
    """Those since the deal before."""
    ruled_before: int = 0
    """How many of them were made before trump was named."""
    melds: tuple[Meld, ...] = ()
    """In the order entered."""
    bid: str | None = None
    """Who bid vol (3.6)."""
    taken: bool = False
    """Whether strokes for melds were taken instead of playing (3.5)."""
    tricks: tuple[Trick, ...] = ()
    owed: str | None = None
    """Who has played both king and queen of trumps before their side won a trick, under that rule (5.4)."""
    points: Pair = ZERO
    """What the tricks brought, and the table's adjustments of points since trump was named."""
    claims: tuple[Claimed, ...] = ()
    entries: tuple[Any, ...] = ()
    """The actions of the deal without their times, but for rulings."""
    final: Pair | None = None
    """The totals at its end; None while it is in hand."""
    won: int = 0
    """The number of the game that was won in it; 0 if none was."""

    @property
    def best(self) -> Meld | None:
        """The best meld. Rule 3.3."""
        return ranked.best(self.melds, self.trump, self.order)

    @property
    def best_side(self) -> str | None:
        """The side that counts its melds. Rule 3.2."""
        best = self.best
        return side_of(best.player) if best else None

    def counts(self, meld: Meld) -> bool:
        """Whether a meld counts. Rule 3.2."""
        return side_of(meld.player) == self.best_side

    @property
    def of_melds(self) -> Pair:
        """The points of the melds that count. Rule 3.2."""
        best_side = self.best_side
        points = sum(meld.points for meld in self.melds if side_of(meld.player) == best_side)
        return ZERO.plus(best_side, points) if best_side else ZERO

    @property
    def strokes(self) -> int:
        """The strokes of the melds that count. Rule 3.2."""
        return sum(meld.strokes for meld in self.melds if self.counts(meld))

    @property
    def unmelded(self) -> Pair:
        """The totals without the melds of this deal."""
        return self.start.and_(self.points)

    @property
    def score(self) -> Pair:
        """The totals. Rule 6.1."""
        return self.unmelded.and_(self.of_melds)

    @property
    def leader(self) -> str:
        """Who leads to the next trick. Rule 4.1."""
        return self.tricks[-1].winner if self.tricks else self.order[0]

    def tricks_of(self, side: str) -> int:
        """The number of tricks that a side has won."""
        return sum(side_of(trick.winner) == side for trick in self.tricks)

    @property
    def vol_is_open(self) -> bool:
        """Whether a bid vol can still be won. Rule 3.6."""
        return self.bid is not None and not self.tricks_of(other(side_of(self.bid)))

    @property
    def plays(self) -> tuple[tuple[tuple[str, Card], ...], ...]:
        """The cards of each trick with their players, in order of play."""
        return tuple(tuple(zip(self.seats_from(trick.leader), trick.cards, strict=True)) for trick in self.tricks)

    def seats_from(self, seat: str) -> tuple[str, ...]:
        """All seats clockwise, beginning with one of them."""
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def player_of(self, card: Card) -> tuple[int, str] | None:
        """The number of the trick in which a card was played, and who played it."""
        for number, plays in enumerate(self.plays, 1):
            for seat, played in plays:
                if played is card:
                    return number, seat
        return None

    def item(self, side: str, name: str) -> int:
        """What a side has for `cards`, `last`, `melds` or `stikk`. Rules 5.1 to 5.3."""
        own = [trick for trick in self.tricks if side_of(trick.winner) == side]
        if name == "cards":
            return sum(trick.value for trick in own)
        if name == "last":
            return sum(trick.last for trick in own)
        if name == "melds":
            return self.of_melds.of(side)
        return STIKK * sum(bool(trick.stikk) and side_of(trick.stikk or "") == side for trick in self.tricks)


ITEMS = ("cards", "last", "melds", "stikk")
"""What is counted in a deal."""


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
    """How many of them were entered."""


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match. Created only by `match.begin` and `match.step`."""

    setup: Setup
    now: datetime
    dealer: str
    """Of the deal in hand or awaited; of the last deal after the match."""
    phase: Phase = Phase.TRUMP
    deal: Deal | None = None
    """The deal in hand."""
    deals: Chain[Deal] = EMPTY
    """The deals that are over."""
    carried: Pair = ZERO
    """The totals between deals; after the match, of its last game."""
    since: Pair = ZERO
    """For each side the moment since which it has had a hundred without a break; 0 if it has not."""
    moment: int = 0
    """The number of moments of this game at which points were counted."""
    strokes: Pair = ZERO
    """The slate. Rule 6.9."""
    games: tuple[Game, ...] = ()
    misdeals: int = 0
    """How many deals of the number awaited were void."""
    rulings: tuple[Adjusted, ...] = ()
    """Those since the last deal."""

    @property
    def score(self) -> Pair:
        """The totals of the game in hand; after the match, of its last game. Rule 6.1."""
        return self.deal.score if self.deal else self.carried

    @property
    def number(self) -> int:
        """The number of the deal in hand or awaited."""
        return len(self.deals) + 1

    @property
    def game(self) -> int:
        """The number of the game in hand."""
        return len(self.games) + 1

    @property
    def game_deals(self) -> int:
        """How many deals of the game in hand were entered."""
        return len(self.deals) + (self.deal is not None) - sum(game.deals for game in self.games)

    @property
    def last_deal(self) -> Deal | None:
        """The deal in hand, or else the last one that is over."""
        return self.deal or (self.deals[-1] if self.deals else None)

    @property
    def all_deals(self) -> tuple[Deal, ...]:
        """The deals that are over, and the one in hand."""
        return (*self.deals, *([self.deal] if self.deal else []))

    @property
    def winner(self) -> str | None:
        """The side that has won the match. Rule 6.9."""
        agreed = self.setup.rules.strokes
        return next((side for side in SIDES if self.strokes.of(side) >= agreed), None)

    @property
    def hides_points(self) -> bool:
        """Whether nobody may be told what the tricks of the deal in hand brought. Rule 6.5."""
        return self.is_closed(self.number) and self.deal is not None and bool(self.deal.tricks)

    def is_closed(self, number: int) -> bool:
        """Whether the tricks of a deal may not be told: it is in hand, or could be again after an undo. Rule 6.5."""
        is_over = number < self.number or self.phase is Phase.MATCH_OVER
        return self.setup.rules.claims is not Claims.OPEN and not is_over

    def player(self, seat: str) -> str:
        """The name of the player in a seat."""
        return self.setup.players[seat]

    def partners(self, side: str) -> tuple[str, str]:
        """The names of the two players of a side."""
        first, second = ("N", "S") if side == NS else ("E", "W")
        return self.player(first), self.player(second)


def is_stikk_card(card: Card, trump: Suit) -> bool:
    """Whether a card is the king or queen of trumps. Rule 5.3."""
    return card.suit is trump and card.rank in (Rank.KING, Rank.QUEEN)


def counted(cards: tuple[Card, ...], number: int, leader: str, winner: str, trump: Suit, stikk: str | None) -> Trick:
    """A complete trick. Rules 5.1 to 5.3."""
    return Trick(number, leader, cards, winner, value_of(cards, trump), stikk)
