"""The course of a match: the race of each game, and its highlights. Only for hands that are over."""

from collections.abc import Sequence

from referee.games.edits import Transition
from referee.games.havilering.actions import Action, Adjust, Claim, Misdeal, Muggins, Play
from referee.games.havilering.combinations import Item
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match
from referee.games.havilering.summary import Hand, hands
from referee.games.kit import races as kit
from referee.games.kit.figures import best
from referee.games.kit.races import Race
from referee.games.kit.sides import Pair


def races(match: Match) -> list[Race]:
    """Each game of a match in which something happened, in order. Rule 7.4: a game may have a head start."""
    starts = {number: game.head_start for number, game in enumerate(match.games, 2)}
    return kit.races(match.games, match.setup.rules.target, hands(match), _steps, starts)


def _steps(totals: Pair, played: Sequence[Hand]) -> kit.Steps:
    """Yield the totals, summed up anew: a trick's own totals include calls made after a later ruling."""
    for hand in played:
        for number in range(len(hand.tricks) + 1):
            if number:
                totals = totals.and_(hand.tricks[number - 1].pegged)
                yield hand.number, totals
            for given in hand.adjustments:
                if given.after_trick == number and given.points:
                    totals = totals.plus(given.side, given.points)
                    yield hand.number, totals


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
