"""Copies of matches on the phones that score them, so that they can continue offline.

A copy contains the match under its number on the server, its log as stored there, and names of players.
"""

from collections.abc import Container, Mapping, Sequence
from typing import Any

from referee.books.forgetting import Renaming, renamed_since
from referee.books.maintenance import Maintenance
from referee.log.checksums import ChainedRows, chained
from referee.log.entry import Row, dump
from referee.match.service import MatchService
from referee.store.log_rows import LogRows
from referee.store.logs import OF_MATCHES
from referee.store.notes import Notes
from referee.store.rewriting import rewritten_entries

FIRST_OWN_NUMBER = 10**9
"""Matches begun on a phone have higher numbers than this, until the server assigns them one."""


def copy_of(service: MatchService, match_id: int, is_owners: bool) -> dict[str, Any]:
    """A match for a phone that may score it, as plain data. Raises NotThereError.

    The name of the score book, its house rules, and players of other matches are for its owner only.
    """
    rows, current = LogRows(service.database), service.current(match_id)
    book = service.database.score_books(current.book_id)[0]
    players = current.game.setups.players(current.setup).values()
    match = rows.match(match_id)
    texts = [match["setup"], *(actions for _, _, actions, *_ in match["entries"])]

    def is_written(name: str) -> bool:
        return any(dump(name) in text for text in texts)

    return {
        "book": {"id": book.id, "opened": rows.opened(book.id), "name": book.name if is_owners else ""},
        "house_rules": rows.house_rules(book.id) if is_owners else [],
        "names": [pair for pair in rows.names(book.id) if is_owners or (pair[1] in players and is_written(pair[0]))],
        "match": match,
        "notes": Notes(service.database).of(match_id),
    }


class PhoneCopies:
    """The copies in the database of a phone."""

    def __init__(self, service: MatchService) -> None:
        self._service, self._database = service, service.database
        self._rows = LogRows(service.database)

    def keep(self, copy: Mapping[str, Any]) -> None:
        """Store a copy, replacing any match here."""
        book, match = copy["book"], copy["match"]
        with self._database.writing():
            if not self._database.score_books(book["id"]):
                self._database.add_score_book(book["name"], book["opened"], book["id"])
            elif book["name"]:  # Sent to the owner only; it may contain a name that has been forgotten.
                self._database.rename_score_book(book["id"], book["name"])
            for written, name in copy["names"]:
                self._keep_name(book["id"], written, name)
            twin = self._twin(book["id"], match)
            if twin:  # The copy takes over its key.
                self._database.free_key(twin)
            self._rows.put_match(book["id"], match)
            is_there = match.get("follows") and self._database.match(match["follows"])
            if is_there or not self._follows_unsent(match["id"]):
                self._rows.follow(match["id"], match["follows"] if is_there else None)
            self._rows.number_after(FIRST_OWN_NUMBER)
            self._project(match["id"])
            for number in self._service.projections.player_store.misplaced():  # Its names concern other copies, too.
                self._project(number)
            self._forget_others(book["id"], {name for _, name in copy["names"]})
        self._database.notify_watchers(match["id"])

    def keep_house_rules(self, copy: Mapping[str, Any]) -> None:
        """Replace the house rules of a copy's score book with the copy's."""
        book_id = copy["book"]["id"]
        with self._database.writing():
            self._database.run("DELETE FROM house_rules WHERE book_id = ?", [book_id])
            self._rows.add_house_rules(book_id, copy["house_rules"])

    def keep_notes(self, copy: Mapping[str, Any]) -> None:
        """Replace the notes on a copy's match with the copy's."""
        match_id = copy["match"]["id"]
        with self._database.writing():
            self._database.run("DELETE FROM match_notes WHERE match_id = ?", [match_id])
            Notes(self._database).add((match_id, hand, text) for hand, text in copy["notes"])

    def same_tap(self, copy: Mapping[str, Any]) -> int | None:
        """The match that was begun here by the same tap as a copy's match; None if there is none."""
        twin = self._twin(copy["book"]["id"], copy["match"])
        if twin is None or twin < FIRST_OWN_NUMBER:
            return None
        names = renamed_since(self._rows.match(twin)["setup"], copy["match"]["setup"], at_any_time=True)
        return None if names is None else twin

    def _twin(self, book_id: int, match: Mapping[str, Any]) -> int | None:
        """Another match here with the same key."""
        twin = self._database.keyed_match(book_id, match["key"]) if match["key"] else None
        return twin if twin != match["id"] else None

    def add(self, match_id: int, rows: Sequence[Row]) -> int | None:
        """Append the server's entries that are not here yet to a log; returns its new length.

        None if they do not continue the copy, which has changed since the request was sent.
        """
        head = self._database.head(match_id)
        assert head
        new = [row for row in rows if row[0] > head.version]
        if new:
            if any(ChainedRows(new, head.version, head.checksum, new[-1][-1]).broken()):
                return None
            with self._database.writing():
                self._rows.add_entries(match_id, new)
                Maintenance(self._service).project(match_id)
            self._database.notify_watchers(match_id)
        return head.version + len(new)

    def goes_on_in(self, match: Mapping[str, Any]) -> bool:
        """Return True if a match's copy here and the server's agree in all entries that both have."""
        mine, theirs = self._rows.log(match["id"]), match["entries"]
        length = min(len(mine), len(theirs))
        is_same = self._rows.match(match["id"])["setup"] == match["setup"]
        return is_same and (not length or mine[length - 1][-1] == theirs[length - 1][-1])

    def to_send(self, match_id: int) -> dict[str, Any]:
        """A match with its log, for the server.

        With the moment when the match that it follows was opened, and the server's matches that follow it.
        """
        match = self._rows.match(match_id)
        sent = [each for each in self._rows.rematches(match_id) if each < FIRST_OWN_NUMBER]
        followed, *opened = (self._database.opened(each, OF_MATCHES) for each in (match["follows"] or 0, *sent))
        return match | {"followed": followed, "rematches": list(zip(sent, opened, strict=True))}

    def set_free(self, match_id: int) -> int:
        """Turn a copy whose number is another match's on the server into one begun here; returns its new number."""
        with self._database.writing():
            match, book_id = self._rows.match(match_id), self._service.current(match_id).book_id
            number = self._rows.add_match(book_id, match | {"key": None})
            self._rows.follow(number, match["follows"])
            self._project(number)
            self._give_way(match_id, number)
        return number

    def take(self, own: int, copy: Mapping[str, Any]) -> None:
        """Replace a match with the server's copy, under the number that it has there."""
        with self._database.writing():
            follows = self._follows_unsent(own)
            self.keep(copy)
            if copy["match"]["id"] != own:
                if follows:
                    self._rows.follow(copy["match"]["id"], follows)
                self._give_way(own, copy["match"]["id"])

    def _follows_unsent(self, match_id: int) -> int | None:
        """The match begun here that a match follows, if the server has not got it yet."""
        follows: int = self._rows.match(match_id)["follows"] or 0
        return follows if follows > FIRST_OWN_NUMBER else None

    def _give_way(self, match_id: int, number: int) -> None:
        """Drop a match that is also stored under another `number`, and make its rematches follow that one."""
        self._database.run("UPDATE matches SET follows = ? WHERE follows = ?", [number, match_id])
        self.drop(match_id)

    def join(self, own: int, copy: Mapping[str, Any]) -> None:
        """Store a match that was begun here as the match of the server's copy, but with this phone's entries."""
        mine, setup = self._rows.match(own), copy["match"]["setup"]
        first, first_there = chained("", mine["setup"]), chained("", setup)
        rename = Renaming(renamed_since(mine["setup"], setup, at_any_time=True) or {})
        entries = list(rewritten_entries(mine["entries"], rename, first, first_there))
        joined = {"entries": entries, "checksum": entries[-1][-1] if entries else first_there}
        self.take(own, {**copy, "match": copy["match"] | joined})

    def drop(self, match_id: int) -> None:
        """Drop a match that no longer belongs on this phone."""
        summaries = self._service.projections.summaries
        with self._database.writing():
            summaries.move_to_bin(match_id, [self._service.game(match_id)], "")
            summaries.erase(match_id)
        self._service.clear_cache()

    def _project(self, match_id: int) -> None:
        self._service.clear_cache()
        Maintenance(self._service).project(match_id)

    def _forget_others(self, book_id: int, names: Container[str]) -> None:
        """Forget players without a match here whose names have changed on the server."""
        players = self._service.projections.player_store.players(book_id)
        gone = (player.id for player in players if player.name not in names)
        self._service.projections.summaries.erase_players(gone)

    def _keep_name(self, book_id: int, written: str, name: str) -> None:
        player = self._service.projections.player_store.get_or_add(book_id, name)
        insert = "INSERT OR REPLACE INTO names (book_id, written, player_id) VALUES (?, ?, ?)"
        self._database.run(insert, [book_id, written, player.id])
