"""Defaults of the `Game` of every sitting."""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any, TypeVar

from referee.faults import Fault
from referee.games.game import Game
from referee.games.sittings import legality, projection
from referee.games.sittings import seen as closed
from referee.results import Result

S = TypeVar("S")
M = TypeVar("M")
A = TypeVar("A")


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingGame(Game[S, M, A]):
    """A game of deals that are settled, until the players stop. Its defaults are the same for all such games."""

    next_dealer: Callable[[Any], Any] = lambda before: before.deal.dealer
    has_begun: Callable[[Any], bool] = lambda now: bool(now.settled or now.deal.is_begun or now.deal.events)
    turn_of: Callable[[Any], str] = legality.turn_of
    is_awaited: Callable[[Any, Any], bool] = legality.is_awaited
    refusal: Callable[[Any, Any], Any] = closed.refusal
    refusal_keys: Set[str] = frozenset({"deal"})
    closed_faults: Callable[[Any, Any], Iterator[Fault]] = closed.closed_faults
    setup_faults: Callable[[Any, Any, Any], Iterator[Fault]] = closed.setup_faults
    seen: Callable[[Any], Any] = closed.seen
    is_public: Callable[[Any, Any], bool] = closed.is_public
    guessing_faults: Callable[[Any], Iterator[Fault]] = closed.guessing_faults
    result: Callable[[Any], Mapping[str, Result]] = projection.result
