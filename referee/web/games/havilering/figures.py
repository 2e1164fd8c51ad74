"""A player's figures as text, and detection of misspelt duplicate names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.english import plural, titled
from referee.fields import NAME_LENGTH
from referee.games.havilering.combinations import Item
from referee.games.havilering.figures import Figures
from referee.games.havilering.talk import NAMES
from referee.store.player_names import Player
from referee.store.players import Ranking
from referee.text import folded

_LONG_ENOUGH = 4
"""The minimum length of a name in which one letter may differ; short names differ in one letter often."""


@dataclass(frozen=True, slots=True)
class Line:
    """A figure: its label, its value, and how it is computed."""

    name: str
    value: str
    note: str = ""


def lines(counts: Figures) -> list[Line]:
    """The figures of a player, except combinations and Muggins."""
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
    """The Muggins figures of a player; empty if the player never played Muggins."""
    if not counts.claims and not counts.calls:
        return []
    return [
        Line("Calls", str(counts.calls), f"{counts.called_right} named rightly, {counts.called_wrong} wrongly"),
        Line("Points by calls", str(counts.gained), f"{counts.lost} given away by wrong ones"),
        Line(
            "Missed", plural(counts.missed, "point"), f"in {plural(counts.claims, 'claim')}, {counts.caught} caught"
        ),
    ]


def individual_lines(two: Sequence[Figures]) -> list[tuple[str, list[str]]]:
    """The individual figures of two partners, side by side."""
    rows = [(line.name, [lines(counts)[place].value for counts in two]) for place, line in enumerate(lines(two[0]))]
    rows = rows[_OF_BOTH:]
    if any(counts.claims or counts.calls for counts in two):
        rows += [
            ("Calls of Muggins", [str(counts.calls) for counts in two]),
            ("Points by calls", [str(counts.gained) for counts in two]),
            ("Points missed", [str(counts.missed) for counts in two]),
        ]
    return rows + [(titled(NAMES[item]), [str(counts.of(item)) for counts in two]) for item in Item]


def shared_lines(counts: Figures) -> list[Line]:
    """The figures that two partners share."""
    return lines(counts)[:_OF_BOTH]


_OF_BOTH = 3
"""The number of lines that are the same for both partners."""


def combinations(counts: Figures) -> list[tuple[Item, int, str]]:
    """For each item, its count in the tricks won, and its count per hundred such tricks."""
    return [(item, counts.of(item), mean(100 * counts.of(item), counts.tricks_won)) for item in Item]


def best_partner(partners: Sequence[Ranking[Figures]], enough: int = 3) -> Ranking[Figures] | None:
    """The partner with the greatest share of matches won, among those with `enough` matches, else among all."""
    tried = [each for each in partners if each.figures.matches >= enough] or partners
    return max(
        tried, key=lambda each: (each.figures.matches_won / each.figures.matches, each.figures.matches), default=None
    )


def share(part: int, whole: int) -> str:
    """A part of a whole as a percentage."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


def mean(total: int, count: int) -> str:
    """A mean with one decimal."""
    return f"{total / count:.1f}" if count else "–"


def similar_names(players: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Pairs of players whose names differ only in case, accents or one letter."""
    first: dict[str, Player] = {}
    for player in players:
        spellings = _spellings(player.name)
        alike = next((first[spelling] for spelling in spellings if spelling in first), None)
        if alike:
            yield alike, player
        for spelling in spellings:
            first.setdefault(spelling, player)


def _spellings(name: str) -> set[str]:
    """A name folded and without punctuation, and its variants with one letter left out."""
    plain = "".join(sign for sign in folded(name) if sign.isalnum())[:NAME_LENGTH] or name
    if len(plain) < _LONG_ENOUGH:
        return {plain}
    return {plain, *(plain[:place] + plain[place + 1 :] for place in range(len(plain)))}
