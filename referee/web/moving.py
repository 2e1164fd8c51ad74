"""Score books that have moved to another instance: whoever has access is led there, with the same rights."""

import re
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, Flask, Response, current_app, redirect, request
from flask.typing import ResponseReturnValue

from referee.books.moved import grant_of, hash_of, moved_away
from referee.books.permissions import Permission
from referee.faults import Fault, RefusedError
from referee.store.moves import BOOK, MATCH, Moves
from referee.web.fragments import wants_fragments
from referee.web.permissions import needs, visitor
from referee.web.services import score_books, service
from referee.web.sharing import behind, refuse_link

pages = Blueprint("moving", __name__)
_NUMBERED = re.compile(r"(/(?:[a-z-]+/)?(?:matches|books|tables)/)([0-9]{1,18})(?![0-9])")
_OF_A_PLAYER = re.compile(r"/players/[0-9]")


def register(app: Flask) -> None:
    """Lead visitors of score books that have moved to where these are now. Must come after the permissions."""
    app.extensions["moved"] = moved_away(Moves(app.extensions["service"].database))  # They move while no server runs.
    if app.extensions["moved"]:
        app.before_request(_lead_away)
    app.register_blueprint(pages)


def has_moved(book_id: int) -> bool:
    """Whether a score book has moved away."""
    return book_id in current_app.extensions["moved"]


def _lead_away() -> ResponseReturnValue | None:
    place = request.view_args or {}
    book_id, grants = 0, []
    if "match_id" in place:
        grants = score_books().grants_for(place["match_id"])
        book_id = next(grant.number for grant in grants if grant.kind.of_book)
    elif "book_id" in place or request.endpoint == "book_table.table":
        book_id = place.get("book_id") or place["number"]
        grants = list(score_books().book_grants(book_id).values())
    held = next((grant for grant in grants if visitor().has(grant)), None)
    if held is None or not has_moved(book_id):
        return None
    if request.endpoint == "live.line":
        return Response(status=204)  # The page then asks for itself.
    address = current_app.extensions["moved"][book_id]
    word = held.word(bytes(current_app.config["SECRET_KEY"]))
    page = urlsplit(request.referrer or "").path if wants_fragments() else request.full_path.removesuffix("?")
    there = f"{address}/moved/{word}?{urlencode({'to': page})}"
    if wants_fragments():  # A script takes the page there, unless it still has something to send.
        return Response(headers={"HX-Redirect": there})
    if request.method != "GET":
        where = address or "another number"
        text = f"This book has moved to {where}. Nothing was entered: load the page again, and it leads there."
        raise RefusedError(Fault("moved", text))
    return redirect(there, 303)


@pages.get("/moved/<word>")
@needs(Permission.STRANGER)
def enter(word: str) -> ResponseReturnValue:
    """Open a link that was made before its score book came here; `to` is the address there that was asked for."""
    link = Moves(service().database).link(hash_of(word))
    grant = grant_of(score_books(), link)
    if link is None or grant is None:
        refuse_link()
    visitor().add_grant(grant)
    return redirect(_address_here(request.args.get("to", ""), link.origin) or behind(grant), 303)


def _address_here(path: str, origin: str) -> str | None:
    """The address here of one on the instance where a score book was before; None if it has no number of its own.

    Players have other numbers here: their pages lead to the list of all.
    """
    found = _NUMBERED.match(path)
    if not found or not path.isascii() or not path.isprintable():
        return None
    number = Moves(service().database).number(origin, MATCH if "matches" in found[1] else BOOK, int(found[2]))
    rest = path[found.end() :]
    rest = "/players" if _OF_A_PLAYER.match(rest) else rest
    return f"{found[1]}{number}{rest}" if number is not None else None
