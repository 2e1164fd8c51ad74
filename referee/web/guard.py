"""Who gets in. Every view says what right it needs; a view that says nothing is open to nobody.

A visitor's rights are the doors in the signed cookie whose seals still hold. Whoever lacks the right gets the same
answer as for what is not there.
"""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, TypeVar

from flask import Flask, abort, current_app, g, request, session
from werkzeug.exceptions import MethodNotAllowed

from referee.access import Door, Right
from referee.faults import Fault, NotThereError, RefusedError
from referee.shelf import Shelf
from referee.web.house import catalogue, shelf

View = TypeVar("View", bound=Callable[..., Any])
MOST_DOORS = 50
"""A cookie holds no more; then the matches opened longest ago go, but never a score book."""
MOST_BOOKS = 20
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class StrangeHostError(Exception):
    """The request names a host that this server does not answer to; the text is its name."""


def needs(right: Right) -> Callable[[View], View]:
    """Mark a view with the right it needs: to the match or score book in its address, if there is one."""

    def mark(view: View) -> View:
        vars(view)["needs"] = right
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
        is_welcome = largest <= usual or visitor().right_at(request.view_args or {}) >= vars(view)["needs"]
        return int(largest if is_welcome else usual)


def register(app: Flask) -> None:
    """Let the app ask at every request. To be called before anything else that looks at requests."""
    app.before_request(_admit)
    app.context_processor(lambda: {"right": g.get("right", Right.STRANGER), "Right": Right})


def _admit() -> None:
    if request.endpoint == "static":
        return  # The same for everybody, and the pages that turn somebody away need it too.
    if not _is_own(request.host):
        raise StrangeHostError(host_name(request.host))
    view = current_app.view_functions.get(request.endpoint or "")
    # To a stranger also an address that is none is simply not there, and to all one that takes another method.
    needed = Right.GUEST if _leads_nowhere() else getattr(view, "needs", None)
    g.right = visitor().right_at(request.view_args or {})
    if needed is None or g.right < needed:
        abort(404)
    request.max_content_length = getattr(view, "takes", current_app.config["MAX_CONTENT_LENGTH"])
    if session.get("month", "") != _month() and "doors" in session:
        session["month"] = _month()  # The cookie is sent anew, so that it lasts as long as it is used.


def _leads_nowhere() -> bool:
    """Whether the address is none, or wants to be written otherwise."""
    return request.routing_exception is not None and not isinstance(request.routing_exception, MethodNotAllowed)


def _month() -> str:
    return f"{current_app.extensions['tables'].clock():%Y-%m}"


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
        g.visitor = Visitor(shelf())
    found: Visitor = g.visitor
    return found


def host_name(host: str) -> str:
    """A host without its port."""
    return host if host.endswith("]") else host.rsplit(":", 1)[0]


class Visitor:
    """Whoever sends this request, known by the doors in the cookie."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._seals: dict[str, int] = dict(session.get("doors", ()))

    def has(self, door: Door) -> bool:
        """Whether a door was opened, and its link not renewed since."""
        return self._seals.get(door.name) == door.seal

    def right_to_match(self, match_id: int) -> Right:
        """What the visitor may do with a match."""
        try:
            doors = self._shelf.doors_of_match(match_id)
        except NotThereError:
            return self._anywhere()
        return next((door.right for door in doors if self.has(door)), self._anywhere())

    def right_to_book(self, book_id: int) -> Right:
        """What the visitor may do with a score book: everything, or nothing."""
        try:
            return Right.KEEP if self.has(self._shelf.door_of_book(book_id)) else self._anywhere()
        except NotThereError:
            return self._anywhere()

    def right_at(self, place: dict[str, Any]) -> Right:
        """What the visitor may do at an address."""
        if "match_id" in place:
            return self.right_to_match(place["match_id"])
        if "book_id" in place:
            return self.right_to_book(place["book_id"])
        return self._anywhere()

    def _anywhere(self) -> Right:
        is_guest = current_app.config["PUBLIC"] or any(self._still_open(name) for name in self._seals)
        return Right.GUEST if is_guest else Right.STRANGER

    def _still_open(self, name: str) -> bool:
        right, number = name.split("-")
        try:
            return self.has(self._shelf.door(Right[right.upper()], int(number)))
        except NotThereError:
            return False

    def doors(self, right: Right) -> list[int]:
        """The numbers of what was opened with a right and still is open, latest first."""
        opened = [name for name in self._seals if name.startswith(right.name.lower() + "-")]
        return [int(name.split("-")[1]) for name in reversed(opened) if self._still_open(name)]

    def go_along(self, match_id: int) -> int | None:
        """Go along to the rematch of a match, with the same right; its number, if there is one.

        Whoever keeps the match's score book keeps the rematch already: nothing here opens a book.
        """
        rematch, right = catalogue().rematch_of(match_id), min(self.right_to_match(match_id), Right.SCORE)
        if rematch is not None and self.right_to_match(rematch) < right:
            door = self._shelf.door(right, rematch)
            if catalogue().rematch_of(match_id) != rematch:
                return None  # Its link was renewed just now, which ended that; this may be the new door.
            self.let_in(door)
        return rematch

    def let_in(self, door: Door) -> None:
        """Remember in the cookie that a door was opened. Raises RefusedError if the phone has too many books."""
        keepers = [name for name in self._seals if name.startswith("keep-")]
        if door.right is Right.KEEP and door.name not in keepers and len(keepers) >= MOST_BOOKS:
            text = f"This phone has {MOST_BOOKS} score books already: open the link in another browser."
            raise RefusedError(Fault("too-many-books", text))
        self._seals.pop(door.name, None)
        self._seals[door.name] = door.seal
        matches = [name for name in self._seals if not name.startswith("keep-")]
        forgotten = set(matches[: max(0, len(self._seals) - MOST_DOORS)])
        session.permanent = True
        session["doors"] = [[name, self._seals[name]] for name in self._seals if name not in forgotten]
