"""A player's figures as lines to read, and names that look as if they were typed twice."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.havilering.combinations import Item
from referee.havilering.figures import Figures
from referee.havilering.talk import plural
from referee.people import Player

_LONG_ENOUGH = 4
"""Letters of a name from which one of them may be wrong; in a short one it makes another name."""


@dataclass(frozen=True, slots=True)
class Line:
    """A figure: what it is, its value, and what it comes from."""

    name: str
    value: str
    note: str = ""


def lines(counts: Figures) -> list[Line]:
    """What a player did, but for combinations and Muggins."""
    as_dealer, taken = counts.jack_havel_dealer, counts.jack_havel
    return [
        Line("Matches won", f"{counts.matches_won} of {counts.matches}", share(counts.matches_won, counts.matches)),
        Line("Games won", f"{counts.games_won} of {counts.games}", share(counts.games_won, counts.games)),
        Line(
            "Points a hand",
            mean(counts.points, counts.hands),
            f"{mean(counts.points_against, counts.hands)} against, in {plural(counts.hands, 'hand')}",
        ),
        Line(
            "Share of tricks",
            share(counts.tricks_won, counts.tricks),
            f"{counts.tricks_won} of {counts.tricks}; an even share is 25 %",
        ),
        Line("A trick won is worth", mean(counts.worth_won, counts.tricks_won), "taken in person"),
        Line("A trick given is worth", mean(counts.worth_given, counts.tricks_given), "taken by the other side"),
        Line("Jack Havel", plural(taken, "time"), f"{as_dealer} as dealer, {taken - as_dealer} not"),
        Line("Revokes", str(counts.revokes)),
    ]


def muggins(counts: Figures) -> list[Line]:
    """What a player claimed and called; nothing where Muggins was never played."""
    if not counts.claims and not counts.calls:
        return []
    return [
        Line("Calls", str(counts.calls), f"{counts.called_right} named rightly, {counts.called_wrong} wrongly"),
        Line("Points by calls", str(counts.gained), f"{counts.lost} given away by wrong ones"),
        Line(
            "Missed", plural(counts.missed, "point"), f"in {plural(counts.claims, 'claim')}, {counts.caught} caught"
        ),
    ]


def combinations(counts: Figures) -> list[tuple[Item, int, str]]:
    """Each of the twelve: how often it was in a trick taken in person, and in how many of a hundred such tricks."""
    return [(item, counts.of(item), mean(100 * counts.of(item), counts.tricks_won)) for item in Item]


def share(part: int, whole: int) -> str:
    """A part in per cent."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


def mean(total: int, count: int) -> str:
    """A mean to one place."""
    return f"{total / count:.1f}" if count else "–"


def typed_twice(players: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Players whose names are alike but for capitals, accents, or one letter."""
    spelt: dict[str, list[Player]] = defaultdict(list)
    told = set()
    for player in players:
        for spelling in _spellings(player.name):
            for other in spelt[spelling]:
                if other is not player and (other.id, player.id) not in told:
                    told.add((other.id, player.id))
                    yield other, player
            spelt[spelling].append(player)


def _spellings(name: str) -> set[str]:
    """A name without capitals, accents and signs; and the same with any one letter left out."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name).casefold() if sign.isalnum()) or name
    if len(plain) < _LONG_ENOUGH:
        return {plain}
    return {plain, *(plain[:place] + plain[place + 1 :] for place in range(len(plain)))}
