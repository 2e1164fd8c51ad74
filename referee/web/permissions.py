"""Access control. Every view declares the permission it needs; a view that declares none is open to nobody.

A visitor's permissions are the grants in the signed cookie whose seals are current. Without permission the response
is 404, as for a missing page.
"""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, TypeVar
from urllib.parse import quote

from flask import Flask, abort, current_app, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import MethodNotAllowed

from referee.addresses import LOOPBACK, host_name
from referee.books.permissions import (
    KINDS,
    OWN,
    READ,
    SCORE,
    TABLE_SCORE,
    TABLE_WATCH,
    WATCH,
    Grant,
    LinkKind,
    Permission,
)
from referee.books.score_books import ScoreBooks
from referee.faults import Fault, NotThereError, RefusedError
from referee.web.phone import settings_of_phone
from referee.web.services import match_search, score_books

View = TypeVar("View", bound=Callable[..., Any])
MOST_GRANTS = 50
"""The maximum number of grants in a cookie; the oldest grants for matches are dropped, never grants for score
books."""
MOST_BOOKS = 20


class StrangeHostError(Exception):
    """The request names a host that this server does not answer to; the text is the host name."""


def needs(permission: Permission) -> Callable[[View], View]:
    """Declare the permission that a view needs, for the match or score book in its address if there is one."""

    def mark(view: View) -> View:
        vars(view)["needs"] = permission
        return view

    return mark


def view_of(method: Callable[..., ResponseReturnValue], permission: Permission) -> Callable[..., ResponseReturnValue]:
    """Return a plain function for a view that is a method, so that it can carry the permission that it needs."""

    @needs(permission)
    def view(**inputs: Any) -> ResponseReturnValue:
        return method(**inputs)

    return view


def takes(largest: int) -> Callable[[View], View]:
    """Declare that a view accepts posts of up to `largest` bytes, more than the default."""

    def mark(view: View) -> View:
        vars(view)["takes"] = largest
        return view

    return mark


def largest_post(app: Flask, environ: dict[str, Any]) -> int:
    """The maximum size of a post in bytes: larger for an upload if the visitor has permission for it."""
    with app.request_context(environ):
        view = app.view_functions.get(request.endpoint or "")
        usual = int(app.config["MAX_CONTENT_LENGTH"])
        largest = getattr(view, "takes", usual)
        is_welcome = largest <= usual or visitor().permission_at(request.view_args or {}) >= vars(view)["needs"]
        return int(largest if is_welcome else usual)


def register(app: Flask) -> None:
    """Check every request. Must be registered before anything else that handles requests."""
    app.before_request(_admit)
    app.context_processor(_context)
    app.jinja_env.globals["Permission"] = Permission


def _context() -> dict[str, Any]:
    """The template variables about the visitor."""
    return {
        "permission": g.get("permission", Permission.STRANGER),
        "phone": settings_of_phone(),
    }


def _admit() -> ResponseReturnValue | None:
    if request.endpoint == "static":
        return None  # Static files are public, and error pages need them.
    if not _is_own(request.host):
        raise StrangeHostError(host_name(request.host))
    own_name = current_app.config["FRONT"].get(host_name(request.host).casefold())
    if own_name:
        return _to_own_name(own_name)
    view = current_app.view_functions.get(request.endpoint or "")
    # Strangers get the same 404 for unknown addresses, and everybody for a wrong method.
    needed = Permission.GUEST if _leads_nowhere() else getattr(view, "needs", None)
    g.permission = visitor().permission_at(request.view_args or {})
    if needed is None or g.permission < needed:
        return _led_on()
    largest = getattr(view, "takes", current_app.config["MAX_CONTENT_LENGTH"])
    request.max_content_length = None if current_app.config["ALONE"] else largest
    if session.get("month", "") != _month() and "doors" in session:
        session["month"] = _month()  # Renews the cookie, so that it does not expire while in use.
    return None


def _led_on() -> ResponseReturnValue:
    """Redirect a visitor with a table's link from a match or an evening that is no longer on it; 404 for the rest."""
    table = visitor().table_led_on_from(request.view_args or {}) if request.method == "GET" else None
    if table is None:
        abort(404)
    page = "watch" if request.endpoint == "evenings.board" else request.args.get("page")
    return redirect(url_for("book_table.table", number=table, page=page), 303)


def _to_own_name(name: str) -> ResponseReturnValue:
    """Redirect from a front name to the instance's own: a cookie belongs to one host."""
    port = request.host.removeprefix(host_name(request.host))
    path = f"{quote(request.path)}?{quote(request.query_string, safe='%&=+/:,;@')}".removesuffix("?")
    return redirect(f"{request.scheme}://{name}{port}{path}", 303)


def _leads_nowhere() -> bool:
    """Return True if the address has no view, or redirects to its canonical form."""
    return request.routing_exception is not None and not isinstance(request.routing_exception, MethodNotAllowed)


def _month() -> str:
    now = current_app.extensions["service"].clock()
    return f"{now.year}-{now.month:02}"


def _is_own(host: str) -> bool:
    """Return True if a host is an address, this machine or a configured name; others may be DNS rebinding."""
    name = host_name(host)
    if name in LOOPBACK or name.casefold() in current_app.config["NAMES"]:
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def visitor() -> "Visitor":
    """The visitor of this request."""
    if "visitor" not in g:
        g.visitor = Visitor(score_books())
    visitor: Visitor = g.visitor
    return visitor


class Visitor:
    """The visitor of this request, with the grants in the cookie."""

    def __init__(self, score_books: ScoreBooks) -> None:
        self._score_books = score_books
        self._seals: dict[str, int] = dict(session.get("doors", ()))

    def has(self, grant: Grant) -> bool:
        """Return True if the visitor holds a grant with its current seal."""
        return self._seals.get(grant.name) == grant.seal

    def permission_for_match(self, match_id: int) -> Permission:
        """The visitor's permission for a match."""
        try:
            grants = self._score_books.grants_for(match_id)
        except NotThereError:
            return self._anywhere()
        held = next((grant.permission for grant in grants if self.has(grant)), None)
        return held or self._at_evening_of(match_id) or self._anywhere()

    def _at_evening_of(self, match_id: int) -> Permission | None:
        """The permission that a link to a score book's table gives for a match of its latest evening."""
        at_table = any(name.startswith("table-") for name in self._seals)
        position = current_app.extensions["evenings"].store.of_match(match_id) if at_table else None
        return position and self._at_table_of(position[0], self._score_books.match_grants(match_id)[0].number)

    def permission_for_book(self, book_id: int) -> Permission:
        """The visitor's permission for a score book: OWN, WATCH to read it, or less."""
        try:
            grants = self._score_books.book_grants(book_id)
        except NotThereError:
            return self._anywhere()
        of_book = next((grants[kind].permission for kind in (OWN, READ) if self.has(grants[kind])), None)
        return of_book or self._anywhere()

    def permission_for_evening(self, evening_id: int) -> Permission:
        """The visitor's permission for an evening."""
        try:
            grants = self._score_books.evening_grants(evening_id)
        except NotThereError:
            return self._anywhere()
        held = next((grant.permission for grant in grants.values() if self.has(grant)), None)
        return held or self._at_table_of(evening_id, grants[OWN].number) or self._anywhere()

    def _at_table_of(self, evening_id: int, book_id: int) -> Permission | None:
        """The permission that a link to a score book's table gives for its latest evening, even when it is over."""
        of_book = self._score_books.book_grants(book_id)
        held = [of_book[kind].permission for kind in (TABLE_SCORE, TABLE_WATCH) if self.has(of_book[kind])]
        return held[0] if held and current_app.extensions["evenings"].latest(book_id) == evening_id else None

    def table_led_on_from(self, place: dict[str, Any]) -> int | None:
        """The score book of a match or an evening, if the visitor came in by a link to its table and it left that."""
        by_table, books, match_id = (TABLE_SCORE, TABLE_WATCH), self._score_books, place.get("match_id", 0)
        try:
            if "evening_id" in place:
                book_id = books.evening_grants(place["evening_id"])[OWN].number
                is_there = self._at_table_of(place["evening_id"], book_id) is not None
            else:
                is_there = any(grant.kind in by_table for grant in books.grants_for(match_id))
                book_id = books.match_grants(match_id)[0].number
        except NotThereError:
            return None
        leads_on = any(self.has(books.book_grants(book_id)[kind]) for kind in by_table)
        return book_id if leads_on and not is_there else None

    def permission_at(self, place: dict[str, Any]) -> Permission:
        """The visitor's permission at an address, given its URL parameters."""
        if "match_id" in place:
            return self.permission_for_match(place["match_id"])
        if "deleted_id" in place:
            return Permission.OWN if place["deleted_id"] in self.deleted else self._anywhere()
        if "evening_id" in place:
            return self.permission_for_evening(place["evening_id"])
        if "book_id" in place:
            return self.permission_for_book(place["book_id"])
        return self._anywhere()

    def _anywhere(self) -> Permission:
        is_guest = current_app.config["PUBLIC"] or any(self._still_open(name) for name in self._seals) or self.deleted
        return Permission.GUEST if is_guest else Permission.STRANGER

    @property
    def deleted(self) -> list[int]:
        """The numbers of the deleted score books whose owner's link the visitor has."""
        numbers = [int(name.rsplit("-", 1)[1]) for name in self._seals if name.rsplit("-", 1)[0] == OWN.name]
        grants = (self._score_books.grant_of_deleted(number) for number in numbers)
        return [grant.number for grant in grants if grant and self.has(grant)]

    def _still_open(self, name: str) -> bool:
        kind, number = name.rsplit("-", 1)
        try:
            return kind in KINDS and self.has(self._score_books.grant(KINDS[kind], int(number)))
        except NotThereError:
            return False

    def grants(self, kind: LinkKind) -> list[int]:
        """The numbers of the matches or score books with a valid grant of a kind, latest first."""
        opened = [name for name in self._seals if name.rsplit("-", 1)[0] == kind.name]
        return [int(name.rsplit("-", 1)[1]) for name in reversed(opened) if self._still_open(name)]

    def join_rematch(self, match_id: int) -> int | None:
        """Grant the visitor of a match the same permission for its rematch; returns its number, if there is one.

        At most SCORE is granted; an owner of the score book has OWN for the rematch already.
        """
        rematch = match_search().rematch_of(match_id)
        permission = min(self.permission_for_match(match_id), Permission.SCORE)
        if rematch is not None and self.permission_for_match(rematch) < permission:
            grant = self._score_books.grant(SCORE if permission is Permission.SCORE else WATCH, rematch)
            if match_search().rematch_of(match_id) != rematch:
                return None  # A link of the rematch was renewed meanwhile, so this may be the new grant.
            self.add_grant(grant)
        return rematch

    def add_grant(self, grant: Grant) -> None:
        """Store a grant in the cookie. Raises RefusedError if the phone has too many score books."""
        books = [name for name in self._seals if _is_of_book(name)]
        if grant.kind.of_book and grant.name not in books and len(books) >= MOST_BOOKS:
            text = f"This phone has {MOST_BOOKS} score books already. Use another browser."
            raise RefusedError(Fault("too-many-books", text))
        self._seals.pop(grant.name, None)
        self._seals[grant.name] = grant.seal
        matches = [name for name in self._seals if not _is_of_book(name)]
        forgotten = set(matches[: max(0, len(self._seals) - MOST_GRANTS)])
        session.permanent = True
        session["doors"] = [[name, self._seals[name]] for name in self._seals if name not in forgotten]


def _is_of_book(name: str) -> bool:
    """Return True if a grant's name belongs to a score book."""
    kind = KINDS.get(name.rsplit("-", 1)[0])
    return kind is not None and kind.of_book
