"""The file of a score book that moves, read strictly: whether all of it has the right shape and size."""

from typing import Any

from referee.books.evenings_file import EVENINGS
from referee.books.file_shapes import (
    HOUSE_RULES,
    MARK,
    MATCH,
    NAME,
    NAMES,
    NOTES,
    NUMBER,
    Read,
    fields,
    list_of,
    one_of,
    read_shapes,
    row,
    words,
)
from referee.books.permissions import KINDS, OF_BOOKS, SCORE, WATCH
from referee.fields import FieldReader
from referee.operators.moving import VERSION
from referee.store import moves


def read_moved_file(data: Any, name: str) -> dict[str, Any]:
    """The data of a file if all of it has the right shape. Raises RefusedError.

    That the logs are whole and what was played was allowed is checked as they are stored.
    """
    return read_shapes(data, name, VERSION, _OF_A_BOOK, {"evenings": EVENINGS, "notes": NOTES})


_ORIGIN = words(16)
_OF_A_BOOK: dict[str, Read] = {
    "origin": _ORIGIN, "number": NUMBER, "name": NAME, "opened": FieldReader.moment,
    "house_rules": HOUSE_RULES, "names": NAMES,
    "links": fields({kind.name: MARK for kind in OF_BOOKS}),
    "former_numbers": list_of(row(_ORIGIN, one_of(moves.BOOK, moves.MATCH), NUMBER, NUMBER)),
    "former_links": list_of(row(MARK, _ORIGIN, one_of(*KINDS), NUMBER)),
    "matches": list_of(fields({**MATCH, "links": fields({SCORE.name: MARK, WATCH.name: MARK})})),
}  # fmt: skip
