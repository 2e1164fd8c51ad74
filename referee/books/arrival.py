"""A score book that comes from another instance, from the file that `moving.py` describes: all of it, or nothing."""

import sqlite3
from typing import Any

from referee.books.maintenance import Maintenance
from referee.books.moving import VERSION, moved_away
from referee.books.permissions import KINDS, OF_BOOKS, SCORE, WATCH, Grant
from referee.books.score_books import ScoreBooks, read_kept_rules
from referee.faults import DamagedError, Fault, NotThereError, RefusedError
from referee.fields import NAME_LENGTH, FieldReader
from referee.match.service import MatchService
from referee.store.moves import BOOK, ENTRY_COLUMNS, MATCH, MATCH_COLUMNS, FormerLink, Moves

_BOOK_KEYS = (
    "format", "version", "origin", "number", "name", "opened", "house_rules", "names", "links", "former_numbers",
    "former_links", "matches",
)  # fmt: skip
_MATCH_KEYS = ("number", *MATCH_COLUMNS, "follows", "binned", "links", "entries")
_NUMBERS = range(1, 2**31)
_LONGEST = 10**6
"""The most characters of a setup or of an entry's actions."""


class Arrival:
    """Brings score books into an instance that is known by its `origin`."""

    def __init__(self, service: MatchService, score_books: ScoreBooks, origin: str) -> None:
        self._service, self._database, self._score_books = service, service.database, score_books
        self._moves, self._origin = Moves(service.database), origin

    def bring_in(self, data: Any, name: str, take_back: bool = False) -> int:
        """Add a score book from the data of a file; returns its number here. Raises RefusedError.

        With `take_back` the file of a book that moved away from this instance makes that a book of this instance
        again, as it was when it went.
        """
        given = _read(data, name)
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
        self._moves.note(origin, BOOK, given["number"], book_id)
        numbers = {match["number"]: self._add_match(book_id, match, origin) for match in given["matches"]}
        for match in given["matches"]:
            if match["follows"] in numbers:
                self._moves.follow(numbers[match["number"]], numbers[match["follows"]])
        for kind in OF_BOOKS:
            self._note_link(given["links"][kind.name], origin, self._score_books.grant(kind, book_id))
        self._note_former(given, book_id, numbers)
        return book_id

    def _add_match(self, book_id: int, match: dict[str, Any], origin: str) -> int:
        number = self._moves.add_match(book_id, match)
        broken = next(self._database.broken(number), None)
        if broken:
            raise ValueError(f"match {match['number']}: {broken}")
        Maintenance(self._service).project(number)  # Which replays it.
        for kind in (SCORE, WATCH):
            self._note_link(match["links"][kind.name], origin, self._score_books.grant(kind, number))
        self._moves.note(origin, MATCH, match["number"], number)
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
            self._moves.note(origin, what, former, here)
            if origin == self._origin and what == BOOK and former in self._moves.moved():
                self._moves.mark(former, "")  # What stayed here leads to what has come back.
        for word_hash, origin, kind, number in given["former_links"]:
            here = book_id if KINDS[kind].of_book else numbers.get(number)
            if here is not None:
                self._note_link(word_hash, origin, self._score_books.grant(KINDS[kind], here))

    def _note_link(self, word_hash: str, origin: str, grant: Grant) -> None:
        self._moves.note_link(word_hash, FormerLink(origin, grant.kind.name, grant.number, grant.seal))


def _read(data: Any, name: str) -> dict[str, Any]:
    """The data of a file if all of it has the right shape. Raises RefusedError.

    That the logs are whole and what was played was allowed is checked as they are stored.
    """
    reader = FieldReader()
    fields = reader.fields(data, name, _BOOK_KEYS)
    reader.version(fields, VERSION)
    reader.done()
    reader.words(fields["origin"], f"{name}, origin", 16)
    reader.whole(fields["number"], f"{name}, number", _NUMBERS)
    reader.words(fields["name"], f"{name}, name", NAME_LENGTH)
    reader.moment(fields["opened"], f"{name}, opened")
    _read_hashes(reader, fields["links"], f"{name}, links", [kind.name for kind in OF_BOOKS])
    for key, shape in (
        ("house_rules", (str, str, str)), ("names", (str, str)), ("former_numbers", (str, str, int, int)),
        ("former_links", (str, str, str, int)), ("matches", (dict,)),
    ):  # fmt: skip
        _read_rows(reader, fields[key] if key != "matches" else _each_alone(fields[key]), f"{name}, {key}", shape)
    reader.done()
    if any(link[2] not in KINDS for link in fields["former_links"]):
        reader.fail(f"{name}, former_links", "has a link of an unknown kind")
    for match in fields["matches"]:
        _read_match(reader, match, f"{name}, match {match.get('number')}")
    reader.done()
    return fields


def _each_alone(value: Any) -> Any:
    return [[each] for each in value] if isinstance(value, list) else value


def _read_rows(reader: FieldReader, value: Any, place: str, shape: tuple[type, ...]) -> None:
    """A list of lists, of values of some types."""
    is_right = isinstance(value, list) and all(
        isinstance(row, list)
        and len(row) == len(shape)
        and all(type(each) is kind for each, kind in zip(row, shape, strict=True))
        for row in value
    )
    if not is_right:
        reader.fail(place, "is not a list of what belongs there")


def _read_hashes(reader: FieldReader, value: Any, place: str, names: list[str]) -> None:
    for key, each in reader.fields(value, place, names).items():
        _read_text(reader, each, f"{place}, {key}", 64)


def _read_text(reader: FieldReader, value: Any, place: str, most: int) -> None:
    """Any text: what is in it is checked when it is played over."""
    if not isinstance(value, str) or len(value) > most:
        reader.fail(place, f"is not a text of at most {most:,} characters")


def _read_match(reader: FieldReader, match: dict[str, Any], place: str) -> None:
    fields = reader.fields(match, place, _MATCH_KEYS)
    if len(fields) < len(_MATCH_KEYS):
        return
    reader.whole(fields["number"], f"{place}, number", _NUMBERS)
    reader.moment(fields["opened"], f"{place}, opened")
    if fields["binned"] is not None:
        reader.moment(fields["binned"], f"{place}, binned")
    if fields["follows"] is not None:
        reader.whole(fields["follows"], f"{place}, follows", _NUMBERS)
    for key, most in (("game_key", 40), ("setup", _LONGEST), ("checksum", 64), ("key", 64)):
        _read_text(reader, fields[key] or "", f"{place}, {key}", most)
    for key in ("show_played", "teaching"):
        reader.whole(fields[key], f"{place}, {key}", range(2))
    _read_hashes(reader, fields["links"], f"{place}, links", [SCORE.name, WATCH.name])
    for at, entry in enumerate(fields["entries"] if isinstance(fields["entries"], list) else [None], 1):
        _read_entry(reader, entry, f"{place}, entry {at}")


def _read_entry(reader: FieldReader, entry: Any, place: str) -> None:
    if not isinstance(entry, list) or len(entry) != len(ENTRY_COLUMNS) or type(entry[0]) is not int:
        reader.fail(place, "is not an entry")
        return
    for column, value in zip(ENTRY_COLUMNS[1:], entry[1:], strict=True):
        if not (column in ("key", "phone") and value is None):
            _read_text(reader, value, f"{place}, {column}", _LONGEST)
