"""Charts, as coordinates for SVG; the form of a player also in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import takewhile

from referee.english import decimal, in_words
from referee.store.players import PlayedMatch

LEFT, RIGHT, TOP, BOTTOM = 26, 298, 12, 150
"""The edges of a chart."""
ROLLING = 10
"""The number of matches over which the share won is averaged."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A label on an axis, and its position."""

    at: float
    text: str


class FormChart:
    """A player's latest matches: a bar up for a win and down for a loss, and a line for the share won."""

    left, right = LEFT, RIGHT
    top, middle, bottom = 16.0, 82.0, 148.0

    def __init__(self, played: Sequence[PlayedMatch], count: int) -> None:
        """`shown` is the number of matches drawn; earlier ones count for the share only."""
        self.played = played[-count:]
        self._all = played
        self._most = max((abs(self.margin(each)) for each in self.played), default=0.0) or 1.0

    @staticmethod
    def margin(match: PlayedMatch) -> float:
        """The points difference per hand between the player's side and the other."""
        return (match.points - match.points_against) / max(1, match.hands)

    @cached_property
    def bars(self) -> list[tuple[float, float, float, PlayedMatch]]:
        """The x, y and height of each match's bar; the height grows with the margin."""
        bars = []
        for place, match in enumerate(self.played):
            height = round(10 + 46 * abs(self.margin(match)) / self._most, 1)
            bars.append((self._x(place), self.middle - height if match.won else self.middle, height, match))
        return bars

    @cached_property
    def width(self) -> float:
        """The width of a bar."""
        return round(min(20.0, (RIGHT - LEFT) / max(1, len(self.played)) * 0.7), 1)

    @cached_property
    def line(self) -> str:
        """The share won of the last `ROLLING` matches, as the points of a polyline."""
        high = self.bottom - self.top
        return " ".join(f"{x},{round(self.bottom - share * high, 1)}" for x, share in self._shares)

    def sentence(self, points: str, hand: str, other: str | None) -> str:
        """Describe the chart in a sentence; see `form_sentence`."""
        return form_sentence(self.played, len(self._all) > len(self.played), points, hand, other)

    @cached_property
    def _shares(self) -> list[tuple[float, float]]:
        before, shares = len(self._all) - len(self.played), []
        for place in range(len(self.played)):
            upto = before + place + 1
            last = self._all[max(0, upto - ROLLING) : upto]
            shares.append((round(self._x(place) + self.width / 2, 1), sum(match.won for match in last) / len(last)))
        return shares

    def _x(self, place: int) -> float:
        room = (RIGHT - LEFT) / max(1, len(self.played))
        return round(LEFT + room * place + (room - self.width) / 2, 1)


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
    number = decimal(Fraction(abs(difference), hands))
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


def apart(wanted: Mapping[str, float], least: float) -> dict[str, float]:
    """The heights of labels from top to bottom: as wanted, but moved apart where they would overlap."""
    placed: list[float] = []
    for at in sorted(wanted.values()):
        placed.append(max(at, placed[-1] + least) if placed else at)
    floor = float(BOTTOM)
    for number in reversed(range(len(placed))):
        placed[number] = round(min(placed[number], floor), 1)
        floor = placed[number] - least
    return dict(zip(sorted(wanted, key=wanted.__getitem__), placed, strict=True))


def in_figures(names: Iterable[str], steps: Iterable[tuple[int, Iterable[object]]]) -> str:
    """The figures of a chart for those who do not see it: `Ann, Bob. 1: 19, 38. 2: 40, 61.`

    `steps` has the number of each deal or hand, and the total of each name after it.
    """
    texts = (f"{number}: {', '.join(map(str, totals))}." for number, totals in steps)
    return f"{', '.join(names)}. {' '.join(texts)}"
