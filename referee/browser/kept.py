"""The app on a phone that keeps a server's referee: it answers requests while the phone is offline.

It has copies of the matches that the phone scores, and tracks which of their entries the server has.
"""

import json
from base64 import b64decode
from pathlib import Path
from typing import Any, NamedTuple

from flask import Response, request

from referee.books.forgetting import Renaming, renamed_by_corrections, renamed_since
from referee.books.logs_file import one_match
from referee.books.permissions import KINDS
from referee.books.phone_copy import FIRST_OWN_NUMBER, PhoneCopies
from referee.browser.bridge import Bridge
from referee.browser.later import Later
from referee.faults import Fault, RefusedError
from referee.store.log_rows import LogRows
from referee.store.notes import Notes
from referee.web.matches.house_rules import changes_sets
from referee.web.services import score_books, service

OF_THE_SERVER = ("matches.move_to_bin", "matches.restore_from_bin", "players.", "sharing.", "files.import_records",
                 "hosting.", "evenings.")  # fmt: skip
"""Endpoints that change more than matches, which only the server may do."""


RESTORED, REWRITTEN = "restored", "rewritten"
"""Reasons to compare a match with the server's: the server was restored and may lack entries, or has different ones;
or only names have changed."""


class Sent(NamedTuple):
    """The known part of the server's log of a match."""

    entries: int = 0
    """The number of entries that it acknowledged."""
    doubt: str = ""
    """The reason why the match must be compared; empty if it need not be."""


def _read_sent(file: Path) -> dict[str, Sent]:
    """Read the notes on the server's logs, by the matches' numbers."""
    try:
        return {number: Sent(*known) for number, known in json.loads(file.read_text("ascii")).items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}  # Then whole logs are sent, and the server recognises its own entries.


def _must_not_need_the_server() -> None:
    """Raise RefusedError for posts and pages that need the server."""
    needed = OF_THE_SERVER if request.method == "POST" else ("sharing.", "evenings.")
    if (request.endpoint or "").startswith(needed):
        raise RefusedError(Fault("no-signal", "This needs the server. Try again when the signal is back."))


class KeptBridge(Bridge):
    """The app on the files of a folder, with the addresses of the server that it replaces."""

    def __init__(self, folder: str, home: str) -> None:
        self._sent_file, self._epoch_file = (Path(folder) / name for name in ("sent", "epoch"))
        self._later, self._all_sent = Later(Path(folder) / "later"), _read_sent(self._sent_file)
        super().__init__(folder, home)
        # Only pages of the same origin reach it, and forms may come from the server's pages.
        self._app.config["WTF_CSRF_ENABLED"] = False
        self._app.jinja_env.globals["only_here"] = False
        self._app.before_request(_must_not_need_the_server)
        self._app.after_request(self._note_for_later)
        with self._app.app_context():
            self._service, self._score_books = service(), score_books()
        self._database, self._rows = self._service.database, LogRows(self._service.database)
        self._copies = PhoneCopies(self._service)
        self._database.epoch = ""  # Only the server has an epoch, or pages would reload when the signal is lost.

    def _open(self) -> None:
        """Open nothing: permissions to score come with the copies."""

    def keep(self, written: str) -> None:
        """Store a copy as written by the server, with the phone's permission for it."""
        copy = json.loads(written)
        number, length = copy["match"]["id"], len(copy["match"]["entries"])
        head = self._database.head(number)
        if self._has_unsent(number):
            return  # Keep the entries that the server lacks.
        twin = self._copies.same_tap(copy)
        if twin:
            self.join(twin, written)
            return
        if head and head.version and not self._copies.goes_on_in(copy["match"]):
            self._doubt(number)
            return
        if head and head.version > length:
            return  # This copy is out of date.
        self._copies.keep(copy)
        self._adopt(copy)
        self._note_sent(number, length)

    def head(self, match_id: int) -> str:
        """Return a copy's length, its last checksum, and the number of entries to send; empty if there is no copy.

        If the copy must be compared with the server's, there is at least one to send.
        """
        head = self._database.head(match_id)
        return f"{head.version} {head.checksum} {self._lacking(match_id)}" if head else ""

    def add(self, match_id: int, written: str) -> None:
        """Append the server's new entries, as JSON in base64, to a copy, unless the copy has unsent entries.

        If they do not continue the copy, the two must be compared.
        """
        if self._database.head(match_id) and not self._has_unsent(match_id):
            length = self._copies.add(match_id, json.loads(b64decode(written)))
            if length is None:
                self._doubt(match_id)
            else:
                self._note_sent(match_id, length)

    def unsent(self) -> str:
        """Return as JSON the matches with entries that the server lacks, or may lack since it was restored.

        Each has its number, the number of entries to send, its book if it was begun here, and, if it must be
        compared, the number of entries that the server once had.
        """
        unsent = []
        for number in self._database.numbers():
            sent, is_own = self._sent(number), number > FIRST_OWN_NUMBER
            lacking = self._database.length(number) + 1 if is_own else self._lacking(number)
            if lacking:
                had = sent.entries if sent.doubt else 0
                unsent.append([number, lacking, self.book(number) if is_own else 0, had])
        return json.dumps(unsent)

    def match(self, match_id: int) -> str:
        """A match with its log as JSON, for the server."""
        return json.dumps(self._copies.to_send(match_id))

    def file(self, match_id: int) -> str:
        """Return a copy as a file that can be imported into a score book."""
        return one_match(self._service, match_id)

    def set_free(self, match_id: int) -> str:
        """Turn a copy whose number is another match's on the server into one begun here; returns its new number."""
        number = self._copies.set_free(match_id)
        self._note_sent(match_id, 0)
        self._later.move(match_id, number)
        return str(number)

    def let_go(self, match_id: int) -> bool:
        """Drop a copy that this phone may no longer open, if only names have changed: so forgotten people vanish.

        Returns True if it was dropped.
        """
        is_over = self._sent(match_id) == Sent(self._database.length(match_id), REWRITTEN)
        if is_over:
            self._copies.drop(match_id)
        return is_over

    def drop(self, match_id: int) -> None:
        """Drop a copy with entries that the server does not accept, once they are saved as a file."""
        self._copies.drop(match_id)
        self._note_sent(match_id, 0)

    def doubt(self, match_id: int) -> None:
        """Mark a match for comparison from its first entry: the server lacks entries that it had, or has others."""
        if self._database.head(match_id):
            self._doubt(match_id)

    def see_epoch(self, epoch: str) -> str:
        """Mark the matches of all score books with a new epoch for comparison.

        Returns `new` if the epoch has changed, else `known`.
        """
        old_epoch = self._epoch_file.read_text("ascii") if self._epoch_file.exists() else epoch
        (whole, *books), (whole_before, *before) = (each.split() or [""] for each in (epoch, old_epoch))
        changed = {int(each.partition("=")[0]) for each in books if each not in before}
        for number in self._database.numbers() if old_epoch != epoch else ():
            is_changed = whole != whole_before or self.book(number) in changed
            if number < FIRST_OWN_NUMBER and is_changed:
                is_rewritten = whole == whole_before and self._sent(number).doubt != RESTORED
                self._doubt(number, REWRITTEN if is_rewritten else RESTORED)
        if old_epoch != epoch or not self._epoch_file.exists():
            self._epoch_file.write_text(epoch, "ascii")
        return "new" if old_epoch != epoch else "known"

    def book(self, match_id: int) -> int:
        """The number of a match's score book."""
        return self._service.row(match_id).book_id

    def take(self, own: int, written: str, length: int) -> bool:
        """Replace a match, whose entries were merged on the server, with the server's copy, under its number.

        Returns False if it no longer has the `length` that was sent, or if the match here with that number has
        entries to send.
        """
        copy, head = json.loads(written), self._database.head(own)
        number = copy["match"]["id"]
        if head is None or head.version != length or (number != own and self._has_unsent(number)):
            return False
        self._keep_what_is_in_no_log(own, copy)
        self._copies.take(own, copy)
        self._adopt(copy)
        self._note_sent(number, len(copy["match"]["entries"]))
        return True

    def join(self, own: int, written: str) -> bool:
        """Turn a match begun here into the server's match of a copy, so that its entries can be merged there.

        Returns False if that match already has entries to send.
        """
        copy = json.loads(written)
        number = copy["match"]["id"]
        if self._has_unsent(number):
            return False
        self._keep_what_is_in_no_log(own, copy)
        self._copies.join(own, copy)
        self._adopt(copy)
        self._note_sent(number, 0)
        return True

    # --- settings, house rules and notes, which are in no log -------------------------------------------------------

    def later(self) -> str:
        """Return as JSON the posts that changed settings, house rules and notes here, each as path and body."""
        return json.dumps(self._later.posts())

    def done(self, sent: str) -> None:
        """Remove one of these posts, as JSON, which the server has received or somebody has dropped."""
        self._later.remove(json.loads(sent))

    def _keep_what_is_in_no_log(self, own: int, copy: dict[str, Any]) -> None:
        """Before a copy replaces a match, redirect its posts to the copy's number, under the names used there.

        If the server was restored, also queue the notes that it lost.
        """
        number, match = copy["match"]["id"], self._rows.match(own)
        self._later.move(own, number)
        notes = Notes(self._database).of(own) if self._sent(own).doubt == RESTORED else []
        for hand, text in notes:
            if [hand, text] not in copy["notes"]:
                self._later.add(f"/matches/{number}/note", [("hand", str(hand)), ("text", text)])
        names = renamed_since(match["setup"], copy["match"]["setup"], at_any_time=True) or {}
        names |= renamed_by_corrections(match["entries"], copy["match"]["entries"])
        if names:
            self._later.rename(Renaming(names))

    def _note_for_later(self, response: Response) -> Response:
        endpoint = request.endpoint or ""
        concerns = endpoint in ("settings.save", "notes.save") or (
            endpoint.endswith(".new") and changes_sets(request.form)
        )
        if request.method == "POST" and concerns and response.status_code < 400:
            self._later.add(request.path, list(request.form.items(multi=True)))
        return response

    # --- what the server has, and what it allows -------------------------------------------------------------------

    def _sent(self, match_id: int) -> Sent:
        """Return the known part of the server's log of a match."""
        return self._all_sent.get(str(match_id), Sent())

    def _lacking(self, match_id: int) -> int:
        """Return the number of entries to send; at least 1 if the match must be compared."""
        sent = self._sent(match_id)
        had = 0 if sent.doubt == RESTORED else sent.entries
        return max(self._database.length(match_id) - had, int(bool(sent.doubt)))

    def _has_unsent(self, match_id: int) -> bool:
        """Return True if a copy has entries to send, or to compare."""
        sent = self._sent(match_id)
        return self._database.length(match_id) > (0 if sent.doubt else sent.entries)

    def _doubt(self, match_id: int, reason: str = RESTORED) -> None:
        self._note_sent(match_id, self._sent(match_id).entries, reason)

    def _note_sent(self, match_id: int, length: int, doubt: str = "") -> None:
        self._all_sent[str(match_id)] = Sent(length, doubt)
        self._sent_file.write_text(json.dumps(self._all_sent), "ascii")

    def _adopt(self, copy: dict[str, Any]) -> None:
        """Give the session the phone's permission on the server.

        Also adopt the server's settings, house rules and notes, unless changes made here are still unsent.
        """
        kind, paths = KINDS[copy["kind"]], self._later.paths
        if not any(path.endswith("/new") for path in paths):
            self._copies.keep_house_rules(copy)
        if f"/matches/{copy['match']['id']}/note" not in paths:
            self._copies.keep_notes(copy)
        grant = self._score_books.grant(kind, copy["book"]["id"] if kind.of_book else copy["match"]["id"])
        serializer = self._app.session_interface.get_signing_serializer(self._app)  # type: ignore[attr-defined]
        session = serializer.loads(self._cookie.partition("=")[2]) if self._cookie else {}
        doors = dict(session.get("doors", ())) | {grant.name: grant.seal}
        settings = session if "/settings" in paths else copy["settings"]
        data = {**settings, "doors": [list(door) for door in doors.items()]}
        self._keep_cookie(f"{self._app.config['SESSION_COOKIE_NAME']}={serializer.dumps(data)}")
