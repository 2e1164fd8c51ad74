"""What stood out in a match of cribbage, for its end."""

from referee.games.cribbage import story
from referee.games.cribbage.state import Match
from referee.web.components.highlights import of_race


def highlights(match: Match) -> list[str]:
    """The last game's course, and the best count of a match that is over."""
    races = story.races(match)
    last = races[-1].result if races else None
    found = of_race(races[-1], match.player(last.winner)) if last else []
    if best := story.best_count(match):
        deal, count = best
        found.append(
            f"Best count: {match.player(count.player)}’s {count.name}, {count.points} in deal {deal.number}."
        )
    return found
