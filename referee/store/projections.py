"""Projections: the data of lists and figures, derived from the logs and updated with every entry."""

from dataclasses import dataclass
from typing import Any

from referee.games.game import Columns, Game, Games, game_of
from referee.store.database import Database
from referee.store.match_search import MatchSearch
from referee.store.players import PlayerStore
from referee.store.summaries import Summaries


@dataclass(frozen=True, slots=True)
class Change:
    """Changes to the projections of a match."""

    columns: Columns
    """Columns of the match's row."""
    results: dict[str, Columns] | None
    """The place and figures of each player by seat if the match is over; empty if it is open again; None for no
    change."""
    rows: list[Columns]
    """The rows of the game's own table, such as tricks, if the match is over."""


class Projections:
    """The projections of a database. Methods that change something must be called within `database.writing`."""

    def __init__(self, database: Database, games: Games) -> None:
        self._games = games
        self.summaries = Summaries(database)
        self.match_search = MatchSearch(database, games)
        self.player_stores: dict[str, PlayerStore[Any]] = {
            key: PlayerStore(database, games, game) for key, game in games.items()
        }
        """The players with their figures of each game, by its key."""
        self.player_store = next(iter(self.player_stores.values()))
        """The players with their figures of the first game. Their names are the same for all games."""

    def project(
        self, match_id: int, book_id: int, setup: Any, match: Any, checksum: str | None = None, has_news: bool = False
    ) -> bool:
        """Rebuild the projections of a match; `setup` has the names as they were entered.

        `checksum` is its log's, if entries have been appended. Returns True if players now have other names, in
        this match or in others; only in others if it `has_news`, an entry by which its names are read again.
        """
        game, before = game_of(self._games, setup), self.summaries.seated(match_id)
        written = game.setups.players(setup)
        renamed = self.player_store.split_if_together(book_id, written.values())
        players = {seat: self.player_store.get_or_add(book_id, name) for seat, name in written.items()}
        gone = self.summaries.seat(match_id, {seat: (written[seat], player.id) for seat, player in players.items()})
        renamed |= bool(before) and not has_news and before != self.summaries.seated(match_id)
        fixed = game.setup_columns(setup) | {"edition": game.edition}
        change = self.change(game, match, was_over=True)
        fixed["over"] = int(game.is_over(match))
        # First: the results copy the league and the day from the match's row.
        self.summaries.update(match_id, fixed | change.columns | ({"checksum": checksum} if checksum else {}))
        self._update_results(match_id, game, change)
        self.summaries.erase_players(gone)
        return renamed

    def change(self, game: Game[Any, Any, Any], match: Any, was_over: bool) -> Change:
        """The change that an entry makes, given the match after it, and whether it `was_over` before it."""
        is_over = game.is_over(match)
        columns = game.columns(match)
        if is_over is not was_over:  # Only on a change: the column is indexed, and writing it is not free.
            columns["over"] = int(is_over)
        if is_over:
            places = {seat: each.place for side, each in game.result(match).items() for seat in side}
            results = {seat: {"place": places[seat], **counts} for seat, counts in game.results(match).items()}
            return Change(columns, results, game.rows(match))
        return Change(columns, {} if was_over else None, [])

    def update(self, match_id: int, game: Game[Any, Any, Any], change: Change, checksum: str) -> None:
        """Update the projections of a match after an entry with a checksum."""
        self.summaries.update(match_id, change.columns | {"checksum": checksum, "record_digest": None})
        self._update_results(match_id, game, change)

    def _update_results(self, match_id: int, game: Game[Any, Any, Any], change: Change) -> None:
        if change.results is not None:
            self.summaries.replace_results(match_id, game, change.results, change.rows)

    def named(self, book_id: int, setup: Any) -> Any:
        """A setup with the current names of its players."""
        game = game_of(self._games, setup)
        written = game.setups.players(setup)
        now = self.player_store.names_now(book_id, written.values())
        return game.setups.with_players(setup, {seat: now[name] for seat, name in written.items() if name in now})
