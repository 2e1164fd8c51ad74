"""Events of a deal: one for each action that was entered, with the points pegged."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from referee.cards import Card
from referee.games.cribbage.actions import Kind
from referee.games.cribbage.counting import CardSet
from referee.games.cribbage.items import NOTHING, Item, Worth
from referee.games.kit.sides import ZERO, Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of the events."""

    name: ClassVar[str]
    """The event's name in outcomes."""
    player: str
    points: int
    """The points that it was worth."""
    pegged: Pair = ZERO
    """The points pegged: fewer than its worth if the game hole came first (5.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    """Base of the events that score items."""

    items: Mapping[Item, Worth] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterTurned(Scored):
    """The dealer turned up the starter. Rule 2.3."""

    name = "starter"
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed(Scored):
    """A card was played. Rule 3.6."""

    name = "play"
    card: Card
    count: int
    """The count with this card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoSaid(Scored):
    """A player said go; if it ended the count, the player of the last card pegs. Rule 3.9."""

    name = "go"
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied(Event):
    """The opponent was asked about a false go. Rule 7.6."""

    name = "reply"
    takes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Scored):
    """A hand was counted. `points` is the true count, or the number entered. Rules 4.1 and 6.2."""

    name = "hand"
    cards: tuple[Card, ...] | None
    """None if it was entered as points."""
    sets: tuple[CardSet, ...] = ()
    claimed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CribCounted(Counted):
    """The crib was counted. Rule 4.1."""

    name = "crib"


@dataclass(frozen=True, slots=True, kw_only=True)
class MugginsCalled(Event):
    """The opponent called `points`. Rule 6.5."""

    name = "muggins"
    right: int
    """The number of these points that had been missed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsPegged(Event):
    """A player pegged in a play by points. Rule 8.2."""

    name = "peg"


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalised(Event):
    """A player erred, and the other pegged `points`. Rules 7.2 to 7.4."""

    name = "penalty"
    kind: Kind
    taken: int
    """The points removed from the player who erred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted(Event):
    """The table gave points, or took them away. Rule 7.8."""

    name = "adjust"
    reason: str
