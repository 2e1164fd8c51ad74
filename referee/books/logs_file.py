"""A score book with its logs in one file: every entry as it was made, with the undone ones and the corrections.

`{"format": "referee-logs", "version": 1, "name": …, "house_rules": […], "names": […], "matches": […]}`, each match
with the rows of its log, and with `"evenings": […]` and `"notes": […]` if there are any. A phone and a server
exchange matches in the same form: a match that the book has already is continued if the file has more of it. The bin
and the links are not included.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.books import evenings_file
from referee.books.evenings_file import EVENINGS
from referee.books.score_books import ScoreBooks, read_kept_rules
from referee.fields import FieldReader
from referee.games import GAMES
from referee.log.entry import CORRECTION
from referee.log.shape import (
    LONG,
    MATCH,
    NAME,
    NUMBER,
    Read,
    can_be_written,
    fields,
    list_of,
    note_faults,
    or_none,
    read_shapes,
    row,
    whole,
    words,
)
from referee.match.service import MatchService
from referee.store.log_rows import LogRows
from referee.store.notes import LONGEST_NOTE, Notes

FORMAT, VERSION = "referee-logs", 1
_KIND, _ACTIONS = 1, 2
"""Indexes in an entry."""
NAMES = list_of(row(NAME, NAME))
NOTES = list_of(row(NUMBER, whole(range(1000)), words(LONGEST_NOTE)))
"""Rows with a match, a hand (0 for the whole match) and a text."""
HOUSE_RULES = list_of(row(NAME, NAME, LONG))
_OF_A_BOOK: dict[str, Read] = {
    "name": or_none(NAME), "house_rules": HOUSE_RULES, "names": NAMES, "matches": list_of(fields(MATCH)),
}  # fmt: skip


def whole_book(
    service: MatchService, score_books: ScoreBooks, book_id: int, left_out: Callable[[int, str], None]
) -> Iterator[str]:
    """Yield a score book as the pieces of its file. Damaged matches are omitted, and reported.

    Evenings and house rules that cannot be read are omitted: the file could not be imported.

    Raises NotThereError before the first piece.
    """
    rows, name = LogRows(service.database), score_books.score_book(book_id).name
    sets = [kept for kept in rows.house_rules(book_id) if _is_readable(service, *kept)]
    head = {
        "format": FORMAT, "version": VERSION, "name": name or None,
        "house_rules": sets, "names": rows.names(book_id),
    }  # fmt: skip
    evenings = evenings_file.written(service.database, book_id)
    notes = Notes(service.database).of_book(book_id)
    head |= ({"evenings": evenings} if evenings else {}) | ({"notes": notes} if notes else {})
    before = f'{json.dumps(head, ensure_ascii=False)[:-1]}, "matches": ['
    for match in rows.matches(book_id):
        number = match.pop("id")
        broken = next(service.database.broken(number), None)
        if broken:
            left_out(number, broken)
        elif match["binned"] is None:
            yield f"{before}\n{json.dumps(_in_file(number, match), ensure_ascii=False)}"
            before = ","
    yield f"{before if before != ',' else ''}\n]}}\n"


def _is_readable(service: MatchService, key: str, _: str, rules: str) -> bool:
    """Return True if a stored set of house rules can be read."""
    return key in service.games and read_kept_rules(service.games[key], rules) is not None


def one_match(service: MatchService, match_id: int) -> str:
    """A file with one match, and nothing else of its score book. Raises NotThereError or DamagedError."""
    service.current(match_id)
    match = _in_file(match_id, LogRows(service.database).match(match_id) | {"follows": None})
    head = {"format": FORMAT, "version": VERSION, "name": None, "house_rules": [], "names": []}
    return json.dumps(head | {"matches": [match]}, ensure_ascii=False) + "\n"


def _in_file(number: int, match: Mapping[str, Any]) -> dict[str, Any]:
    return {"number": number} | {key: match[key] for key in MATCH if key != "number"}


def read_logs(data: Any, name: str) -> Mapping[str, Any]:
    """Return the data of such a file if it is well-formed. Raises RefusedError.

    The entries are judged by the rules when they are stored.
    """
    reader, given = (
        FieldReader(),
        read_shapes(data, name, VERSION, _OF_A_BOOK, {"evenings": EVENINGS, "notes": NOTES}),
    )
    for match in given["matches"]:
        place = f"{name}, match {match['number']}"
        if match["game_key"] not in GAMES:
            reader.fail(place, f"is of a game “{match['game_key']}”, which is unknown here")
        note_faults(reader, place, match["entries"])
        if not can_be_written(match["setup"]):
            reader.fail(place, "has a setup that cannot be read")
    for key, times in Counter(evening["key"] for evening in given.get("evenings", [])).items():
        if times > 1:
            reader.fail(f"{name}, evening {key}", "is there more than once")
    reader.done()
    return given


def lengths(match: Mapping[str, Any]) -> tuple[int, int]:
    """Count the entries of a match's log, or its actions if it has more, and its corrections.

    The actions include those within corrections.
    """
    total, left = 0, [json.loads(entry[_ACTIONS]) for entry in match["entries"]]
    while left:
        data = left.pop()
        total += isinstance(data, dict) and "type" in data
        left += data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return max(total, len(match["entries"])), sum(entry[_KIND] == CORRECTION for entry in match["entries"])
