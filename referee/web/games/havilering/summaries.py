"""A match as a row of a list, its highlights at its end, and a player's figures."""

from collections.abc import Sequence
from dataclasses import replace

from referee.english import plural, times, titled
from referee.games.havilering import story
from referee.games.havilering.combinations import Item
from referee.games.havilering.projection import Figures
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.summary import Hand
from referee.games.havilering.talk import NAMES
from referee.web.components.figures import Line, Section, mean, of_partners, share, side_by_side
from referee.web.components.highlights import of_race, stood_out
from referee.web.games.havilering import texts
from referee.web.tables.listing import GamesRow
from referee.web.tables.tricks import side_names


def shared_lines(counts: Figures) -> list[Line]:
    """The figures that partners share."""
    against = f"{mean(counts.points_against, counts.hands)} against, in {plural(counts.hands, 'hand')}"
    return [Line("Points a hand", mean(counts.points, counts.hands), against)]


def own_lines(counts: Figures) -> list[Line]:
    """The figures of the player alone, except combinations and Muggins."""
    as_dealer, taken = counts.jack_havel_dealer, counts.jack_havel
    claimed = ", claimed or not" if counts.claims else ""
    return [
        Line(
            "Share of tricks",
            share(counts.tricks_won, counts.tricks),
            f"{counts.tricks_won} of {counts.tricks}; an even share is 25%",
        ),
        Line("Average trick won", mean(counts.worth_won, counts.tricks_won), f"by this player{claimed}"),
        Line("Average trick lost", mean(counts.worth_given, counts.tricks_given), f"to the other side{claimed}"),
        Line("Jack Havel", times(taken), f"{as_dealer} as dealer, {taken - as_dealer} not"),
        Line("Revokes", str(counts.revokes)),
    ]


def sections(counts: Figures) -> list[Section]:
    """The combinations in the tricks that a player took, and the figures of Muggins if it was played."""
    taken = [
        Line(titled(NAMES[item]), str(counts.of(item)), mean(100 * counts.of(item), counts.tricks_won))
        for item in Item
    ]
    sections = [Section("Combinations", taken, ("In tricks taken", "Times", "In 100 tricks"))]
    if counts.claims or counts.calls:
        sections.append(Section("Muggins", _muggins(counts)))
    return sections


def _muggins(counts: Figures) -> list[Line]:
    return [
        Line("Calls", str(counts.calls), f"{counts.called_right} right, {counts.called_wrong} wrong"),
        Line("Points from calls", str(counts.gained), f"{counts.lost} given away by wrong ones"),
        Line(
            "Missed", plural(counts.missed, "point"), f"in {plural(counts.claims, 'claim')}, {counts.caught} caught"
        ),
    ]


def of_each(two: Sequence[Figures]) -> list[tuple[str, list[str]]]:
    """The individual figures of two partners, side by side."""
    rows = side_by_side(own_lines)(two)
    if any(counts.claims or counts.calls for counts in two):
        rows += [
            ("Calls of Muggins", [str(counts.calls) for counts in two]),
            ("Points from calls", [str(counts.gained) for counts in two]),
            ("Points missed", [str(counts.missed) for counts in two]),
        ]
    items = (item for item in Item if item is not Item.JACK_HAVEL)  # He is among the individual figures.
    return rows + [(titled(NAMES[item]), [str(counts.of(item)) for counts in two]) for item in items]


FIGURES = replace(of_partners(shared_lines, own_lines, hand="hand", sections=sections), of_each=of_each)


def highlights(match: Match) -> list[str]:
    """The last game's course, the best trick and the best hand of a match that is over."""
    lines = of_race(story.races(match), lambda winner: side_names(match, winner))
    lines += stood_out("Best trick", (_trick(match, trick) for trick in story.best_tricks(match)))
    return lines + stood_out("Best hand", (_hand(match, *swing) for swing in story.greatest_swings(match)))


def _trick(match: Match, trick: Trick) -> str:
    where = f"hand {trick.hand}, trick {trick.number}"
    return f"{match.player(trick.winner)}, {trick.score.points} in {where}{texts.pegged_by(match, trick)}"


def _hand(match: Match, hand: Hand, side: str) -> str:
    return f"{side_names(match, side)}, {texts.first(hand.brought, side)} in hand {hand.number}"


class HavileringRow(GamesRow):
    """A match of Havilering as a row of a list."""

    def number(self, side: str, place: int = 0) -> int:
        """The total of a side, or the games that it has won."""
        return (self.match.score, self.match.games)[place][self.both.index(side)]

    @property
    def in_play(self) -> str:
        """The hand and the trick."""
        return f"Hand {self.match.hand} · {texts.where(self.match.trick, Phase(self.match.phase))}"
