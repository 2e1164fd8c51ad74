"""A score book with its logs in one file: every entry as it was made, with the undone ones and the corrections.

`{"format": "referee-logs", "version": 1, "name": …, "house_rules": […], "names": […], "matches": […]}`, each match
with the rows of its log, and with `"evenings": […]` and `"notes": […]` if there are any. A phone and a server
exchange matches in the same form: a match that the book has already is continued if the file has more of it. The bin
and the links are not included.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from referee.books import evenings_file
from referee.books.evenings_file import EVENINGS
from referee.books.forgetting import Renaming, renamed_since
from referee.books.imported import Imported, imported
from referee.books.maintenance import Maintenance
from referee.books.merge import DifferentError, Merge, OtherMatchError, WrongLogError, with_names_here
from referee.books.score_books import ScoreBooks, read_kept_rules
from referee.faults import Fault, RefusedError
from referee.fields import FieldReader
from referee.log.bring import Logs
from referee.log.checksums import ChainedRows, chained
from referee.log.entry import CORRECTION, entry_of, in_force
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
from referee.match.importer import Importer
from referee.match.service import MatchService
from referee.moments import noted
from referee.store.evenings import OF_AN_EVENING
from referee.store.log_rows import LogRows
from referee.store.logs import Row as MatchRow
from referee.store.notes import LONGEST_NOTE, Notes
from referee.store.player_names import Alike

FORMAT, VERSION = "referee-logs", 1
_KIND, _ACTIONS = 1, 2
"""Indexes in an entry."""
NAMES = list_of(row(NAME, NAME))
NOTES = list_of(row(NUMBER, whole(range(1000)), words(LONGEST_NOTE)))
"""Rows with a match, a hand (0 for the whole match) and a text."""
HOUSE_RULES = list_of(row(NAME, NAME, LONG))
Begun = tuple[int, str, bool]
"""A match of the score book, as `LogRows.opened_at` gives them."""
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
        note_faults(reader, place, match["entries"])
        if not can_be_written(match["setup"]):
            reader.fail(place, "has a setup that cannot be read")
    reader.done()
    return given


def lengths(match: Mapping[str, Any]) -> tuple[int, int]:
    """Count the actions in the log of a match, including those within corrections, and the corrections."""
    total, left = 0, [json.loads(entry[_ACTIONS]) for entry in match["entries"]]
    while left:
        data = left.pop()
        total += isinstance(data, dict) and "type" in data
        left += data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return total, sum(entry[_KIND] == CORRECTION for entry in match["entries"])


class LogsImport:
    """Imports such files into the score books of a database."""

    def __init__(self, service: MatchService, score_books: ScoreBooks) -> None:
        self._service, self._database, self._score_books = service, service.database, score_books
        self._rows, self._merge = LogRows(service.database), Merge(service)

    def bring_in(self, book_id: int, given: Mapping[str, Any]) -> Iterator[Imported]:
        """Import a file into a score book. Yields each match and evening once it is stored.

        Raises RefusedError if a match is invalid: the matches before it remain.
        """
        self._add_house_rules(book_id, given["house_rules"])
        numbers, new, names, notes = dict[int, int](), set[str](), dict(given["names"]), dict[int, Any]()
        for match_id, hand, text in given.get("notes", []):
            notes.setdefault(match_id, {})[hand] = text
        for match in given["matches"]:
            number, is_new = self.bring_in_match(book_id, match, numbers.get(match["follows"]))
            numbers[match["number"]] = number
            new |= set(self._service.projections.summaries.written(number).values()) if is_new else set()
            self._add_notes(match, number, notes.get(match["number"], {}))
            yield imported(number, is_new)
        now = noted(self._service.clock())
        for evening in given.get("evenings", []):
            self._service.must_have_room(book_id)
            yield evenings_file.bring_in(self._database, book_id, evening, numbers, now)
        self._merge_names(book_id, [(written, name) for written, name in names.items() if written in new])

    def _add_notes(self, match: Mapping[str, Any], number: int, notes: Mapping[int, str]) -> None:
        """Add the notes on a match of a file, under the names of the match here."""
        row = self._database.match(number)
        if row and notes:
            rename = Renaming(renamed_since(match["setup"], row.written) or {})
            with self._database.writing():
                known = [(number, hand, rename.text(text, LONGEST_NOTE)) for hand, text in notes.items()]
                Notes(self._database).add(known)

    def bring_in_match(
        self, book_id: int, match: Mapping[str, Any], follows: int | None, asks: bool = False
    ) -> tuple[int, bool]:
        """Import one match; it `follows` another one here. Returns its number, and True if any of it is new.

        It is replayed before the transaction, so that others can write meanwhile. Raises RefusedError;
        DifferentError, if somebody can be asked, for a match that continued differently here.
        """
        with self._merge.refusing(f"Match {match['number']} of the file cannot be imported"):
            done = None
            while done is None:
                known = self._rows.opened_at(book_id, match["game_key"], match["opened"])
                done = self._begun_here(known, match, asks) or self._add(book_id, known, match, follows)
            return done

    def _begun_here(self, known: list[Begun], match: Mapping[str, Any], asks: bool) -> tuple[int, bool] | None:
        """Merge a log into its match here, among those `known`, even one in the bin; None if there is none.

        A match that continued differently here is another match, unless somebody can be asked: then DifferentError.
        So is a damaged one: the file may have it whole.
        """
        different, binned, began = list[DifferentError](), list[int](), match["setup"]
        for number, setup, is_binned in known:
            if renamed_since(began, setup) is None or next(self._database.broken(number), None):
                continue
            ours = self._rows.log(number)
            if is_binned and asks:
                binned.append(number)
            elif is_binned:
                named = with_names_here(setup, ours, began, match["entries"])
                if Logs.of_rows(ours, named).to_add() is not None:
                    return number, False
            else:
                try:
                    self._merge.add(number, match["entries"], began=began)
                    return number, len(self._rows.log(number)) > len(ours)
                except DifferentError as found:
                    different.append(found)
                except OtherMatchError:
                    continue
        if different and asks:
            raise different[0]
        if binned:
            raise RefusedError(Fault("in-the-bin", "This match is in the bin. Restore it, then send it again."))
        return None

    def _add(
        self, book_id: int, known: list[Begun], match: Mapping[str, Any], follows: int | None
    ) -> tuple[int, bool] | None:
        """Add a match, unless the score book has one with the same record.

        None if it is no longer true that the `known` matches are those that were opened at the same time.
        """
        opened, settings = match["opened"], (bool(match["show_played"]), False, bool(match["teaching"]))
        row = MatchRow(match["number"], book_id, match["setup"], *settings, match["game_key"], opened)
        log = ChainedRows(match["entries"], 0, chained("", row.written), match["checksum"])
        broken, entries = next(log.broken(), None), list(map(entry_of, log.rows))
        if broken:
            raise WrongLogError(broken)
        current, live = self._merge.judged(row, entries), in_force(entries)[0]
        there = Importer(self._service).number_of(book_id, self._service.record_of(row, live))
        if there is not None:
            return there, False
        with self._database.writing():
            if self._rows.opened_at(book_id, row.game, opened) != known:
                return None
            self._service.must_have_room(book_id, for_match=True)
            number = self._rows.add_match(book_id, {**match, "key": self._free_key(book_id, match["key"])})
            self._service.project(number, current.whole_match, live)
            if follows is not None:
                self._rows.follow(number, follows)
        return number, True

    def _free_key(self, book_id: int, key: str | None) -> str | None:
        """The key of a match of a file; None if it is taken, as where a match continued differently here.

        The keys of matches of evenings contain numbers of another book.
        """
        is_used = key and (key.startswith(OF_AN_EVENING) or self._database.keyed_match(book_id, key) is not None)
        return None if is_used else key

    def _add_house_rules(self, book_id: int, sets: list[tuple[str, str, str]]) -> None:
        by_game = dict[str, dict[str, Any]]()
        for key, name, written in sets:
            game = self._service.games.get(key)
            rules = read_kept_rules(game, written) if game else None
            if rules is None:
                raise RefusedError(Fault("no-rules", f"The house rules {name} cannot be read."))
            by_game.setdefault(key, {}).setdefault(name, rules)
        for key, rules_of in by_game.items():
            self._score_books.add_rules(book_id, rules_of, self._service.games[key])

    def _merge_names(self, book_id: int, names: list[tuple[str, str]]) -> None:
        """Adopt the current names of new matches' players unless they conflict with names here."""
        players = self._service.projections.player_store
        alike = Alike(players.players(book_id))
        for written, name in names:
            one, other = (players.by_name(book_id, each) for each in (written, name))
            if one and one != other and one.name == written and not (other and players.are_two(one, other)):
                with suppress(RefusedError):  # The two played against each other here.
                    renamed = Maintenance(self._service).rename(book_id, one, name, alike)
                    alike.remove(one)
                    alike.add(renamed)
