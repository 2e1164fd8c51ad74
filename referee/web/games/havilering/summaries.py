"""A match as a row of a list, its highlights at its end, and a player's figures."""

from collections.abc import Sequence

from referee.english import plural, times, titled
from referee.games.havilering import story
from referee.games.havilering.combinations import Item
from referee.games.havilering.projection import Figures
from referee.games.havilering.results import Trick
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.summary import Hand
from referee.games.havilering.talk import NAMES
from referee.web.components.figures import FigurePages, Line, Section, mean, share, won_lines
from referee.web.components.highlights import of_race, stood_out
from referee.web.games.havilering import texts
from referee.web.tables.listing import SidesRow
from referee.web.tables.tricks import side_names


def lines(counts: Figures) -> list[Line]:
    """The figures of a player, except combinations and Muggins."""
    as_dealer, taken = counts.jack_havel_dealer, counts.jack_havel
    claimed = ", claimed or not" if counts.claims else ""
    return [
        *won_lines(counts),
        Line(
            "Points a hand",
            mean(counts.points, counts.hands),
            f"{mean(counts.points_against, counts.hands)} against, in {plural(counts.hands, 'hand')}",
        ),
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
    rows = [(line.name, [lines(counts)[place].value for counts in two]) for place, line in enumerate(lines(two[0]))]
    rows = rows[_OF_BOTH:]
    if any(counts.claims or counts.calls for counts in two):
        rows += [
            ("Calls of Muggins", [str(counts.calls) for counts in two]),
            ("Points from calls", [str(counts.gained) for counts in two]),
            ("Points missed", [str(counts.missed) for counts in two]),
        ]
    return rows + [(titled(NAMES[item]), [str(counts.of(item)) for counts in two]) for item in Item]


_OF_BOTH = 3
"""The number of lines that are the same for both partners."""
FIGURES = FigurePages(
    hand="hand",
    lines=lines,
    sections=sections,
    of_both=lambda counts: lines(counts)[:_OF_BOTH],
    of_each=of_each,
)


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


class HavileringRow(SidesRow):
    """A match of Havilering as a row of a list."""

    @property
    def figures(self) -> str:
        """The totals of the current or only game; for a finished match of several games, the games won."""
        ns, ew = self.match.games if self.is_over and self.match.best_of > 1 else self.match.score
        return f"{ns}–{ew}"

    @property
    def summary(self) -> str:
        """The state of the match in words."""
        if self.is_over:
            won, lost = sorted(self.match.games, reverse=True)
            side = next(names for _, names, has_won in self.sides if has_won)
            games = f" {won}–{lost}" if self.match.best_of > 1 else ""
            return f"{self.game} · {side.replace(' & ', ' and ')} win{games}"
        ours, theirs = self.match.games
        in_games = f" · {ours}–{theirs} in games" if ours + theirs else ""
        game = f"Game {self.match.game} · " if self.match.best_of > 1 else ""
        trick = texts.where(self.match.trick, Phase(self.match.phase))
        return f"{self.game} · {game}Hand {self.match.hand} · {trick}{in_games}"
