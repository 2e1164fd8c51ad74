"""The actions of a match of Karnöffel, and its setup, with their shapes in records."""

from dataclasses import dataclass, replace

from referee.cards import PACK, SUITS, Card, Rank, Suit
from referee.games.karnoffel.tricks import lowest
from referee.games.kit.records import Kind, Kinds
from referee.games.kit.setups import SetupFormat, rules_format
from referee.games.kit.sides import SEATS, SIDES
from referee.games.kit.stepping import Timed
from referee.games.kit.values import REASON, TRUTH, cards, choice, number, one_of, seat, word
from referee.games.sittings.actions import MANY_CARDS, Misdeal, Play, SittingSetup

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


TARGETS, LOST, ADJUSTMENTS = range(1, 101), range(3), range(-100, 101)


def _by_suit(action: Choose) -> Choose:
    """The suit alone, for the face-up cards that choose it. Rule 2.2."""
    return replace(action, suit=action.cards[lowest(action.cards)].suit, cards=None) if action.cards else action


KINDS: Kinds = {
    "chosen": Kind(
        Choose,
        optional={
            "suit": choice({suit.letter: suit for suit in reversed(SUITS)}),
            "cards": cards("there are four", MANY_CARDS),
        },
        ways=(("suit",), ("cards",)),
        shorter=_by_suit,
        in_turn=True,
    ),
    "trick": Kind(Play, {"cards": cards("a trick has four", MANY_CARDS)}, {"leader": seat(SEATS)}, in_turn=True),
    "result": Kind(Result, {"side": word(SIDES), "lost": number(LOST)}, in_turn=True),
    "misdeal": Kind(Misdeal),
    "adjust": Kind(Adjust, {"side": word(SIDES), "deals": number(ADJUSTMENTS), "reason": REASON}),
}
"""The types of action by name."""
RULES = rules_format(Rules(), {"target": number(TARGETS), "pack": one_of(PACKS), "devil_first": TRUTH})
SETUPS = SetupFormat(Setup, {seat: seat for seat in SEATS}, RULES)
