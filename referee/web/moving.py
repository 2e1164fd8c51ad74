"""Score books that have moved to another instance: whoever has access is led there, with the same rights."""

import re
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, current_app, redirect, request
from flask.typing import ResponseReturnValue

from referee.books.moving import grant_of, hash_of
from referee.books.permissions import Grant, Permission
from referee.faults import Fault, NotThereError, RefusedError
from referee.store.moves import BOOK, MATCH, Moves
from referee.web.errors import TooOftenError
from referee.web.fragments import wants_fragments
from referee.web.permissions import needs, visitor
from referee.web.services import score_books, service
from referee.web.sharing import behind

pages = Blueprint("moving", __name__)
_NUMBERED = re.compile(r"(/(?:[a-z-]+/)?(?:matches|books|tables)/)([0-9]{1,18})(?![0-9])")


def register(app: Flask) -> None:
    """Lead visitors of score books that have moved to where these are now. Must come after the permissions."""
    app.extensions["moved"] = Moves(app.extensions["service"].database).moved()  # They move while no server runs.
    if app.extensions["moved"]:
        app.before_request(_lead_away)
    app.register_blueprint(pages)


def _lead_away() -> ResponseReturnValue | None:
    place = request.view_args or {}
    grants: list[Grant] = []
    if "match_id" in place:
        grants = score_books().grants_for(place["match_id"])
    elif "book_id" in place or request.endpoint == "tables.table":
        grants = list(score_books().book_grants(place.get("book_id") or place["number"]).values())
    held = next((grant for grant in grants if visitor().has(grant)), None)
    address = current_app.extensions["moved"].get(_book_of(grants))
    if held is None or address is None:
        return None
    if request.method != "GET":
        text = f"This book has moved to {address}. Nothing was entered: load the page again, and it leads there."
        raise RefusedError(Fault("moved", text))
    if wants_fragments():
        return Response(headers={"HX-Refresh": "true"})
    word = held.word(bytes(current_app.config["SECRET_KEY"]))
    return redirect(f"{address}/moved/{word}?{urlencode({'to': request.full_path.removesuffix('?')})}", 303)


def _book_of(grants: list[Grant]) -> int:
    return next((grant.number for grant in grants if grant.kind.of_book), 0)


@pages.get("/moved/<word>")
@needs(Permission.STRANGER)
def enter(word: str) -> ResponseReturnValue:
    """Open a link that was made before its score book came here; `to` is the address there that was asked for."""
    link = Moves(service().database).link(hash_of(word))
    grant = grant_of(score_books(), link)
    if link is None or grant is None:
        if not current_app.extensions["wrong_links"].take():
            raise TooOftenError("Too many wrong links were tried from here. Wait ten minutes before you try another.")
        raise NotThereError("This link does not work. Ask for a new one.")
    visitor().add_grant(grant)
    return redirect(_address_here(request.args.get("to", ""), link.origin) or behind(grant), 303)


def _address_here(path: str, origin: str) -> str | None:
    """The address here of one on the instance where a score book was before; None if it has no number of its own."""
    found = _NUMBERED.match(path)
    if not found or not path.isascii() or not path.isprintable():
        return None
    number = Moves(service().database).number(origin, MATCH if "matches" in found[1] else BOOK, int(found[2]))
    return f"{found[1]}{number}{path[found.end() :]}" if number is not None else None
