"""The setups of an evening's matches: who sits where, and by which rules."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee import games
from referee.books.current_evening import CurrentEvening, seated
from referee.books.score_books import ScoreBooks
from referee.evenings.actions import Action, Enter, EveningSetup, Length, results_of, sides_of_table
from referee.evenings.legality import MOST_POINTS, fault_of, fault_of_points
from referee.evenings.rounds import Table
from referee.faults import DamagedError, Fault, RefusedError
from referee.match.service import MatchService
from referee.store.evenings import TableRow


def match_setup(rules: Mapping[str, Any], current: CurrentEvening, table: Table, place: int, started: str) -> Any:
    """Return the setup of the match at a table of the next round; the first dealers take turns."""
    setup, number = current.evening.setup, len(current.evening.rounds)
    game = games.GAMES[setup.game]
    players = seated(game, table)
    dealer = list(players)[(number + place) % len(players)]
    return game.setups.read({"players": players, "rules": rules, "dealer": dealer, "started": started})


def rules_of(score_books: ScoreBooks, book_id: int, setup: EveningSetup) -> dict[str, Any]:
    """Return the rules of the first round's matches as plain data."""
    game = games.GAMES[setup.game]
    sets = score_books.house_rules(book_id, game)
    written = game.setups.rules.write(sets[setup.rules]) if setup.rules in sets else game.rounds.usual
    endless = game.rounds.endless if setup.length is not Length.GAME else {}
    return {**written, **game.rounds.rules, **endless}


def check_paper(matches: MatchService, score_books: ScoreBooks, current: CurrentEvening, action: Action) -> None:
    """Raise RefusedError if an action is forbidden, or enters results with which no game can have ended."""
    faults, least = list[Fault](), -MOST_POINTS if current.rounds.has_balances else 0
    for each in results_of(action) or (action,):
        fault = fault_of_points(each, least) if isinstance(each, Enter) else None
        fault = fault or fault_of(current.evening, each)
        faults += [fault] if fault else _paper_faults(matches, score_books, current, each)
    if faults:
        raise RefusedError(*faults)


def _paper_faults(
    matches: MatchService, score_books: ScoreBooks, current: CurrentEvening, action: Action
) -> Iterator[Fault]:
    """Yield the faults of a paper result that is impossible as the end of a game."""
    setup, scores = current.evening.setup, (action.scores or ()) if isinstance(action, Enter) else ()
    points = [score.points for score in scores]
    if not isinstance(action, Enter) or setup.length is not Length.GAME or not any(points):
        return  # Perhaps only the winner is known.
    game, place = games.GAMES[setup.game], (action.round, action.table)
    rules = _rules_at(matches, current.tables.get(place))
    agreed = rules or game.setups.rules.read(rules_of(score_books, current.row.book_id, setup))
    for fault in game.rounds.paper_faults(agreed, points):
        yield replace(fault, about=sides_of_table(place, len(points)))


def _rules_at(matches: MatchService, row: TableRow | None) -> Any | None:
    """The rules of the match at a table; None if there is no match, or if it is damaged."""
    with suppress(DamagedError):
        return matches.current(row.match_id).match.setup.rules if row else None
    return None
