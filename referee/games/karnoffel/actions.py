"""The actions of a match of Karnöffel, and its setup."""

from dataclasses import dataclass

from referee.cards import PACK, Card, Rank, Suit
from referee.games.kit.actions import Timed
from referee.games.sittings.actions import Misdeal, Play, SittingSetup

PACKS = {
    48: tuple(card for card in PACK if card.rank is not Rank.ACE),
    40: tuple(card for card in PACK if card.rank not in (Rank.ACE, Rank.NINE, Rank.EIGHT)),
}
"""The pack by its number of cards (1.2)."""
TRICKS = 3
"""The tricks that win a deal (4.1)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The agreed rules. Rules 1.2, 3.4 and 4.2."""

    target: int = 6
    pack: int = 48
    devil_first: bool = False


HOUSE_RULES = {"As published": Rules(), "Forty cards, as in Nidwalden": Rules(pack=40)}
"""The game's own named sets of house rules."""


@dataclass(frozen=True, slots=True)
class Setup(SittingSetup):
    """The setup of a match. Rules 1.1 and 1.2."""

    rules: Rules

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards in use (1.2)."""
        return PACKS[self.rules.pack]


@dataclass(frozen=True, slots=True)
class Choose(Timed):
    """The chosen suit, or the face-up cards that choose it, left of the dealer first. Rule 2.2."""

    suit: Suit | None = None
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Result(Timed):
    """A side has won the deal, without all of its tricks being entered; `lost` are the tricks of the other side."""

    side: str
    lost: int


@dataclass(frozen=True, slots=True)
class Adjust(Timed):
    """The table gives a side deals, or takes them away. Rule 5.2."""

    side: str
    deals: int
    reason: str


Action = Choose | Play | Result | Misdeal | Adjust
