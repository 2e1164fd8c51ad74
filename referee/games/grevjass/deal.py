"""A deal: its melds, tricks, claims and rulings, and each side's points in it."""

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from referee.cards import Card, Rank, Suit
from referee.chain import EMPTY, Chain
from referee.games.grevjass import melds as ranked
from referee.games.grevjass.actions import TRICKS
from referee.games.grevjass.melds import Meld
from referee.games.grevjass.pack import LAST_TRICK
from referee.games.kit.sides import ZERO, Pair, other, seat_after, side_of, tricks_of
from referee.games.sittings import state
from referee.games.sittings.revokes import Revoke

STIKK = 20
"""The points for the king and queen of trumps (5.3)."""
ITEMS = ("cards", "last", "melds", "stikk")
"""The items counted in a deal."""


@dataclass(frozen=True, slots=True)
class Trick(state.Trick):
    """A complete trick, and its points."""

    value: int
    """The points of its cards (5.1)."""
    stikk: str | None
    """The player who scored the king and queen of trumps in it, or None (5.3)."""

    @property
    def last(self) -> int:
        """The points for the eighth trick, besides its cards; 0 for other tricks (5.2)."""
        return LAST_TRICK if self.number == TRICKS else 0

    @property
    def points(self) -> Pair:
        """The points that it gave each side."""
        brought = ZERO.plus(side_of(self.winner), self.value + self.last)
        return brought.plus(side_of(self.stikk), STIKK) if self.stikk else brought


@dataclass(frozen=True, slots=True)
class Claimed:
    """A side claimed to have a hundred. Rule 6.2."""

    side: str
    tricks: int
    """The number of complete tricks at the claim."""
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
    entries: int
    """The number of entries of the deal before it; 0 if its trump was not named."""


@dataclass(frozen=True, slots=True)
class Stray:
    """A card was played by somebody other than its owner. Rule 7.3."""

    trick: int
    seat: str
    card: Card
    owner: str
    known: str
    """The source of the owner's name: `trump` or `meld`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A deal: awaited, in hand from the naming of its trump, or over."""

    number: int
    """From 1, through the match."""
    dealer: str
    game: int = 0
    """The number of the game in which it was dealt."""
    start: Pair = ZERO
    """The totals when trump is named, to which a misdeal returns (7.1)."""
    start_since: Pair = ZERO
    """The moment since which each side had a hundred then."""
    order: tuple[str, ...] = ()
    """The seats from Forehand, who leads first (2.2)."""
    suit: Suit | None = None
    """The trump suit, once it is named."""
    card: Card | None = None
    """The card shown, if it is known."""
    misdeals: int = 0
    """The number of times it was void and dealt again."""
    events: Chain[Adjusted] = EMPTY
    """The rulings since the deal before."""
    melds: tuple[Meld, ...] = ()
    """In the order entered."""
    bid: str | None = None
    """The player who bid vol (3.6), or None."""
    taken: bool = False
    """True if strokes for melds were taken instead of playing (3.5)."""
    tricks: tuple[Trick, ...] = ()
    revokes: tuple[Revoke, ...] = ()
    """The revokes that its tricks show, in order of the tricks and then of play."""
    strays: tuple[Stray, ...] = ()
    owed: str | None = None
    """The player who has played king and queen of trumps, and still waits for their side's first trick (5.4)."""
    points: Pair = ZERO
    """The points of the tricks, and of the table's adjustments since trump was named."""
    claims: Chain[Claimed] = EMPTY
    entries: Chain[Any] = EMPTY
    """The actions of the deal without their times, except rulings."""
    final: Pair | None = None
    """The totals at its end; None while it is in hand."""
    won: int = 0
    """The number of the game that was won in it; 0 if none was."""

    @property
    def trump(self) -> Suit:
        """The trump suit, which has been named."""
        assert self.suit is not None
        return self.suit

    @property
    def best(self) -> Meld | None:
        """The best meld. Rule 3.3."""
        return ranked.best(self.melds, self.trump, self.order) if self.melds else None

    @property
    def best_side(self) -> str | None:
        """The side that counts its melds. Rule 3.2."""
        best = self.best
        return side_of(best.player) if best else None

    def counts(self, meld: Meld) -> bool:
        """Return True if a meld counts. Rule 3.2."""
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
    def ruled(self) -> Pair:
        """The points that the table gave or took since trump was named. Rule 7.4."""
        points = ZERO
        for event in takewhile(lambda event: event.entries, reversed(self.events)):
            points = points if event.is_strokes else points.plus(event.side, event.number)
        return points

    def tricks_of(self, side: str) -> int:
        """The number of tricks that a side has won."""
        return tricks_of(self.tricks).of(side)

    @property
    def vol_is_open(self) -> bool:
        """True if a bid vol can still be won. Rule 3.6."""
        return self.bid is not None and not self.tricks_of(other(side_of(self.bid)))

    @property
    def plays(self) -> tuple[tuple[tuple[str, Card], ...], ...]:
        """The cards of each trick with their players, in order of play."""
        return tuple(
            tuple((seat_after(trick.leader, place), card) for place, card in enumerate(trick.cards))
            for trick in self.tricks
        )

    def player_of(self, card: Card) -> tuple[int, str] | None:
        """Return the number of the trick in which a card was played, and its player."""
        for number, plays in enumerate(self.plays, 1):
            for seat, played in plays:
                if played is card:
                    return number, seat
        return None

    def item(self, side: str, name: str) -> int:
        """Return a side's points for `cards`, `last`, `melds` or `stikk`. Rules 5.1 to 5.3."""
        own = [trick for trick in self.tricks if side_of(trick.winner) == side]
        if name == "cards":
            return sum(trick.value for trick in own)
        if name == "last":
            return sum(trick.last for trick in own)
        if name == "melds":
            return self.of_melds.of(side)
        return STIKK * sum(bool(trick.stikk) and side_of(trick.stikk or "") == side for trick in self.tricks)


def is_stikk_card(card: Card, trump: Suit) -> bool:
    """Return True if a card is the king or queen of trumps. Rule 5.3."""
    return card.suit is trump and card.rank in (Rank.KING, Rank.QUEEN)
