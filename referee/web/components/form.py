"""The form of a player in words: the latest matches in one sentence."""

from collections.abc import Sequence
from itertools import takewhile

from referee.english import in_words
from referee.store.players import PlayedMatch


def form_sentence(played: Sequence[PlayedMatch], has_earlier: bool, points: str, hand: str, other: str | None) -> str:
    """Describe the results of matches, oldest first, at least one, the points a hand, and the results of the latest.

    `has_earlier` is true if these are the last of several. `points` and `hand` are the game's words for them, and
    `other` the opponents with whom the points are compared; None if they are the player's own gains and losses.
    """
    difference = sum(match.points - match.points_against for match in played)
    hands = sum(match.hands for match in played)
    by = _by(difference, hands, points, hand, other) if hands else ""
    return f"{_won(played, has_earlier)}{by}{_latest(played)}."


def _won(played: Sequence[PlayedMatch], has_earlier: bool) -> str:
    count, won = len(played), sum(match.won for match in played)
    word = "Won" if won else "Lost"
    if count == 1:
        return f"{word} the {'last' if has_earlier else 'only'} match"
    if won in (0, count):
        together = "both" if count == 2 else f"all {count}"
        return f"{word} all of the last {count} matches" if has_earlier else f"{word} {together} matches"
    return f"Won {won} of {'the last ' if has_earlier else ''}{count} matches"


def _by(difference: int, hands: int, points: str, hand: str, other: str | None) -> str:
    """The points, as a part of the sentence."""
    number = f"{abs(difference) / hands:.1f}"
    rate = f"{'less than 0.1' if number == '0.0' else number} {points} a {hand}"
    if other is None:
        return f", {'gaining' if difference > 0 else 'losing'} {rate}" if difference else f", with no {points} gained"
    if not difference:
        return f", with as many {points} as {other}"
    return f", {rate} {'better' if difference > 0 else 'worse'} than {other}"


def _latest(played: Sequence[PlayedMatch]) -> str:
    """Describe the results of the latest matches, unless all were alike."""
    last = played[-1].won
    same = len(list(takewhile(lambda match: match.won is last, reversed(played))))
    if same == len(played):
        return ""
    result = "won" if last else "lost"
    return f"; the last one was {result}" if same == 1 else f"; the last {in_words(same)} were {result}"
