"""The setups of an evening's matches: who sits where, and by which rules."""

from typing import Any

from referee import games
from referee.books.current_evening import CurrentEvening, seated
from referee.books.score_books import ScoreBooks
from referee.evenings.actions import Length, Setup
from referee.evenings.rounds import Table


def match_setup(score_books: ScoreBooks, current: CurrentEvening, table: Table, place: int, started: str) -> Any:
    """Return the setup of the match at a table of the next round; the first dealers take turns."""
    setup, number = current.evening.setup, len(current.evening.rounds)
    game = games.GAMES[setup.game]
    players = seated(game, table)
    dealer = list(players)[(number + place) % len(players)]
    rules = rules_of(score_books, current.row.book_id, setup)
    return game.read_setup({"players": players, "rules": rules, "dealer": dealer, "started": started})


def rules_of(score_books: ScoreBooks, book_id: int, setup: Setup) -> dict[str, Any]:
    """Return the rules of an evening's matches as plain data."""
    game = games.GAMES[setup.game]
    sets = score_books.house_rules(book_id, game)
    written = game.write_rules(sets[setup.rules]) if setup.rules in sets else game.rounds.usual
    endless = game.rounds.endless if setup.length is not Length.GAME else {}
    return {**written, **game.rounds.rules, **endless}
