"""What a game provides to the core: plain functions. To the core its setup, match and actions are opaque.

A setup and an action are frozen dataclasses; every action has a field `at`, the time it was done or None.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from referee.faults import Fault
from referee.games.edits import Edit, Placed, Transition

S = TypeVar("S")
M = TypeVar("M")
A = TypeVar("A")
Columns = dict[str, Any]
"""A row of the database, or a part of one, by column."""


@dataclass(frozen=True, slots=True)
class Record(Generic[S, A]):
    """A match as people played it: what is exported and imported."""

    setup: S
    actions: tuple[A, ...]


class Tracker(Protocol[M]):
    """Follows a match through its corrected log, and notices untouched actions that came to mean something else."""

    def faults(self, transition: Transition[M, Any], now: M) -> Iterator[Fault]:
        """Why an untouched action does not belong where it would stand now, though the rules may allow it there."""

    def accept(self, placed: Placed, after: M) -> None:
        """Take in an action that fits, and the match after it."""


@dataclass(frozen=True, slots=True)
class SnapshotFormat(Generic[S, M]):
    """How a match is stored as it stood, so that it need not be folded from its first action."""

    is_due: Callable[[M, M], bool]
    """Whether a snapshot is to be made, by the match before and after an entry."""
    write: Callable[[M], Columns]
    read: Callable[[Columns, S, Callable[[], M]], M]
    """The match from its snapshot and its setup; the function folds what the snapshot leaves out.

    Raises LookupError, TypeError or ValueError if it cannot be read.
    """
    trim: Callable[[M, Callable[[], M]], M]
    """The match with no more in memory than is soon asked for; the function folds the rest."""
    size: Callable[[M], int]
    """What a match takes in memory: roughly, in bytes."""
    full_size: Callable[[M], int]
    """The same when all of it is in memory."""


@dataclass(frozen=True, slots=True)
class Game(Generic[S, M, A]):
    """A game."""

    key: str
    """Its name in addresses, commands and files."""
    title: str
    format: str
    """What a record of it names as its format."""
    edition: int
    """Raised whenever the rows below change: then every match is projected again."""
    code: Path
    """The folder of its code."""
    seats: Mapping[str, str]
    """The seats in order of play, and the word for each."""
    partners: Mapping[str, str]
    """The partner's seat for each seat; empty where everybody plays alone."""

    # --- setup and house rules
    read_setup: Callable[..., S]
    """From JSON; with `stored=True` of a match in a database, which may be older than some check.

    Raises RefusedError.
    """
    write_setup: Callable[[S], Columns]
    players: Callable[[S], dict[str, str]]
    """The players' names by seat."""
    with_players: Callable[[S, Mapping[str, str]], S]
    """A setup with other names for some seats."""
    rematch: Callable[[M, datetime], S]
    """The setup of a rematch that starts at a moment."""
    house_rules: Mapping[str, Any]
    """The sets of rules that come with the game, by name."""
    read_rules: Callable[[object], Any]
    write_rules: Callable[[Any], Columns]

    # --- records
    read_action: Callable[[object], A]
    """From JSON. Raises RefusedError."""
    write_action: Callable[[A], Columns]
    read_record: Callable[[object], Record[S, A]]
    write_record: Callable[[Record[S, A]], Columns]
    digest: Callable[[Record[S, A]], str]
    """A hash that two records share only if they are the same."""
    replay: Callable[[Record[S, A]], M]
    """The match of a record. Raises RefusedError naming the first action that is not allowed."""
    outcome: Callable[[M], Columns]
    sheet: Callable[[M], str]

    # --- rules
    begin: Callable[[S], M]
    step: Callable[[M, A], M]
    """The match after an action. Raises RefusedError with every fault."""
    faults: Callable[[M, A], tuple[Fault, ...]]
    fold: Callable[[S, Iterable[A]], M]
    """The match after a log of actions. Raises RefusedError."""
    is_over: Callable[[M], bool]
    has_begun: Callable[[M], bool]
    now: Callable[[M], datetime]
    """When the last action was done."""

    # --- turns and fair play
    is_due: Callable[[M, str, Sequence[A]], bool]
    """Whether actions that were made for a turn of the match belong where it stands."""
    is_entered: Callable[[M, str, Sequence[A]], bool]
    """Whether that turn has been entered already, with the very same content."""
    refusal: Callable[[M, Sequence[Fault]], Columns | None]
    """What the log says of an action that was refused for some faults; None if it says nothing."""
    guessing_faults: Callable[[M, Sequence[Transition[M, A]], Sequence[Edit], int | None], Iterator[Fault]]
    """What forbids edits of a match because their preview would tell what is still hidden.

    The number is that of an action that is about to be edited as well.
    """
    is_public: Callable[[M, Transition[M, A]], bool]
    """Whether everybody may see an action of the log, by the match as it stands now."""
    tracker: Callable[[Sequence[Transition[M, A]]], Tracker[M]]

    # --- snapshots and rows
    snapshots: SnapshotFormat[S, M]
    figures: type[Any]
    """A dataclass of counts: what a player did. Each is a column of the results and their totals."""
    setup_columns: Callable[[S], Columns]
    """Columns of a match that never change."""
    state_columns: Callable[[M], Columns]
    """Columns of a match that change with its state."""
    results: Callable[[M], dict[str, Columns]]
    """Of a match that is over what each player did, by seat: the counts of `figures`."""
    rows: Callable[[M], list[Columns]]
    """Of a match its tricks, or the like, as rows."""
    public_rows: Callable[[M], list[Columns]]
    """Those that everybody may see, of a match that is being played."""
    row_columns: tuple[str, ...]
