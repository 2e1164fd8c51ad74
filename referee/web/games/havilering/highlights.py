"""Highlights of a match of Havilering, for its end."""

from referee.games.havilering import story
from referee.games.havilering.results import Trick
from referee.games.havilering.seats import Side
from referee.games.havilering.state import Match
from referee.games.havilering.summary import Hand
from referee.web.components.highlights import of_race, stood_out
from referee.web.games.havilering import texts


def highlights(match: Match) -> list[str]:
    """The last game's course, the best trick and the best hand of a match that is over."""
    races = story.races(match)
    last = races[-1].result if races else None
    lines = of_race(races[-1], texts.side_names(match, last.winner)) if last else []
    lines += stood_out("Best trick", (_trick(match, trick) for trick in story.best_tricks(match)))
    return lines + stood_out("Best hand", (_hand(match, *swing) for swing in story.greatest_swings(match)))


def _trick(match: Match, trick: Trick) -> str:
    where = f"hand {trick.hand}, trick {trick.number}"
    return f"{match.player(trick.winner)}, {trick.score.points} in {where}{texts.pegged_by(match, trick)}"


def _hand(match: Match, hand: Hand, side: Side) -> str:
    return f"{texts.side_names(match, side)}, {texts.first(hand.brought, side)} in hand {hand.number}"
