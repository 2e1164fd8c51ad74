"""Defaults of the `Game` of every sitting."""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from referee.faults import Fault
from referee.games.game import Columns, Game
from referee.games.kit.figures import Figures
from referee.games.kit.records import Format, Kinds
from referee.games.kit.setups import SetupFormat
from referee.games.kit.stepping import Stepping
from referee.games.sittings import guesses, projection, talk, turns
from referee.games.sittings.outcomes import outcome
from referee.games.sittings.seen import is_public, seen
from referee.games.sittings.sheet import score_sheet
from referee.games.sittings.state import Match
from referee.results import Result

S = TypeVar("S")
M = TypeVar("M")
A = TypeVar("A")
AnyMatch = Match[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingGame(Game[S, M, A]):
    """A game of deals that are settled, until the players stop. Its defaults are the same for all such games."""

    next_dealer: Callable[[Any], Any] = lambda before: before.deal.dealer
    has_begun: Callable[[Any], bool] = lambda now: bool(now.settled or now.deal.is_begun or now.deal.events)
    turn_of: Callable[[Any], str] = turns.turn_of
    is_awaited: Callable[[Any, Any], bool] = turns.is_awaited
    refusal: Callable[[Any, Any], Any] = guesses.refusal
    refusal_keys: Set[str] = frozenset({"deal"})
    closed_faults: Callable[[Any, Any], Iterator[Fault]] = guesses.closed_faults
    setup_faults: Callable[[Any, Any, Any], Iterator[Fault]] = guesses.setup_faults
    seen: Callable[[Any], Any] = seen
    is_public: Callable[[Any, Any], bool] = is_public
    guessing_faults: Callable[[Any, Any, Any, Any, Any], Iterator[Fault]] = guesses.guessing_faults
    state_columns: Callable[[Any], Columns] = lambda now: projection.state_columns(now, "")
    result: Callable[[Any], Mapping[str, Result]] = projection.result
    figures: type[Any] = Figures
    counted: Callable[[Any], Mapping[Any, Any]] = projection.figures
    rows: Callable[[Any], list[Columns]] = projection.deals
    public_rows: Callable[[Any], list[Columns]] = projection.deals


def plain_format(title: str, name: str, kinds: Kinds, setups: SetupFormat[S], stepping: Stepping[S, Any, Any],
                 unit: str) -> Format[S, Any, Any]:  # fmt: skip
    """Return the format of a sitting's records where everyone scores what they took, counted in a `unit`."""

    def sheet(match: AnyMatch) -> str:
        events = partial(talk.event_line, unit=unit)
        return score_sheet(match, title, events, talk.settled_line, talk.end_line(match))

    return Format(title, name, kinds, setups, stepping, outcome, sheet)
