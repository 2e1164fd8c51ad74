"""Highlights of a match of cribbage, for its end."""

from referee.games.cribbage import story
from referee.games.cribbage.events import Counted
from referee.games.cribbage.state import Deal, Match
from referee.web.components.highlights import of_race, stood_out
from referee.web.games.cribbage import texts


def highlights(match: Match) -> list[str]:
    """The last game's course, and the best count of a match that is over."""
    races = story.races(match)
    last = races[-1].result if races else None
    lines = of_race(races[-1], match.player(last.winner)) if last else []
    return lines + stood_out("Best count", (_count(match, *best) for best in story.best_counts(match)))


def _count(match: Match, deal: Deal, count: Counted) -> str:
    pegged = texts.pegged_by(match, deal, count)
    return f"{match.player(count.player)}’s {count.name}, {count.points} in deal {deal.number}{pegged}"
