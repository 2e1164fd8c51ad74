"""The setups of an evening's matches: who sits where, and by which rules."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee import games
from referee.books.current_evening import CurrentEvening, seated
from referee.books.score_books import ScoreBooks
from referee.evenings.actions import Action, Enter, EveningSetup, Length, results_of, sides_of_table
from referee.evenings.legality import MOST_POINTS, fault_of, fault_of_points
from referee.evenings.rounds import Table, names_of
from referee.faults import DamagedError, Fault, RefusedError
from referee.log.entry import CORRECTION, in_force
from referee.match.service import MatchService
from referee.store.evenings import TableRow
from referee.text import same_name

OF_SEATS = "seats-"
"""The prefix of keys of corrections by a change of seats."""


def match_setup(rules: Mapping[str, Any], current: CurrentEvening, table: Table, place: int, started: str) -> Any:
    """Return the setup of the match at a table of the next round; the first dealers take turns."""
    setup, number = current.evening.setup, len(current.evening.rounds)
    game = games.GAMES[setup.game]
    players = seated(game, table)
    dealer = list(players)[(number + place) % len(players)]
    return game.setups.read({"players": players, "rules": rules, "dealer": dealer, "started": started})


def rename(matches: MatchService, row: TableRow, old: Table, new: Table, is_turned_back: bool) -> None:
    """Correct the names in a match: the people seated now take the places of the previous ones.

    If a change of seats is turned back, names that the table has corrected itself stay.
    """
    corrections = [entry for entry in in_force(matches.database.entries(row.match_id))[0]
                   if entry.kind == CORRECTION and "setup" in entry.actions[0]]  # fmt: skip
    if is_turned_back and not (corrections and (corrections[-1].key or "").startswith(OF_SEATS)):
        return
    names = ([same_name(name) for side in table for name in names_of(side)] for table in (old, new))
    places = dict(zip(next(names), [name for side in new for name in names_of(side)], strict=False))
    before = matches.current(row.match_id)
    players = {seat: places.get(same_name(name), name) for seat, name in row.players.items()}
    setup = before.game.setups.with_players(before.setup, players)
    setup = matches.projections.named(before.book_id, setup)
    if setup != before.setup:
        key = f"{OF_SEATS}{before.version}-{secrets.token_urlsafe(6)}"
        matches.correct(row.match_id, before.version, key, (), setup=setup)


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
