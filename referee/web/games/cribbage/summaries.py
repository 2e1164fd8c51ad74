"""A match as a row of a list, its highlights at its end, and a player's figures."""

from referee.english import plural, times
from referee.games.cribbage import story
from referee.games.cribbage.actions import SEATS
from referee.games.cribbage.events import Counted
from referee.games.cribbage.projection import MANY, Figures
from referee.games.cribbage.state import Deal, Match
from referee.web.components.figures import FigurePages, Line, Section, mean, share, won_lines
from referee.web.components.highlights import of_race, stood_out
from referee.web.games.cribbage import texts
from referee.web.tables.listing import GamesRow


def lines(counts: Figures) -> list[Line]:
    """The figures of a player, except Muggins."""
    claimed = ", claimed or not" if counts.claims else ""
    return [
        *won_lines(counts),
        Line(
            "Points a deal",
            mean(counts.points, counts.hands),
            f"{mean(counts.points_against, counts.hands)} against, in {plural(counts.hands, 'deal')}",
        ),
        _average("hand", counts.hand_points, counts.hands_counted, claimed),
        _average("crib", counts.crib_points, counts.cribs_counted, claimed),
        Line(
            "Pegged as dealer",
            mean(counts.dealer_pegged, counts.dealer_plays),
            f"in the play; {mean(counts.pone_pegged, counts.pone_plays)} as non-dealer",
        ),
        Line(f"{MANY} and more", times(counts.best_hands), "hands and cribs"),
        Line(
            "Nineteens",
            times(counts.nineteens),
            f"worth nothing, {share(counts.nineteens, counts.hands_counted + counts.cribs_counted)}",
        ),
        Line("His heels", times(counts.heels), "a jack turned up"),
        Line(
            "Skunks",
            f"{counts.skunks_given} given",
            f"{counts.skunks_taken} taken; lurches: {counts.lurches_given} given, {counts.lurches_taken} taken",
        ),
        Line("Stakes", f"{counts.stakes_won}–{counts.stakes_lost}", "won and lost, at least 1 a game"),
        Line("False goes", str(counts.false_goes)),
    ]


def _average(name: str, points: int, count: int, claimed: str) -> Line:
    return Line(f"Average {name}", mean(points, count), f"{plural(count, name)}{claimed}")


def sections(counts: Figures) -> list[Section]:
    """The figures of Muggins, if it was played."""
    if not counts.claims and not counts.calls:
        return []
    sections = [
        Line(
            "Missed", plural(counts.missed, "point"), f"in {plural(counts.claims, 'claim')}, {counts.caught} caught"
        ),
        Line("Claimed too much", plural(counts.excess, "point")),
        Line("Calls", str(counts.calls), f"{plural(counts.gained, 'point')} gained, {counts.lost} given away"),
    ]
    return [Section("Muggins", sections)]


FIGURES = FigurePages(lines=lines, sections=sections)


def highlights(match: Match) -> list[str]:
    """The last game's course, and the best count of a match that is over."""
    return of_race(story.races(match), match.player) + stood_out(
        "Best count", (_count(match, *best) for best in story.best_counts(match))
    )


def _count(match: Match, deal: Deal, count: Counted) -> str:
    pegged = texts.pegged_by(match, deal, count)
    return f"{match.player(count.player)}’s {count.name}, {count.points} in deal {deal.number}{pegged}"


class CribbageRow(GamesRow):
    """A match of cribbage as a row of a list."""

    both = SEATS
