"""Highlights of a match that is over, in a few sentences."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from referee.english import plural, times
from referee.games.kit.races import Race
from referee.games.kit.sides import Pair, other

_FAR, _OFTEN = 10, 3
"""The minimum points for mentioning a comeback, and the minimum number of lead changes for mentioning them."""


def of_race(races: Sequence[Race], name: Callable[[str], str]) -> list[str]:
    """Describe a comeback, or a lead that changed often, in the last race, if its game is finished; `name` names its
    winner."""
    lines = list[str]()
    if not races or races[-1].result is None:
        return lines
    race, winner = races[-1], name(races[-1].result.winner)
    if race.comeback >= _FAR:
        lines.append(f"{winner} came from {plural(race.comeback, 'point')} behind.")
    if race.lead_changes >= _OFTEN:
        lines.append(f"The lead changed {times(race.lead_changes)}.")
    return lines


def comeback(course: Iterable[Pair], winner: str | None, names: str, unit: str) -> list[str]:
    """Describe from how far behind the winner came, in the totals of both sides after each game or deal."""
    gaps = (both.of(other(winner)) - both.of(winner) for both in course if winner)
    behind = max(gaps, default=0)
    return [f"{names} came from {plural(behind, unit)} behind."] if behind >= 2 else []


def stood_out(what: str, best: Iterable[str]) -> list[str]:
    """Name the best of something in a sentence, with all level items: `Best deal: Ann, +6 in deal 1.`; or none.

    Equal words appear once, with their number: `Best trick: Ann’s 7, twice.`
    """
    often = Counter(best)
    text = "; ".join(each if often[each] == 1 else f"{each}, {times(often[each])}" for each in often)
    return [f"{what}: {text}."] if text else []
