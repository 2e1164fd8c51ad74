"""The course of a match: the race of each game, and its highlights. Only for hands that are over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.games.edits import Transition
from referee.games.havilering.actions import Action, Adjust, Claim, Misdeal, Muggins, Play
from referee.games.havilering.combinations import Item
from referee.games.havilering.results import Game, Trick
from referee.games.havilering.state import Match
from referee.games.havilering.summary import Hand, hands
from referee.games.kit.figures import best
from referee.games.kit.sides import EW, NS, ZERO, Pair, other
from referee.season import Season


@dataclass(frozen=True, slots=True)
class Step:
    """The totals after a trick, or after a ruling that moved pegs."""

    hand: int
    trick: int
    """The number of complete tricks of the hand."""
    totals: Pair


@dataclass(frozen=True, slots=True)
class Race:
    """The course of a game's totals to the target."""

    number: int
    season: Season
    target: int
    start: Pair
    """The totals at its start (7.4)."""
    steps: tuple[Step, ...]
    hands: tuple[Hand, ...]
    result: Game | None
    """The finished game, or None."""

    @property
    def course(self) -> list[Pair]:
        """The totals from its start to its end."""
        return [self.start, *(step.totals for step in self.steps)]

    @property
    def ends(self) -> dict[int, Pair]:
        """The totals at the end of each hand, by its number."""
        return {step.hand: step.totals for step in self.steps}

    @property
    def lead_changes(self) -> int:
        """The number of times that the leading side changed until the game was won."""
        ahead = [totals.ahead for totals in self._till_won() if totals.ahead]
        return sum(one != other for one, other in pairwise(ahead))

    @property
    def comeback(self) -> int:
        """The largest number of points by which the winner was behind."""
        if self.result is None:
            return 0
        winner = self.result.winner
        return max(0, *(totals.of(other(winner)) - totals.of(winner) for totals in self._till_won()))

    @property
    def won_at(self) -> int | None:
        """The index in `course` at which it was won, or None."""
        reached = (at for at, totals in enumerate(self.course) if max(totals.ns, totals.ew) >= self.target)
        return next(reached, None)

    def _till_won(self) -> list[Pair]:
        return self.course if self.won_at is None else self.course[: self.won_at + 1]


def races(match: Match) -> list[Race]:
    """Each game of a match in which something happened, in order."""
    list_of_races, all_hands, starts = [], hands(match), [ZERO, *(game.head_start for game in match.games)]
    for number in sorted({hand.game for hand in all_hands}):
        played = tuple(hand for hand in all_hands if hand.game == number)
        result = match.games[number - 1] if number <= len(match.games) else None
        season, start, target = (
            result.season if result else match.season,
            starts[number - 1],
            match.setup.rules.target,
        )
        list_of_races.append(Race(number, season, target, start, tuple(_steps(start, played)), played, result))
    return list_of_races


def _steps(totals: Pair, played: tuple[Hand, ...]) -> Iterator[Step]:
    """Yield the totals, summed up anew: a trick's own totals include calls made after a later ruling."""
    for hand in played:
        for number in range(len(hand.tricks) + 1):
            if number:
                pegged = hand.tricks[number - 1].pegged
                totals = totals.plus(NS, pegged.ns).plus(EW, pegged.ew)
                yield Step(hand.number, number, totals)
            for given in hand.adjustments:
                if given.after_trick == number and given.points:
                    totals = totals.plus(given.side, given.points)
                    yield Step(hand.number, number, totals)


def moments(done: Sequence[Transition[Match, Action]]) -> list[Match]:
    """The match at its beginning, and after each trick with its claim and calls, each ruling and each misdeal.

    For a match in play, only hands that are over (2.8).
    """
    if not done:
        return []
    now, states = done[-1].after, [done[0].before]
    for this, following in zip(done, [*done[1:], None], strict=True):
        if not now.is_over(this.before.hand):
            break
        goes_on = following is not None and isinstance(following.action, Claim | Muggins)
        if isinstance(this.action, Play | Claim | Muggins | Adjust | Misdeal) and not goes_on:
            states.append(this.after)
    return states if len(states) > 1 else []


def best_tricks(match: Match) -> list[Trick]:
    """The trick that is worth most in hands that are over; several if they are level."""
    return best((trick for trick in match.tricks if match.is_over(trick.hand)), lambda trick: trick.score.points)


def greatest_swings(match: Match) -> list[tuple[Hand, str]]:
    """The hand with the largest difference between the sides, and the side that gained; several if they are level."""
    over = [(hand, hand.brought.ahead) for hand in hands(match) if hand.over]
    swings = [(hand, ahead) for hand, ahead in over if ahead]
    return best(swings, lambda each: abs(each[0].brought.ns - each[0].brought.ew))


def captures(match: Match) -> list[Trick]:
    """The tricks in which Jack Havel was won, in hands that are over (4.11)."""
    return [trick for trick in match.tricks if match.is_over(trick.hand) and Item.JACK_HAVEL in trick.score.items]
