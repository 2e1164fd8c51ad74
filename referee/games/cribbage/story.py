"""The course of a match: the race of each game, the points of each deal, and the highlights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from referee.games.cribbage.actions import SEATS, Action
from referee.games.cribbage.events import (
    Counted,
    CribCounted,
    Event,
    MugginsCalled,
    StarterTurned,
)
from referee.games.cribbage.outcome import running
from referee.games.cribbage.projection import pegged_in_play
from referee.games.cribbage.state import Deal, Match, Phase
from referee.games.edits import Transition
from referee.games.kit import races as kit
from referee.games.kit.figures import best
from referee.games.kit.races import Race
from referee.games.kit.sides import ZERO, Pair


def races(match: Match) -> list[Race]:
    """Each game of a match in which something was entered, in order."""
    played = [deal for deal in match.deals if deal.events]
    return kit.races(match.games, match.setup.rules.target, played, _steps)


def _steps(start: Pair, deals: Sequence[Deal]) -> kit.Steps:
    for deal in deals:
        for event, totals in running(deal):
            if event.pegged != ZERO:
                yield deal.number, totals


def is_over(match: Match, deal: Deal) -> bool:
    """Return True if nothing of a deal can be claimed or called any more, so all of it may be shown. Rule 6.6."""
    return match.phase is Phase.MATCH_OVER or deal.number < match.deal.number


@dataclass(frozen=True, slots=True)
class Brought:
    """The points that a player pegged in a deal, by occasion."""

    heels: int
    play: int
    hand: int
    crib: int
    muggins: int
    rulings: int

    @property
    def total(self) -> int:
        """The sum of these points."""
        return self.heels + self.play + self.hand + self.crib + self.muggins + self.rulings


def brought(deal: Deal) -> Mapping[str, Brought]:
    """Return each player's points in a deal. Points for an excessive claim count under the claimed hand (6.3)."""
    return {seat: _brought(deal, seat) for seat in SEATS}


def _brought(deal: Deal, seat: str) -> Brought:
    def of(*kinds: type[Event]) -> int:
        return sum(event.pegged.of(seat) for event in deal.events if type(event) in kinds)

    known = of(StarterTurned, Counted, CribCounted, MugginsCalled) + pegged_in_play(deal, seat)
    return Brought(
        heels=of(StarterTurned),
        play=pegged_in_play(deal, seat),
        hand=of(Counted),
        crib=of(CribCounted),
        muggins=of(MugginsCalled),
        rulings=sum(event.pegged.of(seat) for event in deal.events) - known,
    )


def moments(done: Sequence[Transition[Match, Action]]) -> list[Match]:
    """Return the match at its beginning and after each action. Each state hides the points that claims missed
    (6.6)."""
    return [done[0].before, *(each.after for each in done)] if done else []


def best_counts(match: Match) -> list[tuple[Deal, Counted]]:
    """The best hand or crib of deals that are over; several if they are level."""
    counts = ((deal, event) for deal in match.deals if is_over(match, deal) for event in deal.counted)
    return best(counts, lambda each: each[1].points)


def pegged_for(deal: Deal, count: Counted) -> Pair:
    """Return the points each player pegged for a hand or crib, with a call of Muggins on it. Rules 6.2 to 6.5."""
    later = takewhile(lambda event: not isinstance(event, Counted), deal.events[deal.events.index(count) + 1 :])
    called = next((event.pegged for event in later if isinstance(event, MugginsCalled)), ZERO)
    return count.pegged.and_(called)


def averages(match: Match) -> Mapping[str, tuple[float | None, float | None]]:
    """The average hand and crib of each player in deals that are over; None where none was counted."""
    over = [event for deal in match.deals if is_over(match, deal) for event in deal.counted]
    return {seat: (_mean(over, Counted, seat), _mean(over, CribCounted, seat)) for seat in SEATS}


def _mean(events: Sequence[Counted], kind: type[Counted], seat: str) -> float | None:
    own = [event.points for event in events if type(event) is kind and event.player == seat]
    return sum(own) / len(own) if own else None
