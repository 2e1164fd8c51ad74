"""A score book that comes from another instance, from the file that `moving.py` describes: all of it, or nothing."""

import sqlite3
from typing import Any

from referee.books import evenings_file
from referee.books.logs_file import add_match
from referee.books.moved import moved_away
from referee.books.permissions import KINDS, OF_BOOKS, SCORE, WATCH, Grant
from referee.books.score_books import ScoreBooks, read_kept_rules
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.match.service import MatchService
from referee.operators.moved_file import read_moved_file
from referee.store.moves import BOOK, MATCH, FormerLink, Moves
from referee.store.notes import Notes


class Arrival:
    """Brings score books into an instance that is known by its `origin`."""

    def __init__(self, service: MatchService, score_books: ScoreBooks, origin: str) -> None:
        self._service, self._database, self._score_books = service, service.database, score_books
        self._moves, self._origin = Moves(service.database), origin
        self._returning = set[int]()
        """The numbers of score books that had moved away from here, and now come back."""

    def bring_in(self, data: Any, name: str, take_back: bool = False) -> int:
        """Add a score book from the data of a file; returns its number here. Raises RefusedError.

        With `take_back` the file of a book that moved away from this instance makes that a book of this instance
        again, as it was when it went.
        """
        given = read_moved_file(data, name)
        gone = self._moves.moved()
        self._returning = {
            former for origin, what, former, _ in given["former_numbers"]
            if origin == self._origin and what == BOOK and former in gone
        }  # fmt: skip
        try:
            with self._database.writing():
                if given["origin"] == self._origin:
                    return self._take_back(given["number"], name, take_back)
                if self._moves.number(given["origin"], BOOK, given["number"]) is not None:
                    raise RefusedError(Fault("there-already", f"{name}: this book has come here before."))
                return self._add(given)
        except (sqlite3.Error, DamagedError, NotThereError, ValueError) as error:
            self._service.clear_cache()
            raise RefusedError(
                Fault("bad-book", f"{name} is not whole, and nothing was imported: {error}")
            ) from error

    def _take_back(self, book_id: int, name: str, take_back: bool) -> int:
        address = moved_away(self._moves).get(book_id)
        if not address:
            raise RefusedError(Fault("there-already", f"{name} is the file of book {book_id}, which is here."))
        if not take_back:
            text = (
                f"{name} is the file with which book {book_id} went to {address}. If it was played there, move it "
                "back from there. If it never arrived there, import it with --take-back."
            )
            raise RefusedError(Fault("take-back", text))
        self._moves.mark(book_id, None)
        return book_id

    def _add(self, given: dict[str, Any]) -> int:
        origin = given["origin"]
        book_id = self._database.add_score_book(given["name"], given["opened"])
        for game, title, rules in given["house_rules"]:
            if game not in self._service.games or read_kept_rules(self._service.games[game], rules) is None:
                raise ValueError(f"the house rules {title} cannot be read")
        self._moves.add_house_rules(book_id, given["house_rules"])
        self._moves.add_names(book_id, given["names"])
        self._note(origin, BOOK, given["number"], book_id, book_id)
        numbers = {match["number"]: self._add_match(book_id, match, origin) for match in given["matches"]}
        for match in given["matches"]:
            if match["follows"] in numbers:
                self._moves.follow(numbers[match["number"]], numbers[match["follows"]])
        evenings_file.bring_in(self._database, book_id, given.get("evenings", []), numbers)
        notes = given.get("notes", [])
        Notes(self._database).add((numbers[match], hand, text) for match, hand, text in notes if match in numbers)
        for kind in OF_BOOKS:
            self._note_link(given["links"][kind.name], origin, self._score_books.grant(kind, book_id), book_id)
        self._note_former(given, book_id, numbers)
        return book_id

    def _add_match(self, book_id: int, match: dict[str, Any], origin: str) -> int:
        number = add_match(self._service, book_id, match)
        for kind in (SCORE, WATCH):
            self._note_link(match["links"][kind.name], origin, self._score_books.grant(kind, number), book_id)
        self._note(origin, MATCH, match["number"], number, book_id)
        if match["binned"] is not None:
            game = self._service.games[match["game_key"]]
            self._service.projections.summaries.move_to_bin(number, game, match["binned"])
        return number

    def _note_former(self, given: dict[str, Any], book_id: int, numbers: dict[int, int]) -> None:
        """Note the numbers and links of instances where the book was before; of this one too, if it comes back."""
        for origin, what, former, number in given["former_numbers"]:
            here = book_id if what == BOOK else numbers.get(number)
            if here is None:
                continue
            self._note(origin, what, former, here, book_id)
        for former in self._returning:
            self._moves.mark(former, "")  # What stayed here leads to what has come back.
        for word_hash, origin, kind, number in given["former_links"]:
            here = book_id if KINDS[kind].of_book else numbers.get(number)
            if here is not None:
                self._note_link(word_hash, origin, self._score_books.grant(KINDS[kind], here), book_id)

    def _note(self, origin: str, what: str, former: int, number: int, book_id: int) -> None:
        self._must_be_free(f"number {former} of a {what}", self._moves.book_of_number(origin, what, former), book_id)
        self._moves.note(origin, what, former, number)

    def _note_link(self, word_hash: str, origin: str, grant: Grant, book_id: int) -> None:
        self._must_be_free(f"a link ({grant.kind.name})", self._moves.book_of_link(word_hash), book_id)
        self._moves.note_link(word_hash, FormerLink(origin, grant.kind.name, grant.number, grant.seal))

    def _must_be_free(self, what: str, noted: int | None, book_id: int) -> None:
        """Raises ValueError if something is noted for another score book than this and those that come back."""
        if noted is not None and noted != book_id and noted not in self._returning:
            raise ValueError(f"{what} leads to book {noted} here")
