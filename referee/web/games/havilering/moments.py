"""The end of a hand, as the table shows it."""

from collections.abc import Sequence

from referee.games.havilering.seats import Side
from referee.games.havilering.state import Match, Phase
from referee.games.havilering.summary import Hand
from referee.web.games.havilering.texts import first, side_names
from referee.web.tables.screen import Moment


def after(match: Match, ended: Hand | None, news: Sequence[str]) -> Moment | None:
    """Return the points of a hand, or the totals of the game that it ended; `news` say the same in sentences."""
    if ended is None or match.phase is not Phase.PLAY:
        return None
    title, numbers, line = f"Points in hand {ended.number}", ended.brought, news[-1]
    if ended.game == len(match.games):
        game = match.games[-1]
        title, numbers = f"Game {ended.game} to {side_names(match, game.winner)}", game.at_game
        line = f"Run to {first(game.final, game.winner)}. {line}" if game.ran else line
    sides = [(side.value, side_names(match, side), numbers.of(side)) for side in Side]
    return Moment(title, sides, line, [news[0], news[-1]])
