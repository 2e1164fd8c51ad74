"""Orders of a host: list score books, help with links, delete, forget, notify and invite.

A command sends an order as plain data and gets plain data back: in its own process, or from the running server
(`control.py`), which alone writes and so keeps its caches correct.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from referee.books.evenings import Evenings
from referee.books.forgetting import Forgetting
from referee.books.invitations import Invitation
from referee.books.maintenance import Maintenance
from referee.books.notice import Notice
from referee.books.permissions import OWN
from referee.books.score_books import ScoreBooks
from referee.faults import Fault, NotThereError, RefusedError
from referee.fields import read_value
from referee.match.service import MatchService
from referee.store.book_rows import BookRow, BookRows
from referee.store.instance import secret_key

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Host:
    """An instance whose host gives orders."""

    folder: Path
    service: MatchService
    score_books: ScoreBooks
    evenings: Evenings
    notice: Notice
    base: str = ""
    """The address at which others open its pages, with a slash at the end; empty if it is not known."""

    @classmethod
    def of(cls, folder: Path, service: MatchService, base: str) -> "Host":
        """The host of a database that no server has open."""
        books = ScoreBooks(service.database, service.clock)
        return cls(folder, service, books, Evenings(service, books), Notice(folder), base)

    def carry_out(self, order: str, given: Data) -> dict[str, Any]:
        """Carry out an order. Raises RefusedError or NotThereError."""
        if order not in ORDERS:
            raise RefusedError(Fault("no-order", f"There is no order {order}."))
        if given.get("book") is not None:
            self.score_books.score_book(given["book"])
        return ORDERS[order](self, given)

    def books(self, unused: int | None = None) -> list[BookRow]:
        """All score books, or those that nobody has used for some months and that are not deleted."""
        rows = BookRows(self.service.database).rows()
        now = self.service.clock()
        return rows if unused is None else [each for each in rows if each.is_unused(now, unused)]


def _books(host: Host, given: Data) -> dict[str, Any]:
    return {"books": [asdict(each) for each in host.books(given.get("unused"))]}


def _link(host: Host, given: Data) -> dict[str, Any]:
    number = given["book"]
    grant = host.score_books.renew(OWN, number) if given["renew"] else host.score_books.book_grant(number)
    return {"link": _address(host, grant.path(secret_key(host.folder)))}


def _delete(host: Host, given: Data) -> dict[str, Any]:
    maintenance, number, how = Maintenance(host.service), given["book"], given["how"]
    numbers = [number] if number is not None else [each.number for each in host.books(given["unused"])]
    for each in numbers:
        if how == "restore":
            maintenance.restore_book(each)
            continue
        if not any(book.binned for book in BookRows(host.service.database).rows(each)):
            maintenance.move_book_to_bin(each)
        elif how == "bin":
            raise NotThereError(f"Score book {each} is deleted already: --for-good erases it.")
        if how == "erase":
            maintenance.erase_book(each)
    return {"books": numbers}


def _forget(host: Host, given: Data) -> dict[str, Any]:
    player = read_value(lambda reader: reader.name(given["player"], "The player"))
    return asdict(Forgetting(host.service, host.evenings).forget(given["book"], player))


def _notice(host: Host, given: Data) -> dict[str, Any]:
    if given["text"] is not None:
        host.notice.put(given["text"])
    return {"text": host.notice.text}


def _invite(host: Host, given: Data) -> dict[str, Any]:
    made = Invitation.new(given["books"], host.service.clock().date(), given["days"])
    address = _address(host, f"/books?invitation={made.code(secret_key(host.folder))}")
    return {"link": address, "books": made.books, "until": made.until.isoformat()}


def _address(host: Host, path: str) -> str:
    return host.base.rstrip("/") + path


ORDERS: Mapping[str, Callable[[Host, Data], dict[str, Any]]] = {
    "books": _books,
    "link": _link,
    "delete": _delete,
    "forget": _forget,
    "notice": _notice,
    "invite": _invite,
}
