"""A score book that moves to another instance, with its logs as they are and the rights of its links: the file.

The file is JSON: `{"format": "referee-book", "version": 1, "origin": …, "number": …, "name": …, "opened": …,
"house_rules": […], "names": […], "links": {…}, "former_numbers": […], "former_links": […], "matches": […]}`, and
`"evenings": […]` if there were any of several tables, whose links end. Of a link it holds only a hash of the token,
so the file opens nothing. What is *former* is from instances where the book was before. It is
brought in by `arrival.py`.
"""

import json
from collections.abc import Iterator

from referee.books import evenings_file
from referee.books.moved import grant_of, hash_of, moved_away
from referee.books.permissions import SCORE, WATCH, Grant
from referee.books.score_books import ScoreBooks
from referee.faults import Fault, RefusedError
from referee.match.service import MatchService
from referee.store.instance import instance_id
from referee.store.moves import Moves
from referee.store.notes import Notes

FORMAT, VERSION = "referee-book", 1


class Moving:
    """Moves the score books of an instance, given its secret key."""

    def __init__(self, service: MatchService, score_books: ScoreBooks, secret: bytes) -> None:
        self._database, self._score_books = service.database, score_books
        self._moves, self._secret = Moves(service.database), secret
        self.origin = instance_id(secret)

    def whole(self, book_id: int) -> Iterator[str]:
        """A score book as the pieces of one file.

        Raises NotThereError, or RefusedError if it has moved away or is damaged, before the first piece.
        """
        book, moves = self._score_books.score_book(book_id), self._moves
        self.must_be_here(book_id)
        for number in moves.numbers(book_id):
            broken = next(self._database.broken(number), None)
            if broken:
                text = f"Match {number} is damaged ({broken}): restore a backup first. Nothing has moved."
                raise RefusedError(Fault("damaged", text))
        grants = self._score_books.book_grants(book_id).values()
        head = {
            "format": FORMAT, "version": VERSION, "origin": self.origin, "number": book_id, "name": book.name,
            "opened": moves.opened(book_id), "house_rules": moves.house_rules(book_id), "names": moves.names(book_id),
            "links": self._links(*grants), "former_numbers": moves.former_numbers(book_id),
            "former_links": [
                [word_hash, link.origin, link.kind, link.number]
                for word_hash, link in moves.former_links(book_id)
                if grant_of(self._score_books, link)
            ],
        }  # fmt: skip
        evenings = evenings_file.written(self._database, book_id)
        notes = Notes(self._database).of_book(book_id)
        head |= ({"evenings": evenings} if evenings else {}) | ({"notes": notes} if notes else {})
        return self._pieces(json.dumps(head, ensure_ascii=False), book_id)

    def _pieces(self, head: str, book_id: int) -> Iterator[str]:
        before = f'{head[:-1]}, "matches": ['
        for match in self._moves.matches(book_id):
            number, score, watch = match.pop("id"), match.pop("score_seal"), match.pop("watch_seal")
            links = self._links(Grant(SCORE, number, score), Grant(WATCH, number, watch))
            yield f"{before}\n{json.dumps({'number': number, **match, 'links': links}, ensure_ascii=False)}"
            before = ","
        yield f"{before if before != ',' else ''}\n]}}\n"

    def _links(self, *grants: Grant) -> dict[str, str]:
        return {grant.kind.name: hash_of(grant.word(self._secret)) for grant in grants}

    def must_be_here(self, book_id: int) -> None:
        """Raises RefusedError if a score book has moved away: what is here is no longer what is played."""
        address = moved_away(self._moves).get(book_id)
        if address is not None:
            where = f"to {address}" if address else "back here, under another number"
            raise RefusedError(Fault("moved", f"Book {book_id} has moved {where}: take it from there."))

    def mark(self, book_id: int, address: str) -> None:
        """Note that a score book has moved to another instance: it is led there from now on."""
        with self._database.writing():
            self._moves.mark(book_id, address)
