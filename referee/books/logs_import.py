"""Importing files with logs into score books; `logs_file.py` describes their format."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from referee.books import evenings_file
from referee.books.forgetting import Renaming, renamed_since
from referee.books.imported import Imported, imported
from referee.books.maintenance import Maintenance
from referee.books.merge import DifferentError, Merge, OtherMatchError, WrongLogError, with_names_here
from referee.books.score_books import ScoreBooks, read_kept_rules
from referee.faults import Fault, RefusedError
from referee.log.bring import Logs
from referee.log.checksums import ChainedRows, chained
from referee.log.entry import Row, entry_of, in_force
from referee.match.importer import Importer
from referee.match.service import MatchService
from referee.moments import noted
from referee.store.evenings import OF_AN_EVENING
from referee.store.log_rows import LogRows
from referee.store.logs import Row as MatchRow
from referee.store.notes import LONGEST_NOTE, Notes
from referee.store.player_names import Alike

Begun = tuple[int, str, bool]
"""A match of the score book, as returned by `LogRows.begun_with`."""
MOST_COMPARED = 20_000
"""The number of entries, of both logs, that may be compared in vain per file; far more than any real file needs."""


class LogsImport:
    """Imports such files into the score books of a database."""

    def __init__(self, service: MatchService, score_books: ScoreBooks) -> None:
        self._service, self._database, self._score_books = service, service.database, score_books
        self._rows, self._merge = LogRows(service.database), Merge(service)
        self._met = set[int]()
        """The matches here that are paired with matches of the file; no match is paired twice."""
        self._compared = 0

    def bring_in(self, book_id: int, given: Mapping[str, Any]) -> Iterator[Imported]:
        """Import a file into a score book. Yields each match and evening once it is stored.

        Raises RefusedError if a match is invalid: the matches before it remain.
        """
        self._met.clear()
        self._add_house_rules(book_id, given["house_rules"])
        numbers, new, names, notes = dict[int, int](), set[str](), dict(given["names"]), dict[int, Any]()
        for match_id, hand, text in given.get("notes", []):
            notes.setdefault(match_id, {})[hand] = text
        for match in given["matches"]:
            number, is_new = self.bring_in_match(book_id, match, numbers.get(match["follows"]))
            numbers[match["number"]] = number
            new |= set(self._service.projections.summaries.written(number).values()) if is_new else set()
            self._add_notes(match, number, notes.get(match["number"], {}))
            yield imported(number, is_new, self._database.match(number) is None)
        now = noted(self._service.clock())
        for evening in given.get("evenings", []):
            self._service.must_have_room(book_id)
            yield evenings_file.bring_in(self._database, book_id, evening, numbers, now)
        # Only current names: following a chain of renamings would move all matches of a player at each step.
        current = [(written, name) for written, name in names.items() if names.get(name, name) == name]
        self._merge_names(book_id, [(written, name) for written, name in current if written in new])

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
        DifferentError, if `asks` (a person can choose), for a match that continued differently here.
        """
        with self._merge.refusing(f"Match {match['number']} of the file cannot be imported"):
            done = None
            while done is None:
                known = self._known(book_id, match)
                done = self._begun_here(known, match, asks) or self._add(book_id, known, match, follows)
            self._met.add(done[0])
            return done

    def _known(self, book_id: int, match: Mapping[str, Any]) -> list[Begun]:
        return self._rows.begun_with(book_id, match["game_key"], match["opened"], match["setup"])

    def _begun_here(self, known: list[Begun], match: Mapping[str, Any], asks: bool) -> tuple[int, bool] | None:
        """Merge a log into its match among the `known` ones, even one in the bin; None if there is none.

        A match that continued differently here counts as another match; with `asks`, raises DifferentError instead.
        A damaged match also counts as another one, since the file may have it whole.
        """
        different, binned, began = list[DifferentError](), list[int](), match["setup"]
        for (number, setup, is_binned), ours in self._begun_alike(known, match):
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

    def _begun_alike(self, known: list[Begun], match: Mapping[str, Any]) -> Iterator[tuple[Begun, Sequence[Row]]]:
        """Yield the `known` matches that began like a match, with their logs, except matches found before.

        Yields nothing more after too much was compared in vain, so further matches are imported as new ones.
        """
        for each in known:
            number, setup, _ = each
            if self._compared > MOST_COMPARED:
                return
            if number in self._met or renamed_since(match["setup"], setup) is None:
                continue
            ours = self._rows.log(number)
            if not next(self._database.broken(number), None):
                yield each, ours
            # The caller stops once it has found the match.
            self._compared += len(ours) + len(match["entries"]) + 20

    def _add(
        self, book_id: int, known: list[Begun], match: Mapping[str, Any], follows: int | None
    ) -> tuple[int, bool] | None:
        """Add a match, unless the score book has one with the same record.

        None if the `known` matches have changed meanwhile.
        """
        opened, settings = match["opened"], (bool(match["show_played"]), False, bool(match["teaching"]))
        row = MatchRow(match["number"], book_id, match["setup"], *settings, match["game_key"], opened)
        log = ChainedRows(match["entries"], 0, chained("", row.written), match["checksum"])
        broken, entries = next(log.broken(), None), list(map(entry_of, log.rows))
        if broken:
            raise WrongLogError(broken)
        current, live = self._merge.judged(row, entries), in_force(entries)[0]
        record = self._service.record_of(row, live)
        there = Importer(self._service).number_of(book_id, record)
        if there is not None and not next(self._database.broken(there), None):
            return there, False
        digest = self._service.games[row.game].digest(record)
        with self._database.writing():
            if self._known(book_id, match) != known:
                return None
            self._service.must_have_room(book_id, for_match=True)
            number = self._rows.add_match(book_id, {**match, "key": self._free_key(book_id, match["key"])})
            self._service.project(number, current.whole_match, live)
            self._service.projections.summaries.update(number, {"record_digest": digest})
            if follows is not None:
                self._rows.follow(number, follows)
        return number, True

    def _free_key(self, book_id: int, key: str | None) -> str | None:
        """The key of a match of a file; None if it is taken, for example by a match that continued differently here.

        Keys of evenings' matches are never used, because they contain numbers of another book.
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
