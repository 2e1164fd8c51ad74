"""Summaries of hands. The summary of the hand in play must not be shown."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile, groupby, takewhile

from referee.games.havilering.combinations import Item
from referee.games.havilering.results import Adjustment, Revoke, Trick
from referee.games.havilering.state import Match, Phase
from referee.games.kit.figures import best
from referee.games.kit.sides import ZERO, Pair


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the match, so far."""

    game: int
    number: int
    tricks: tuple[Trick, ...]
    adjustments: tuple[Adjustment, ...]
    over: bool
    """True if the hand and the time for calls have ended, so that its tricks may be shown (rule 2.8)."""
    revokes: tuple[Revoke, ...] = ()
    misdealt: bool = False
    """True if it was dealt again after a misdeal."""

    @property
    def brought(self) -> Pair:
        """The points of each side from its tricks, calls included."""
        total = ZERO
        for trick in self.tricks:
            total = total.and_(trick.pegged)
        return total

    @property
    def best(self) -> list[Trick]:
        """The trick that is worth most; several if they are level."""
        return best(self.tricks, lambda trick: trick.score.points)

    @property
    def unclaimed(self) -> dict[Item, int]:
        """The items of its tricks that were neither claimed nor called."""
        counts: dict[Item, int] = {}
        for trick in self.tricks:
            for item, count in trick.unclaimed.items():
                counts[item] = counts.get(item, 0) + count
        return counts


def hands(match: Match) -> list[Hand]:
    """All hands of a match in which something happened, in order."""
    tricks = {number: tuple(group) for number, group in groupby(match.tricks, key=lambda trick: trick.hand)}
    adjustments: dict[int, list[Adjustment]] = {}
    for adjustment in match.adjustments:
        adjustments.setdefault(adjustment.hand, []).append(adjustment)
    revokes = {number: tuple(group) for number, group in groupby(match.revokes, key=lambda revoke: revoke.trick.hand)}
    misdealt = set(match.misdeals)
    return [
        Hand(
            game=(tricks.get(number) or adjustments[number])[0].game,
            number=number,
            tricks=tricks.get(number, ()),
            adjustments=tuple(adjustments.get(number, ())),
            over=match.is_over(number),
            revokes=revokes.get(number, ()),
            misdealt=number in misdealt,
        )
        for number in sorted(tricks.keys() | adjustments.keys())
    ]


def last_hand(match: Match) -> Hand | None:
    """The hand that has just ended, until the next one begins; else None."""
    if match.phase is Phase.MATCH_OVER:
        number = match.hand
    elif match.phase is Phase.PLAY and match.in_hand == 0:
        number = match.hand - 1
    else:
        return None
    tricks = tuple(_latest(match, number))[::-1]
    later = dropwhile(lambda given: given.hand > number, reversed(match.adjustments))
    adjustments = tuple(takewhile(lambda given: given.hand == number, later))[::-1]
    happened = tricks or adjustments
    return Hand(happened[0].game, number, tricks, adjustments, over=True) if happened else None


def _latest(match: Match, number: int) -> Iterator[Trick]:
    """The tricks of the latest hand, if it has this number, the last first; earlier tricks are not loaded."""
    for trick in reversed(match.tricks):
        if trick.hand == number:
            yield trick
        if trick.hand != number or trick.number == 1:
            return
