"""Moving a score book to another instance, with its logs as they are and the rights of its links.

The file is JSON: `{"format": "referee-book", "version": 1, "origin": …, "number": …, "name": …, "opened": …,
"house_rules": […], "names": […], "links": {…}, "matches": […]}`. Of a link it holds only a hash of the token, so the
file opens nothing.
"""

import hashlib
import json
import re
import sqlite3
from collections.abc import Iterator
from typing import Any

from referee.books.maintenance import Maintenance
from referee.books.permissions import KINDS, SCORE, WATCH, Grant
from referee.books.score_books import ScoreBooks, read_kept_rules
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.fields import FieldReader
from referee.match.service import MatchService
from referee.store.instance import instance_id
from referee.store.moves import BOOK, MATCH, MATCH_COLUMNS, FormerLink, Moves

FORMAT, VERSION = "referee-book", 1
_BOOK_KEYS = ("format", "version", "origin", "number", "name", "opened", "house_rules", "names", "links", "matches")
_MATCH_KEYS = ("number", *MATCH_COLUMNS, "follows", "binned", "links", "entries")
_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?")


def hash_of(word: str) -> str:
    """The hash of a link's token, by which the token is known but cannot be made."""
    return hashlib.sha256(word.encode("utf-8", "replace")).hexdigest()


def address_of_instance(text: str) -> str:
    """The address of an instance, such as `https://b.cards.example.org`. Raises RefusedError."""
    if not _ADDRESS.fullmatch(text):
        raise RefusedError(Fault("no-address", f"{text[:60]} is no address: write https:// and a host name."))
    return text


class Moving:
    """Moves the score books of an instance, given its secret key."""

    def __init__(self, service: MatchService, score_books: ScoreBooks, secret: bytes) -> None:
        self._service, self._database, self._score_books = service, service.database, score_books
        self._moves, self._secret = Moves(service.database), secret
        self.origin = instance_id(secret)
        """What this instance is known by."""

    def whole(self, book_id: int) -> Iterator[str]:
        """A score book as the pieces of one file. Raises NotThereError before the first piece."""
        book, moves = self._score_books.score_book(book_id), self._moves
        grants = self._score_books.book_grants(book_id).values()
        head = {
            "format": FORMAT, "version": VERSION, "origin": self.origin, "number": book_id, "name": book.name,
            "opened": moves.opened(book_id), "house_rules": moves.house_rules(book_id), "names": moves.names(book_id),
            "links": self._links(*grants),
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

    def mark(self, book_id: int, address: str) -> None:
        """Note that a score book has moved to another instance: it is led there from now on."""
        with self._database.writing():
            self._moves.mark(book_id, address)

    def bring_in(self, data: Any, name: str) -> int:
        """Add a score book from the data of such a file; returns its number here. All of it comes in, or nothing.

        The file of a book that moved away from this instance takes it back. Raises RefusedError.
        """
        given = _read(data, name)
        try:
            with self._database.writing():
                if given["origin"] == self.origin:
                    return self._take_back(given["number"])
                if self._moves.number(given["origin"], BOOK, given["number"]) is not None:
                    raise RefusedError(Fault("there-already", f"{name}: this book has come here before."))
                return self._add(given, name)
        except (sqlite3.Error, TypeError, ValueError, KeyError, DamagedError, NotThereError) as error:
            self._service.clear_cache()
            raise RefusedError(
                Fault("bad-book", f"{name} is not whole, and nothing was imported: {error}")
            ) from error

    def _take_back(self, book_id: int) -> int:
        if book_id not in self._moves.moved():
            raise RefusedError(Fault("there-already", f"This is the file of book {book_id}, which is here."))
        self._moves.mark(book_id, None)
        return book_id

    def _add(self, given: dict[str, Any], name: str) -> int:
        book_id = self._database.add_score_book(given["name"], given["opened"])
        for game, title, rules in given["house_rules"]:
            if game not in self._service.games or read_kept_rules(self._service.games[game], rules) is None:
                raise ValueError(f"the house rules {title} cannot be read")
        self._moves.add_house_rules(book_id, given["house_rules"])
        self._moves.add_names(book_id, given["names"])
        self._moves.note(given["origin"], BOOK, given["number"], book_id)
        numbers = {match["number"]: self._add_match(book_id, match, given["origin"]) for match in given["matches"]}
        for match in given["matches"]:
            if match["follows"] in numbers:
                self._moves.follow(numbers[match["number"]], numbers[match["follows"]])
        grants = self._score_books.book_grants(book_id)
        self._note_links(given["origin"], given["links"], [grants[kind] for kind in grants])
        return book_id

    def _add_match(self, book_id: int, match: dict[str, Any], origin: str) -> int:
        number = self._moves.add_match(book_id, match)
        broken = next(self._database.broken(number), None)
        if broken:
            raise ValueError(f"match {match['number']}: {broken}")
        Maintenance(self._service).project(number)  # Which replays it.
        grants = self._score_books.match_grants(number)
        self._note_links(origin, match["links"], [grants[1], grants[2]])
        self._moves.note(origin, MATCH, match["number"], number)
        if match["binned"] is not None:
            game = self._service.games[match["game_key"]]
            self._service.projections.summaries.move_to_bin(number, game, match["binned"])
        return number

    def _note_links(self, origin: str, links: dict[str, str], grants: list[Grant]) -> None:
        for grant in grants:
            link = FormerLink(origin, grant.kind.name, grant.number, grant.seal)
            self._moves.note_link(links[grant.kind.name], link)


def _read(data: Any, name: str) -> dict[str, Any]:
    """The data of a file if its shape is right; what is in it is checked as it is stored. Raises RefusedError."""
    reader = FieldReader()
    fields = dict(reader.fields(data, name, _BOOK_KEYS))
    reader.version(fields, VERSION)
    reader.done()
    for match in fields["matches"] if isinstance(fields["matches"], list) else [None]:
        reader.fields(match, f"{name}, a match", _MATCH_KEYS)
        reader.done()
    return fields


def grant_of(score_books: ScoreBooks, link: FormerLink | None) -> Grant | None:
    """What a link from before a move gives now; None if it was renewed since, or if there is none."""
    if link is None:
        return None
    try:
        grant = score_books.grant(KINDS[link.kind], link.number)
    except NotThereError:
        return None
    return grant if grant.seal == link.seal else None
