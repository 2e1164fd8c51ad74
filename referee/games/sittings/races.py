"""Races of deals: two sides win deals, by tricks or by a result that the table enters, until one side has enough."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from referee.cards import Card
from referee.chain import EMPTY, Chain
from referee.english import number_of
from referee.faults import Fault
from referee.games.kit.actions import Timed
from referee.games.kit.legality import Checks, Faults, no_faults, taken_faults
from referee.games.kit.records import Kind
from referee.games.kit.seated import Seated
from referee.games.kit.sides import SIDE_WORDS, SIDES, ZERO, Pair, other, tricks_of
from referee.games.kit.values import REASON, number, word
from referee.games.sittings.actions import Misdeal, Play
from referee.games.sittings.state import Misdealt, Trick

ADJUSTMENTS = range(-100, 101)


@dataclass(frozen=True, slots=True)
class Result(Timed):
    """A side has won the deal, without all of its tricks being entered; `lost` are the tricks of the other side."""

    side: str
    lost: int


@dataclass(frozen=True, slots=True)
class Adjust(Timed):
    """The table gives a side deals, or takes them away."""

    side: str
    deals: int
    reason: str


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The table gave a side deals, or took them away."""

    side: str
    deals: int
    reason: str
    after: int
    """The number of entries of the deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceDeal:
    """A deal: the one in hand, or one that is over."""

    number: int
    dealer: str
    misdeals: int = 0
    """The number of times it was void and dealt again."""
    tricks: tuple[Trick, ...] = ()
    events: Chain[Misdealt | Adjusted] = EMPTY
    """Misdeals and adjustments, including the void deals of its number."""
    result: Pair | None = None
    """The tricks of both sides, if entered."""
    winner: str | None = None
    """The side that won it."""
    total: Pair = ZERO
    """The score after it."""

    @property
    def taken(self) -> Pair:
        """The tricks of both sides."""
        return self.result or tricks_of(self.tricks)

    @property
    def entries(self) -> tuple[object, ...]:
        """The entries of each turn."""
        return self.tricks

    @property
    def is_begun(self) -> bool:
        """True if anything other than rulings was entered."""
        return bool(self.entries or self.winner)

    @property
    def entry(self) -> str:
        """The way it was entered."""
        return "tricks" if self.result is None else "mixed" if self.tricks else "result"


@dataclass(frozen=True, slots=True)
class Match(Seated):
    """The state of a match, whose first phase awaits a deal, and whose last is its end.

    Its setup has `wins`, the deals that win the match, and `to_win`, the tricks that win a deal.
    """

    setup: Any
    now: datetime
    deal: Any
    """The deal in hand; at the end the one that was in hand, or an empty one with the last dealer."""
    phase: Any
    deals: Chain[Any] = EMPTY
    """The deals that are over."""
    score: Pair = ZERO
    """The deals won, and given or taken by the table."""

    @property
    def winner(self) -> str | None:
        """The side that has won the match."""
        return next((side for side in SIDES if self.score.of(side) >= self.setup.wins), None)

    @property
    def all_deals(self) -> tuple[Any, ...]:
        """The deals that are over, and the one in hand."""
        return (*self.deals, self.deal)

    @property
    def next_dealer(self) -> str:
        """The dealer of the next deal; the same dealer if a ruling ended the match during a deal."""
        by_deal = bool(self.deals) and self.deals[-1].number == self.deal.number
        return str(self.setup.left(self.deal.dealer) if by_deal else self.deal.dealer)

    @property
    def ends(self) -> tuple[Any, Any]:
        """The first phase and the last one."""
        phases: Any = type(self.phase)
        return next(iter(phases)), [*phases][-1]


M = TypeVar("M", bound=Match)


def usual_kinds(lost: range) -> dict[str, Kind[Any]]:
    """The types of action of every race; `lost` are the tricks that the losers of a deal may have."""
    return {
        "result": Kind(Result, {"side": word(SIDES), "lost": number(lost)}, in_turn=True),
        "misdeal": Kind(Misdeal),
        "adjust": Kind(Adjust, {"side": word(SIDES), "deals": number(ADJUSTMENTS), "reason": REASON}),
    }


def usual_checks(*phases: Any) -> Checks:
    """The checks of those actions, which can be entered in any phase but the last."""
    return {
        Result: (phases, "the result of the deal", result_faults),
        Misdeal: (phases, "a misdeal", no_faults),
        Adjust: (phases, "a ruling", _adjust_faults),
    }


def result_faults(match: Any, action: Result) -> Faults:
    """A result in which the losers have fewer tricks than were entered."""
    taken = match.deal.taken.of(other(action.side))
    if taken > action.lost:
        text = f"{SIDE_WORDS[other(action.side)]} have taken {number_of(taken, 'trick')} of this deal already."
        yield Fault("fewer-than-taken", text, (str(action.lost),))


def _adjust_faults(match: Any, action: Adjust) -> Faults:
    yield from taken_faults(action.side, match.score.of(action.side), action.deals, "deal")


def beginning(match: Callable[..., M], deal: Callable[..., Any], phase: Any) -> Callable[[Any], M]:
    """Return a function that begins a match of these classes in a phase, given its setup."""
    return lambda setup: match(setup, setup.started, deal(number=1, dealer=setup.dealer), phase)


def played(match: M, action: Play, place: Callable[[tuple[Card, ...]], int]) -> M:
    """A trick, with the place of the card that takes it; it may win the deal."""
    leader, deal = action.leader or match.expected_leader, match.deal
    winner = match.setup.clockwise(leader)[place(action.cards)]
    deal = replace(deal, tricks=(*deal.tricks, Trick(len(deal.tricks) + 1, leader, action.cards, winner)))
    won = next((side for side in SIDES if deal.taken.of(side) == match.setup.to_win), None)
    return _ended(match, deal, won) if won else replace(match, deal=deal)


def settled(match: M, action: Result) -> M:
    """The result of a deal."""
    tricks = ZERO.with_(action.side, match.setup.to_win).with_(other(action.side), action.lost)
    return _ended(match, replace(match.deal, result=tricks), action.side)


def _ended(match: M, deal: Any, winner: str) -> M:
    """A side has won a deal, and maybe the match."""
    score, (first, last) = match.score.plus(winner, 1), match.ends
    match = replace(match, deals=match.deals.append(replace(deal, winner=winner, total=score)), score=score)
    if match.winner:
        return replace(match, phase=last, deal=type(deal)(number=deal.number, dealer=deal.dealer))
    fresh = type(deal)(number=deal.number + 1, dealer=match.setup.left(deal.dealer))
    return replace(match, phase=first, deal=fresh)


def misdealt(match: M, action: Misdeal) -> M:
    """The deal is void, and the same player deals again; rulings stand."""
    void = match.deal
    events = void.events.append(Misdealt(void.dealer, again=True))
    fresh = type(void)(number=void.number, dealer=void.dealer, misdeals=void.misdeals + 1, events=events)
    return replace(match, phase=match.ends[0], deal=fresh)


def adjusted(match: M, action: Adjust) -> M:
    """A ruling of the table, which may end the match."""
    event = Adjusted(action.side, action.deals, action.reason, len(match.deal.entries))
    deal = replace(match.deal, events=match.deal.events.append(event))
    match = replace(match, deal=deal, score=match.score.plus(action.side, action.deals))
    return replace(match, phase=match.ends[1]) if match.winner else match


STEPS: dict[type[Any], Callable[[Any, Any], Any]] = {Result: settled, Misdeal: misdealt, Adjust: adjusted}
"""The steps of those actions."""
