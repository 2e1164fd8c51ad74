"""A score book that moves to another instance, with its logs as they are and the rights of its links: the file.

The file is JSON: `{"format": "referee-book", "version": 1, "origin": …, "number": …, "name": …, "opened": …,
"house_rules": […], "names": […], "links": {…}, "former_numbers": […], "former_links": […], "matches": […]}`. Of a
link it holds only a hash of the token, so the file opens nothing. What is *former* is from instances where the book
was before. `arrival.py` brings such a file in.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from referee.books.permissions import KINDS, SCORE, WATCH, Grant
from referee.books.score_books import ScoreBooks
from referee.faults import Fault, NotThereError, RefusedError
from referee.match.service import MatchService
from referee.store.instance import instance_id
from referee.store.moves import FormerLink, Moves

FORMAT, VERSION = "referee-book", 1
_HOST = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*")


def hash_of(word: str) -> str:
    """The hash of a link's token, by which the token is known but cannot be made."""
    return hashlib.sha256(word.encode("utf-8", "replace")).hexdigest()


def address_of_instance(text: str) -> str:
    """The address of an instance, such as `https://b.cards.example.org`. Raises RefusedError.

    Visitors are led there with their rights, so it is https, or an address of the own network.
    """
    try:
        parts = urlsplit(text)
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        parts, port = urlsplit(""), ""
    host = parts.hostname or ""
    is_fit = _HOST.fullmatch(host) and (parts.scheme == "https" or (parts.scheme == "http" and _is_near(host)))
    if not is_fit or text.casefold() != f"{parts.scheme}://{host}{port}":
        raise RefusedError(Fault("no-address", f"{text[:60]} is no address: write https:// and a host name."))
    return text


def _is_near(host: str) -> bool:
    try:
        return ip_address(host).version == 4
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def moved_away(moves: Moves) -> dict[int, str]:
    """The addresses that score books have moved to; "" if one has come back, or is noted with what is no address.

    The database may have come as a backup from anywhere, and visitors are led there with their tokens.
    """
    found = moves.moved()
    for book_id, address in found.items():
        try:
            address_of_instance(address)
        except RefusedError:
            found[book_id] = ""
    return found


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
        for number in self._database.numbers(book_id):
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


def grant_of(score_books: ScoreBooks, link: FormerLink | None) -> Grant | None:
    """What a link from before a move gives now; None if it was renewed since, or if there is none."""
    if link is None:
        return None
    try:
        grant = score_books.grant(KINDS[link.kind], link.number)
    except NotThereError:
        return None
    return grant if grant.seal == link.seal else None
