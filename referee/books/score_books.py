"""Score books: their names, grants and house rules."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from referee import games
from referee.books.permissions import OF_BOOKS, OF_EVENINGS, OWN, READ, SCORE, WATCH, Grant, LinkKind
from referee.faults import Fault, NotThereError, RefusedError
from referee.fields import parse_json, read_value
from referee.games.game import Game
from referee.log.entry import dump
from referee.moments import noted
from referee.store.book_rows import BookRows
from referee.store.database import Database, ScoreBook
from referee.store.log_rows import LogRows

MOST_SETS = 100
"""The maximum number of sets of house rules in a score book, not counting the game's own."""

AnyGame = Game[Any, Any, Any]


class ScoreBooks:
    """The score books of a database."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database, self._clock = database, clock

    # --- score books -----------------------------------------------------------------------------------------

    def begin(self, name: str, invitation: str | None = None) -> ScoreBook:
        """Begin a score book, possibly with an invitation. Raises RefusedError if the name is invalid."""
        return self._begin(read_value(lambda reader: reader.name(name, "The book")), invitation)

    def first(self) -> ScoreBook:
        """The oldest score book that is not deleted; if there is none, a new one without a name."""
        books = self.score_books()
        return books[0] if books else self._begin("")

    def _begin(self, name: str, invitation: str | None = None) -> ScoreBook:
        with self._database.writing():
            opened = noted(self._clock()).isoformat()
            return ScoreBook(self._database.add_score_book(name, opened, invitation=invitation), name)

    def score_book(self, book_id: int) -> ScoreBook:
        """A score book by its number. Raises NotThereError."""
        for book in self._database.score_books(book_id):
            return book
        raise NotThereError(f"There is no score book {book_id}.")

    def score_books(self) -> list[ScoreBook]:
        """All score books that are not deleted, oldest first."""
        return self._database.score_books(with_bin=False)

    # --- grants ----------------------------------------------------------------------------------------------

    def book_grant(self, book_id: int) -> Grant:
        """The grant of the owner's link. Raises NotThereError."""
        return self.book_grants(book_id)[OWN]

    def grant_of_deleted(self, book_id: int) -> Grant | None:
        """The grant of the owner's link of a score book in the bin; None if it is not there."""
        seal = BookRows(self._database).seal_of_binned(book_id)
        return None if seal is None else Grant(OWN, book_id, seal)

    def book_grants(self, book_id: int) -> dict[LinkKind, Grant]:
        """The grants of a score book's links. Raises NotThereError."""
        seals = self._database.seals_of_book(book_id)
        if seals is None:
            raise NotThereError(f"There is no score book {book_id}.")
        return {kind: Grant(kind, book_id, seals[kind.seal]) for kind in OF_BOOKS}

    def match_grants(self, match_id: int) -> tuple[Grant, Grant, Grant]:
        """The grants of the owner's link and of a match's own links: OWN, SCORE and WATCH.

        Raises NotThereError.
        """
        by_kind = {grant.kind: grant for grant in self.grants_for(match_id)}
        return by_kind[OWN], by_kind[SCORE], by_kind[WATCH]

    def grants_for(self, match_id: int) -> list[Grant]:
        """All grants that give access to a match, the highest permission first. Raises NotThereError."""
        seals = self._database.seals(match_id)
        if seals is None:
            raise NotThereError(f"There is no match {match_id}.")
        of_book = [
            Grant(kind, seals["book_id"], seals[kind.seal])
            for kind in OF_BOOKS
            if seals["is_on_table"] or not kind.of_table
        ]
        of_match = [Grant(kind, match_id, seals[kind.seal]) for kind in (SCORE, WATCH)]
        evening = seals["evening_id"]
        of_evening = [Grant(kind, evening, seals[f"evening_{kind.seal}"]) for kind in OF_EVENINGS if evening]
        return sorted(of_book + of_match + of_evening, key=lambda grant: grant.permission, reverse=True)

    def evening_grants(self, evening_id: int) -> dict[LinkKind, Grant]:
        """Return the grants that give access to an evening: its book's, and its own. Raises NotThereError."""
        seals = self._database.seals_of_evening(evening_id)
        if seals is None:
            raise NotThereError(f"There is no evening {evening_id}.")
        of_book = self.book_grants(seals["book_id"])
        own = {kind: Grant(kind, evening_id, seals[kind.seal]) for kind in OF_EVENINGS}
        return {OWN: of_book[OWN], **own, READ: of_book[READ]}

    def grant(self, kind: LinkKind, number: int) -> Grant:
        """One grant, for a match, an evening or a score book. Raises NotThereError."""
        if kind.of_book:
            return self.book_grants(number)[kind]
        if kind.of_evening:
            return self.evening_grants(number)[kind]
        return next(grant for grant in self.match_grants(number) if grant.kind is kind)

    def renew(self, kind: LinkKind, number: int, has: Callable[[Grant], bool] = lambda grant: True) -> Grant:
        """Change a grant's seal, which revokes its links, and return the new grant.

        `has` returns True for a grant that the caller holds; it must hold the owner's. Raises NotThereError if not.
        """
        with self._database.writing():
            owner = self._owners(kind, number)
            if not has(owner):
                raise NotThereError("It is no longer shared.")
            concerned = self._database.renew_seal(kind.table, kind.seal, number)
            grant = self.grant(kind, number)
        for match_id in concerned:  # After the commit, so that watchers are checked against the new seal.
            self._database.notify_watchers(match_id)
        return grant

    def _owners(self, kind: LinkKind, number: int) -> Grant:
        """Return the grant of the owner of a link's target."""
        if kind.of_evening:
            return self.evening_grants(number)[OWN]
        return self.book_grant(number) if kind.of_book else self.match_grants(number)[0]

    def writing(self) -> AbstractContextManager[None]:
        """A transaction: everything within is stored, or nothing if an exception is raised."""
        return self._database.writing()

    # --- house rules ------------------------------------------------------------------------------------------

    def house_rules(self, book_id: int, game: AnyGame = games.DEFAULT) -> dict[str, Any]:
        """Return the sets of house rules by name: the game's own, and the readable ones of a score book."""
        stored = self._database.house_rules(book_id, game.key)
        kept = {name: read_kept_rules(game, text) for name, text in stored.items()}
        return {**game.house_rules, **{name: rules for name, rules in kept.items() if rules is not None}}

    def keep_rules(self, book_id: int, name: str, rules: Any, game: AnyGame = games.DEFAULT) -> None:
        """Store a set of house rules, replacing one of that name; `rules` None deletes it.

        Raises RefusedError if the name is invalid or belongs to a set of the game, or if there are too many sets.
        """
        title = read_value(lambda reader: reader.name(name, "The set"))
        if title.casefold() in _own(game):
            raise RefusedError(Fault("set-name", f"“{title}” comes with the game: choose another name."))
        with self._database.writing():
            for kept in self._database.house_rules(book_id, game.key):
                if kept.casefold() == title.casefold():
                    self._database.forget_rules(book_id, game.key, kept)
            if rules is not None:
                self._add(book_id, {title: rules}, game)

    def add_rules(self, book_id: int, sets: Mapping[str, Any], game: AnyGame = games.DEFAULT) -> None:
        """Store the sets of house rules whose names are free. The names must have been validated.

        Raises RefusedError if there are too many sets.
        """
        with self._database.writing():
            kept = _own(game) | {name.casefold() for name in self._database.house_rules(book_id, game.key)}
            first = {name.casefold(): name for name in reversed(list(sets))}
            free = [name for folded, name in first.items() if folded not in kept]
            self._add(book_id, {name: sets[name] for name in free}, game)

    def _add(self, book_id: int, sets: Mapping[str, Any], game: AnyGame) -> None:
        if len(self._database.house_rules(book_id, game.key)) + len(sets) > MOST_SETS:
            text = f"A score book can have {MOST_SETS} sets of house rules: delete one first."
            raise RefusedError(Fault("too-many-sets", text))
        written = [(game.key, name, dump(game.setups.rules.write(rules))) for name, rules in sets.items()]
        LogRows(self._database).add_house_rules(book_id, written)


def _own(game: AnyGame) -> set[str]:
    """The names of the game's own sets, which no other set may have."""
    return {name.casefold() for name in game.house_rules}


def read_kept_rules(game: Game[Any, Any, Any], text: str) -> Any:
    """Parse house rules as the database stores them; None if they are damaged."""
    try:
        return game.setups.rules.read(parse_json(text))
    except RefusedError:
        return None
