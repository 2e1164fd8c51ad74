"""What stood out in a match of Havilering, for its end."""

from referee.games.havilering import story
from referee.games.havilering.state import Match
from referee.web.components.highlights import of_race
from referee.web.games.havilering import texts


def highlights(match: Match) -> list[str]:
    """The last game's course, the best trick and the best hand of a match that is over."""
    races = story.races(match)
    last = races[-1].result if races else None
    found = of_race(races[-1], texts.side_names(match, last.winner)) if last else []
    if best := story.best_trick(match):
        points, where = best.score.points, f"hand {best.hand}, trick {best.number}"
        found.append(f"Best trick: {match.player(best.winner)}, {points} in {where}.")
    if swing := story.greatest_swing(match):
        hand, side = swing
        brought = texts.first(hand.brought, side)
        found.append(f"Best hand: {texts.side_names(match, side)}, {brought} in hand {hand.number}.")
    return found
