"""The services of the current app."""

from typing import Any

from flask import current_app

from referee.books.evenings import Evenings
from referee.books.maintenance import Maintenance
from referee.books.ratings import Ratings
from referee.books.score_books import ScoreBooks
from referee.match.service import MatchService
from referee.store.match_search import MatchSearch
from referee.store.players import PlayerStore
from referee.store.summaries import Summaries
from referee.web.tables.pages import TablePages


def service() -> MatchService:
    """The match service."""
    service: MatchService = current_app.extensions["service"]
    return service


def score_books() -> ScoreBooks:
    """The score books."""
    score_books: ScoreBooks = current_app.extensions["score_books"]
    return score_books


def evenings() -> Evenings:
    """The evenings of several tables."""
    evenings: Evenings = current_app.extensions["evenings"]
    return evenings


def ratings() -> Ratings:
    """The ratings of players."""
    return Ratings(player_stores(), evenings())


def maintenance() -> Maintenance:
    """The maintenance of score books."""
    maintenance: Maintenance = current_app.extensions["maintenance"]
    return maintenance


def summaries() -> Summaries:
    """The summaries of matches."""
    return service().projections.summaries


def match_search() -> MatchSearch:
    """The search for matches."""
    return service().projections.match_search


def player_stores() -> dict[str, PlayerStore[Any]]:
    """The players with their figures of each game, by its key."""
    return service().projections.player_stores


def game_pages(key: str) -> TablePages:
    """Return the pages of a game, given its key."""
    pages: TablePages = current_app.extensions["game_pages"][key]
    return pages


def pages_of(match_id: int) -> TablePages:
    """Return the pages of a match's game. Raises NotThereError or DamagedError."""
    return game_pages(service().game(match_id).key)
