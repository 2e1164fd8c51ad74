"""Who gets in. Every view says what right it needs; a view that says nothing is open to nobody.

A visitor's rights are the doors in the signed cookie whose seals still hold. Whoever lacks the right gets the same
answer as for what is not there.
"""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, TypeVar

from flask import Flask, abort, current_app, g, request, session
from werkzeug.exceptions import MethodNotAllowed

from referee.books.permissions import Grant, Permission
from referee.books.score_books import ScoreBooks
from referee.faults import Fault, NotThereError, RefusedError
from referee.web.services import match_search, score_books

View = TypeVar("View", bound=Callable[..., Any])
MOST_GRANTS = 50
"""A cookie holds no more; then the matches opened longest ago go, but never a score book."""
MOST_BOOKS = 20
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class StrangeHostError(Exception):
    """The request names a host that this server does not answer to; the text is its name."""


def needs(permission: Permission) -> Callable[[View], View]:
    """Mark a view with the right it needs: to the match or score book in its address, if there is one."""

    def mark(view: View) -> View:
        vars(view)["needs"] = permission
        return view

    return mark


def takes(largest: int) -> Callable[[View], View]:
    """Mark a view that takes a larger post than others; in bytes."""

    def mark(view: View) -> View:
        vars(view)["takes"] = largest
        return view

    return mark


def largest_post(app: Flask, environ: dict[str, Any]) -> int:
    """How many bytes a post may have: a file that is brought in may be large, if the visitor may bring one in."""
    with app.request_context(environ):
        view = app.view_functions.get(request.endpoint or "")
        usual = int(app.config["MAX_CONTENT_LENGTH"])
        largest = getattr(view, "takes", usual)
        is_welcome = largest <= usual or visitor().permission_at(request.view_args or {}) >= vars(view)["needs"]
        return int(largest if is_welcome else usual)


def register(app: Flask) -> None:
    """Let the app ask at every request. To be called before anything else that looks at requests."""
    app.before_request(_admit)
    app.context_processor(_context)
    app.jinja_env.globals["Permission"] = Permission


def _context() -> dict[str, Any]:
    """What every page knows of its visitor."""
    return {
        "permission": g.get("permission", Permission.STRANGER),
        "theme": session.get("theme", "auto"),
        "four_colours": session.get("four_colours", False),
    }


def _admit() -> None:
    if request.endpoint == "static":
        return  # The same for everybody, and the pages that turn somebody away need it too.
    if not _is_own(request.host):
        raise StrangeHostError(host_name(request.host))
    view = current_app.view_functions.get(request.endpoint or "")
    # To a stranger also an address that is none is simply not there, and to all one that takes another method.
    needed = Permission.GUEST if _leads_nowhere() else getattr(view, "needs", None)
    g.permission = visitor().permission_at(request.view_args or {})
    if needed is None or g.permission < needed:
        abort(404)
    request.max_content_length = getattr(view, "takes", current_app.config["MAX_CONTENT_LENGTH"])
    if session.get("month", "") != _month() and "doors" in session:
        session["month"] = _month()  # The cookie is sent anew, so that it lasts as long as it is used.


def _leads_nowhere() -> bool:
    """Whether the address is none, or wants to be written otherwise."""
    return request.routing_exception is not None and not isinstance(request.routing_exception, MethodNotAllowed)


def _month() -> str:
    now = current_app.extensions["service"].clock()
    return f"{now.year}-{now.month:02}"


def _is_own(host: str) -> bool:
    """Whether a host is this server's: an address, this machine, or a name it was given.

    A page elsewhere whose name was made to lead here (DNS rebinding) has another.
    """
    name = host_name(host)
    if name in LOOPBACK or name.casefold() in current_app.config["NAMES"]:
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def visitor() -> "Visitor":
    """Whoever sends this request."""
    if "visitor" not in g:
        g.visitor = Visitor(score_books())
    found: Visitor = g.visitor
    return found


def host_name(host: str) -> str:
    """A host without its port."""
    return host if host.endswith("]") else host.rsplit(":", 1)[0]


class Visitor:
    """Whoever sends this request, known by the doors in the cookie."""

    def __init__(self, score_books: ScoreBooks) -> None:
        self._score_books = score_books
        self._seals: dict[str, int] = dict(session.get("doors", ()))

    def has(self, grant: Grant) -> bool:
        """Whether a door was opened, and its link not renewed since."""
        return self._seals.get(grant.name) == grant.seal

    def permission_for_match(self, match_id: int) -> Permission:
        """What the visitor may do with a match."""
        try:
            grants = self._score_books.match_grants(match_id)
        except NotThereError:
            return self._anywhere()
        return next((grant.permission for grant in grants if self.has(grant)), None) or self._anywhere()

    def permission_for_book(self, book_id: int) -> Permission:
        """What the visitor may do with a score book: everything, or nothing."""
        try:
            return Permission.KEEP if self.has(self._score_books.book_grant(book_id)) else self._anywhere()
        except NotThereError:
            return self._anywhere()

    def permission_at(self, place: dict[str, Any]) -> Permission:
        """What the visitor may do at an address."""
        if "match_id" in place:
            return self.permission_for_match(place["match_id"])
        if "book_id" in place:
            return self.permission_for_book(place["book_id"])
        return self._anywhere()

    def _anywhere(self) -> Permission:
        is_guest = current_app.config["PUBLIC"] or any(self._still_open(name) for name in self._seals)
        return Permission.GUEST if is_guest else Permission.STRANGER

    def _still_open(self, name: str) -> bool:
        permission, number = name.split("-")
        try:
            return self.has(self._score_books.grant(Permission[permission.upper()], int(number)))
        except NotThereError:
            return False

    def grants(self, permission: Permission) -> list[int]:
        """The numbers of what was opened with a right and still is open, latest first."""
        opened = [name for name in self._seals if name.startswith(permission.name.lower() + "-")]
        return [int(name.split("-")[1]) for name in reversed(opened) if self._still_open(name)]

    def go_along(self, match_id: int) -> int | None:
        """Go along to the rematch of a match, with the same right; its number, if there is one.

        Whoever keeps the match's score book keeps the rematch already: nothing here opens a book.
        """
        rematch, permission = (
            match_search().rematch_of(match_id),
            min(self.permission_for_match(match_id), Permission.SCORE),
        )
        if rematch is not None and self.permission_for_match(rematch) < permission:
            grant = self._score_books.grant(permission, rematch)
            if match_search().rematch_of(match_id) != rematch:
                return None  # Its link was renewed just now, which ended that; this may be the new door.
            self.let_in(grant)
        return rematch

    def let_in(self, grant: Grant) -> None:
        """Remember in the cookie that a door was opened. Raises RefusedError if the phone has too many books."""
        keepers = [name for name in self._seals if name.startswith("keep-")]
        if grant.permission is Permission.KEEP and grant.name not in keepers and len(keepers) >= MOST_BOOKS:
            text = f"This phone has {MOST_BOOKS} score books already: open the link in another browser."
            raise RefusedError(Fault("too-many-books", text))
        self._seals.pop(grant.name, None)
        self._seals[grant.name] = grant.seal
        matches = [name for name in self._seals if not name.startswith("keep-")]
        forgotten = set(matches[: max(0, len(self._seals) - MOST_GRANTS)])
        session.permanent = True
        session["doors"] = [[name, self._seals[name]] for name in self._seals if name not in forgotten]
