"""The players of a score book at a new match: identifying names that are almost like one in the book."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import request

from referee.faults import Fault, RefusedError
from referee.games.game import Game
from referee.text import folded, same_name
from referee.web.services import match_search, service


def latest_people(book_id: int) -> list[str]:
    """Return the players of the latest matches, latest first, except players named after their seats."""
    seats = {word.casefold() for game in service().games.values() for word in game.seats.values()}
    return [name for name in match_search().latest_players(book_id) if name.casefold() not in seats]


def as_in_book(book_id: int, units: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return units by the names that the score book has if only their case differs, unless it has several such."""
    store, spelled = service().projections.player_store, defaultdict[str, list[str]](list)
    known = store.ids(book_id)
    for player in store.players(book_id):
        spelled[same_name(player.name)].append(player.name)

    def of_book(name: str) -> str:
        same = spelled[same_name(name)]
        return same[0] if name not in known and len(same) == 1 else name

    return [tuple(map(of_book, unit)) for unit in units]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A name that is new to the book, and the players whose names differ from it in case or accents only."""

    typed: str
    known: tuple[str, ...]

    @property
    def field(self) -> str:
        """The name of the form's field for the player who is meant."""
        return f"meant {self.typed}"


@dataclass
class TypedNames:
    """The names that were typed for a new match of a score book."""

    book_id: int
    doubts: list[Doubt] = field(default_factory=list)
    """The questions that the page must ask."""

    def meant(self, game: Game[Any, Any, Any], setup: Any) -> Any:
        """Return a setup with the players who are meant by the names typed.

        Raises RefusedError, and fills `doubts`, if the form does not decide that yet.
        """
        store, names = service().projections.player_store, dict(game.setups.players(setup))
        new = {seat: name for seat, name in names.items() if not store.by_name(self.book_id, name)}
        others = [each.name for each in store.players(self.book_id) if each.name not in names.values()] if new else []
        for seat, name in new.items():
            doubt = Doubt(name, tuple(other for other in others if folded(other) == folded(name)))
            meant = request.form.get(doubt.field, "")
            if meant in doubt.known:
                names[seat] = meant
            elif doubt.known and meant != name:
                self.doubts.append(doubt)
        if self.doubts:
            text = "{} is in the book already: say below who is meant by “{}”."
            raise RefusedError(
                *(Fault("who-is-meant", text.format(" or ".join(each.known), each.typed)) for each in self.doubts)
            )
        return game.setups.with_players(setup, names)
