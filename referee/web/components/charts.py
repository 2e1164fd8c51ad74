"""Charts, as coordinates for SVG."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.store.players import PlayedMatch
from referee.web.components.form import form_sentence

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
