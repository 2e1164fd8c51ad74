"""The interface of a game to the core: plain functions on a setup, a match and actions that are opaque to the core.

A setup and an action are frozen dataclasses; every action has a field `at`, the time it was done or None.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from referee.faults import Fault
from referee.games.edits import DealTracker, Preview, Transition
from referee.games.kit import legality, projections
from referee.games.kit.records import Format
from referee.games.kit.rounds import USUAL, Rounds
from referee.moments import utc_text
from referee.results import Result, write_results

S = TypeVar("S")
M = TypeVar("M")
A = TypeVar("A")
Columns = dict[str, Any]
"""Values of a database row by column."""


@dataclass(frozen=True, slots=True)
class Implied(Generic[S, M, A]):
    """Changes to a log that follow from a corrected setup, such as claims, which only some matches have."""

    follows: Callable[[S, S], bool]
    """True if anything follows, given the setup before and after its correction."""
    missing: Callable[[M, A], A | None]
    """The action that must come before an action; None if nothing is missing."""
    kinds: tuple[type[Any], ...]
    """The actions to omit where they do not belong."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The names of the tables for data derived from a game's finished matches."""

    results: str
    """The figures of each player of a match; in a game with partners, with a column `partner_id`."""
    totals: str
    """The results summed up by player and season, and where there are partners, by partner."""
    rows: str
    """The rows of a match, such as its tricks."""
    order: tuple[str, ...]
    """The columns by which the rows of a match are ordered."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """A rare feat of a player, or of two partners, in one row of a finished match."""

    words: str
    when: str
    """The condition on the row, in SQL."""
    seats: str
    """The letters of the seats that achieved it, as an SQL expression."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Format[S, M, A]):
    """A game. It overrides defaults only where it differs."""

    edition: int = 1
    """Increased whenever the rows below change, so that every match is projected again."""
    seats: Mapping[str, str]
    """The seats in order of play, and the word for each."""
    partners: Mapping[str, str] = field(default_factory=dict)
    """The partner's seat for each seat; empty for a game without partners."""
    house_rules: Mapping[str, Any]
    """The game's own sets of house rules, by name."""
    next_dealer: Callable[[M], Any]
    """The seat that deals first in a rematch, with the same seats and rules."""
    is_over: Callable[[M], bool] = legality.is_over
    """True for a match that has ended: usually if it is in its last phase."""
    has_begun: Callable[[M], bool]
    """True if anything that counts has been entered."""
    result: Callable[[M], Mapping[str, Result]]
    """The result of each side, named by the letters of its seats; for a match in play, as if it ended now."""
    rounds: Rounds = USUAL
    """The rules for its matches as rounds of an evening."""

    # --- turns and fair play
    turn_of: Callable[[M], str]
    """The turn of the next entry; it changes after every entry that belongs to a turn."""
    is_awaited: Callable[[M, A], bool]
    """True if any action of a kind can be entered now."""
    meaning: Callable[[M, A], A] = lambda match, action: replace(action, at=None)  # type: ignore[type-var]
    """A `plain` action without its time, and with its implicit parts: equal for two actions with the same meaning."""
    refusal: Callable[[M, Sequence[Fault]], Columns | None] = lambda match, faults: None
    """The note for the log on an action that was refused for some faults, or None."""
    refusal_keys: Set[str] = frozenset()
    """The keys of such a note; none if nothing is noted."""
    guessing_faults: Callable[[Preview[M, A]], Iterator[Fault]] = lambda preview: iter(())
    """Faults of edits whose preview would reveal what is still hidden."""
    closed_faults: Callable[[M, A], Iterator[Fault]] = lambda match, action: iter(())
    """Faults of an action posted while something is hidden that the answer would reveal; records may contain it."""
    seen: Callable[[M], M] = lambda match: match
    """The public view of a match, without anything that the rules keep closed. Pages show nothing else of a match."""
    is_public: Callable[[M, Transition[M, A]], bool] = lambda match, transition: True
    """True for an action of the log that everybody may see, given the current match."""
    tracker: Callable[[Sequence[Transition[M, A]]], DealTracker[M]] = lambda done: DealTracker(
        lambda now: now.deal.number
    )
    """A tracker for a correction of a match, given the transitions before it."""

    # --- rows
    figures: type[Any]
    """A dataclass of counts for a player. Each field is a column of the results and totals."""
    own_tables: Tables | None = None
    """The names of its tables, if not derived from its key."""
    setup_columns: Callable[[S], Columns] = projections.setup_columns
    """Columns of a match that never change."""
    state_columns: Callable[[M], Columns]
    """Columns of a match that change with its state."""
    counted: Callable[[M], Mapping[Any, Any]]
    """The `figures` of each player of a finished match, by seat."""
    rows: Callable[[M], list[Columns]]
    """The rows of a match, such as its tricks; while it is in play, those that everybody may see."""
    achievements: Sequence[Achievement] = ()
    """Achievements that stay listed for years. Each has a partial index of its condition."""

    # --- corrections of the setup
    implied: Implied[S, M, A] | None = None
    """The changes to a log that follow from a corrected setup; None for a game without any."""
    setup_faults: Callable[[M, S, Sequence[Transition[M, A]]], Iterator[Fault]] = lambda match, setup, done: iter(())
    """Faults of a corrected setup whose preview would now reveal what is still hidden."""

    def rematch(self, before: M, started: datetime) -> S:
        """The setup of a rematch that starts at a moment."""
        old: Any = before
        again: S = replace(old.setup, dealer=self.next_dealer(before), started=started)
        return again

    @property
    def tables(self) -> Tables:
        """The tables of its results, their totals, and its deals."""
        name = self.key.replace("-", "_")
        return self.own_tables or Tables(f"{name}_results", f"{name}_totals", f"{name}_deals", ("deal",))

    def columns(self, match: Any) -> Columns:
        """The columns of a match that change with it: the game's own, the result, and when it ended, in UTC."""
        ended, result = utc_text(match.now), write_results(self.result(match))
        return self.state_columns(match) | {"ended": ended, "result": result}

    def results(self, match: M) -> dict[str, Columns]:
        """The columns of the figures of each player of a finished match, by the words for their seats."""
        words = {seat: word for word, seat in self.setups.seats.items()}
        return {words[seat]: asdict(counts) for seat, counts in self.counted(match).items()}

    def begin(self, setup: S) -> M:
        """The match before its first action."""
        return self.stepping.begin(setup)

    def step(self, match: M, action: A) -> M:
        """The match after an action. Raises RefusedError with every fault."""
        return self.stepping.step(match, action)

    def faults(self, match: M, action: A) -> tuple[Fault, ...]:
        """Return the faults that forbid an action; empty if it is allowed."""
        return self.stepping.faults(match, action)

    def says_the_same(self, match: M, one: A, other: A) -> bool:
        """Return True if two actions have the same meaning in a match, or if one is the shorter form of the other."""
        return self.are_alike(*(self.meaning(match, self.stepping.plain(match, each)) for each in (one, other)))

    def fold(self, setup: S, actions: Iterable[A]) -> M:
        """The match after a log of actions. Raises RefusedError."""
        return self.stepping.fold(setup, actions)


Games = Mapping[str, Game[Any, Any, Any]]
"""Games by their keys."""


def game_of(games: Games, setup: Any) -> Game[Any, Any, Any]:
    """The game that a setup belongs to. Raises LookupError if it is not among these."""
    for game in games.values():
        if isinstance(setup, game.setups.build):
            return game
    raise LookupError(type(setup).__name__)
