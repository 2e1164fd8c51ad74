"""The score books: what each holds besides its matches, and the doors that links open."""

from collections.abc import Callable, Mapping
from datetime import datetime

from referee.access import Door, Right
from referee.book import Book, ScoreBook
from referee.faults import Fault, NotThereError, RefusedError
from referee.havilering.actions import HOUSE_RULES, Rules
from referee.reading import Reading
from referee.setups import read_kept_rules, write_rules

MOST_SETS = 100
"""Sets of house rules in a score book, beside those that come with the game."""
_OWN = {name.casefold() for name in HOUSE_RULES}


class Shelf:
    """The score books of a book file."""

    def __init__(self, book: Book, clock: Callable[[], datetime]) -> None:
        self._book = book
        self._clock = clock

    # --- score books -----------------------------------------------------------------------------------------

    def begin(self, name: str) -> ScoreBook:
        """Begin a score book. Raises RefusedError if the name cannot be one."""
        reading = Reading()
        name = reading.name(name, "The book")
        reading.done()
        return self._begin(name)

    def first(self) -> ScoreBook:
        """The score book that was begun first; begun now, without a name, if there is none."""
        found = self._book.score_books()
        return found[0] if found else self._begin("")

    def _begin(self, name: str) -> ScoreBook:
        with self._book.writing():
            return ScoreBook(self._book.add_score_book(name, self._clock().isoformat()), name)

    def score_book(self, book_id: int) -> ScoreBook:
        """A score book by its number. Raises NotThereError."""
        for found in self._book.score_books(book_id):
            return found
        raise NotThereError(f"There is no score book {book_id}.")

    def score_books(self) -> list[ScoreBook]:
        """All of them, in the order they were begun."""
        return self._book.score_books()

    # --- doors -----------------------------------------------------------------------------------------------

    def door_of_book(self, book_id: int) -> Door:
        """What the keeper's link opens. Raises NotThereError."""
        seal = self._book.seal_of_book(book_id)
        if seal is None:
            raise NotThereError(f"There is no score book {book_id}.")
        return Door(Right.KEEP, book_id, seal)

    def doors_of_match(self, match_id: int) -> tuple[Door, Door, Door]:
        """What opens a match: the keeper's link of its book, its own to score, its own to watch.

        Raises NotThereError.
        """
        seals = self._book.seals(match_id)
        if seals is None:
            raise NotThereError(f"There is no match {match_id}.")
        book_id, keep, score, watch = seals
        return Door(Right.KEEP, book_id, keep), Door(Right.SCORE, match_id, score), Door(Right.WATCH, match_id, watch)

    def door(self, right: Right, number: int) -> Door:
        """One door, of a match or of a score book. Raises NotThereError."""
        if right is Right.KEEP:
            return self.door_of_book(number)
        _, score, watch = self.doors_of_match(number)
        return score if right is Right.SCORE else watch

    def renew(self, right: Right, number: int, has: Callable[[Door], bool] = lambda door: True) -> Door:
        """Change a door's seal, so that the links to it open nothing any more; the door with the new one.

        `has` tells whether whoever does it has the keeper's door. Raises NotThereError if not.
        """
        table, seal = {
            Right.KEEP: ("score_books", "seal"),
            Right.SCORE: ("matches", "score_seal"),
            Right.WATCH: ("matches", "watch_seal"),
        }[right]
        with self._book.writing():
            keeper = self.door_of_book(number) if right is Right.KEEP else self.doors_of_match(number)[0]
            if not has(keeper):
                raise NotThereError("It is not shared any more.")
            concerned = self._book.reseal(table, seal, number)
            door = self.door(right, number)
        for match_id in concerned:  # Not before: whoever asks again must be answered by the new seal.
            self._book.stir(match_id)
        return door

    # --- house rules -------------------------------------------------------------------------------------------

    def house_rules(self, book_id: int) -> dict[str, Rules]:
        """Named sets of house rules: those that come with the game, and those of a score book that can be read."""
        kept = {name: read_kept_rules(rules) for name, rules in self._book.house_rules(book_id).items()}
        return HOUSE_RULES | {name: rules for name, rules in kept.items() if rules is not None}

    def keep_rules(self, book_id: int, name: str, rules: Rules | None) -> None:
        """Keep a set of house rules under a name, instead of one of that name; None forgets it.

        Raises RefusedError if the name is none, or that of a set that comes with the game, or if there are too many.
        """
        reading = Reading()
        name = reading.name(name, "The set")
        reading.done()
        if name.casefold() in _OWN:
            raise RefusedError(Fault("set-name", f"“{name}” comes with the game: choose another name."))
        with self._book.writing():
            for kept in self._book.names_of_rules(book_id):
                if kept.casefold() == name.casefold():
                    self._book.forget_rules(book_id, kept)
            if rules is not None:
                self._add(book_id, {name: rules})

    def add_rules(self, book_id: int, sets: Mapping[str, Rules]) -> None:
        """Keep sets of house rules whose names are free; the names have been read. Raises RefusedError."""
        with self._book.writing():
            kept = _OWN | {name.casefold() for name in self._book.names_of_rules(book_id)}
            first = {name.casefold(): name for name in reversed(list(sets))}
            free = [name for folded, name in first.items() if folded not in kept]
            self._add(book_id, {name: sets[name] for name in free})

    def _add(self, book_id: int, sets: Mapping[str, Rules]) -> None:
        if len(self._book.names_of_rules(book_id)) + len(sets) > MOST_SETS:
            text = f"A score book has room for {MOST_SETS} sets of house rules: forget some that nobody uses."
            raise RefusedError(Fault("too-many-sets", text))
        for name, rules in sets.items():
            self._book.keep_rules(book_id, name, write_rules(rules))
