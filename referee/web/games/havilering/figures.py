"""A player's figures as lines to read, and names that look as if they were typed twice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.english import plural, titled
from referee.fields import NAME_LENGTH
from referee.games.havilering.combinations import Item
from referee.games.havilering.figures import Figures
from referee.games.havilering.talk import NAMES
from referee.store.players import Counted, Player
from referee.text import folded

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


def each_of(two: Sequence[Figures]) -> list[tuple[str, list[str]]]:
    """What two partners did in person, side by side."""
    rows = [(line.name, [lines(counts)[place].value for counts in two]) for place, line in enumerate(lines(two[0]))]
    rows = rows[_OF_BOTH:]
    if any(counts.claims or counts.calls for counts in two):
        rows += [
            ("Calls of Muggins", [str(counts.calls) for counts in two]),
            ("Points by calls", [str(counts.gained) for counts in two]),
            ("Points missed", [str(counts.missed) for counts in two]),
        ]
    return rows + [(titled(NAMES[item]), [str(counts.of(item)) for counts in two]) for item in Item]


def of_both(counts: Figures) -> list[Line]:
    """What two partners did together."""
    return lines(counts)[:_OF_BOTH]


_OF_BOTH = 3
"""Lines that are the same for both partners."""


def combinations(counts: Figures) -> list[tuple[Item, int, str]]:
    """Each of the twelve: how often it was in a trick taken in person, and in how many of a hundred such tricks."""
    return [(item, counts.of(item), mean(100 * counts.of(item), counts.tricks_won)) for item in Item]


def best_partner(partners: Sequence[Counted[Figures]], enough: int = 3) -> Counted[Figures] | None:
    """With whom the greatest share of matches was won, of those with enough of them; of all, if none has that."""
    tried = [each for each in partners if each.figures.matches >= enough] or partners
    return max(
        tried, key=lambda each: (each.figures.matches_won / each.figures.matches, each.figures.matches), default=None
    )


def share(part: int, whole: int) -> str:
    """A part in per cent."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


def mean(total: int, count: int) -> str:
    """A mean to one place."""
    return f"{total / count:.1f}" if count else "–"


def typed_twice(players: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Players whose names are alike but for capitals, accents, or one letter; each with the first such."""
    first: dict[str, Player] = {}
    for player in players:
        spellings = _spellings(player.name)
        alike = next((first[spelling] for spelling in spellings if spelling in first), None)
        if alike:
            yield alike, player
        for spelling in spellings:
            first.setdefault(spelling, player)


def _spellings(name: str) -> set[str]:
    """A name without capitals, accents and signs; and the same with any one letter left out."""
    plain = "".join(sign for sign in folded(name) if sign.isalnum())[:NAME_LENGTH] or name
    if len(plain) < _LONG_ENOUGH:
        return {plain}
    return {plain, *(plain[:place] + plain[place + 1 :] for place in range(len(plain)))}
