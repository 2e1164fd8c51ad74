"""Sharing: links to a score book or a match, as QR codes and text; renewing links; beginning a score book."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.addresses import LOOPBACK, host_name
from referee.books.invitations import Invitation
from referee.books.permissions import (
    EVENING_SCORE,
    EVENING_WATCH,
    KINDS,
    OF_BOOKS,
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
from referee.faults import Fault, NotThereError, RefusedError
from referee.store.book_rows import BookRows
from referee.web.errors import DeadLinkError, TooOftenError
from referee.web.forms import BookForm, error_texts, form_page
from referee.web.permissions import needs, visitor
from referee.web.services import game_pages, pages_of, score_books, service

pages = Blueprint("sharing", __name__)
PASSED_ON = {
    TABLE_SCORE: [TABLE_WATCH, TABLE_SCORE],
    TABLE_WATCH: [TABLE_WATCH],
    READ: [READ],
    EVENING_SCORE: [EVENING_WATCH, EVENING_SCORE],
    EVENING_WATCH: [EVENING_WATCH],
}
"""The links that visitors with a link to a score book or an evening may pass on; they create no new links."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link that can be shared."""

    grant: Grant
    address: str

    @property
    def code(self) -> Markup:
        """The QR code as SVG."""
        import segno  # The app that runs in a browser alone shares nothing, and lacks this package.

        drawing = segno.make(self.address, error="m").svg_inline(scale=4, border=3, omitsize=True, light="#fff")
        return Markup(drawing)


@pages.before_request
def must_have_a_server() -> None:
    """Refuse to share something that nobody else can reach; only the owner's own link is opened. Raises
    RefusedError."""
    if current_app.config["ALONE"] and request.endpoint != "sharing.enter":
        text = "This referee runs on this phone only. To share links, import the book on a server."
        raise RefusedError(Fault("alone", text))


KIND = "any(keep, read, 'table-score', 'table-watch', score, watch, 'evening-score', 'evening-watch')"


@pages.get(f"/<{KIND}:what>/<int:number>/<word>")
@needs(Permission.STRANGER)
def enter(what: str, number: int, word: str) -> ResponseReturnValue:
    """Open a link: store its grant in the cookie and redirect to an address without the token."""
    grant = _grant(KINDS[what], number)
    if grant is None or not grant.fits(_secret(), word):
        refuse_link()
    visitor().add_grant(grant)
    if grant.number in visitor().deleted and grant.kind is OWN:
        return redirect(url_for("hosting.deleted", deleted_id=grant.number), 303)
    return redirect(behind(grant), 303)


def refuse_link() -> NoReturn:
    """Refuse an invalid link. Raises DeadLinkError, or TooOftenError after too many of them."""
    # Only wrong tokens count, so that others' attempts cannot lock anybody out.
    if not current_app.extensions["wrong_links"].take():
        raise TooOftenError("Too many wrong links were tried from here. Wait ten minutes, then try again.")
    raise DeadLinkError


def _grant(kind: LinkKind, number: int) -> Grant | None:
    try:
        return score_books().grant(kind, number)
    except NotThereError:
        return score_books().grant_of_deleted(number) if kind is OWN else None


def behind(grant: Grant) -> str:
    """The address, without a token, that a grant leads to."""
    if grant.kind in (OWN, READ):
        return url_for("matches.index", book_id=grant.number)
    if grant.kind.of_table:
        return url_for("book_table.table", number=grant.number)
    if grant.kind.of_evening:
        view = "evenings.seat" if grant.kind is EVENING_SCORE else "evenings.board"
        return url_for(view, evening_id=grant.number)
    if grant.permission is Permission.SCORE:
        return pages_of(grant.number).address("table", grant.number)
    return url_for("live.watch", match_id=grant.number)


@pages.get("/matches/<int:match_id>/share")
@needs(Permission.WATCH)
def match(match_id: int) -> ResponseReturnValue:
    """Show a match's links, up to the visitor's own permission; a visitor with a link of its book passes that on."""
    grants = {grant.kind: grant for grant in score_books().grants_for(match_id)}
    # A link may have been renewed since the request was admitted, so check against these grants.
    held = next((kind for kind, grant in grants.items() if visitor().has(grant)), None)
    if held is None:
        abort(404)
    passed_on = PASSED_ON.get(held, [kind for kind in (WATCH, SCORE) if held.permission >= kind.permission])
    shared, current = [grants[kind] for kind in passed_on], service().current(match_id)
    sides = game_pages(current.game.key).sides(current.match)
    return page_of_links(shared, current=current, sides=sides)


def page_of_links(grants: Iterable[Grant], template: str = "core/sharing/share.html", **variables: Any) -> str:
    """A page of links, which can be renewed there."""
    links = [link_of(grant) for grant in grants]
    # A loopback address is another device for everybody else.
    is_near = any(host_name(urlsplit(link.address).netloc) in LOOPBACK for link in links)
    return render_template(template, links=links, is_near=is_near, **variables)


@pages.get("/books/<int:book_id>/share")
@needs(Permission.OWN)
def score_book(book_id: int) -> ResponseReturnValue:
    """The links of a score book: to its table, to read it, and the owner's."""
    grants = score_books().book_grants(book_id)
    if not visitor().has(grants[OWN]):
        abort(404)
    shared, book = [grants[kind] for kind in reversed(OF_BOOKS)], score_books().score_book(book_id)
    return page_of_links(shared, book=book)


@pages.post("/matches/<int:match_id>/share/<any(score, watch):what>")
@pages.post("/books/<int:book_id>/share/<any(keep, read, 'table-score', 'table-watch'):what>")
@pages.post("/evenings/<int:evening_id>/links/<any('evening-score', 'evening-watch'):what>")
@needs(Permission.OWN)
def renew(what: str, **place: Any) -> ResponseReturnValue:
    """Renew a link, which revokes the old one at once; this phone gets the new grant of an owner's link."""
    ((name, number),) = place.items()
    grant = score_books().renew(KINDS[what], number, visitor().has)
    if grant.kind is OWN:
        visitor().add_grant(grant)
    if not grant.kind.of_evening:
        stays = " This phone keeps its access." if grant.kind is OWN else ""
        flash(f"Renewed. The old link no longer works.{stays}")
    return redirect(url_for(_LINKS_OF[name], **place), 303)


_LINKS_OF = {"match_id": "sharing.match", "book_id": "sharing.score_book", "evening_id": "evenings.links"}
"""The endpoint of the page with the links of each kind of thing."""


@pages.route("/books", methods=["GET", "POST"])
@needs(Permission.GUEST)
def begin() -> ResponseReturnValue:
    """Begin a score book on a public server."""
    if not current_app.config["PUBLIC"]:
        abort(404)
    form, errors, new_books = BookForm(), [], current_app.extensions["new_books"]
    invitation = Invitation.read(request.values.get("invitation", ""), _secret())
    is_invited = invitation is not None and _is_open(invitation)
    if invitation and not is_invited:
        errors = ["This invitation has expired, or all its books are started. You can start a book without it."]
    if request.method == "POST":
        if not is_invited and not new_books.take():
            raise TooOftenError("Too many books were started from here. Wait an hour, then start yours.")
        try:
            errors = [] if form.validate() else error_texts(form)
            if not errors:
                with score_books().writing():  # No book is left to which nobody has the link.
                    begun = score_books().begin(
                        form.name.data, invitation.name if invitation and is_invited else None
                    )
                    visitor().add_grant(score_books().book_grant(begun.id))
                return redirect(url_for("sharing.score_book", book_id=begun.id), 303)
        except RefusedError as refused:
            errors = [fault.text for fault in refused.faults]
        if not is_invited:
            new_books.refund()
    return form_page("core/sharing/begin.html", errors, form=form, invitation=is_invited and invitation)


def _is_open(invitation: Invitation) -> bool:
    """Return True if another book can be begun by an invitation."""
    begun = BookRows(service().database).begun_with(invitation.name)
    return service().clock().date() <= invitation.until and begun < invitation.books


def link_of(grant: Grant) -> Link:
    """A link that others can open: with the server's address instead of a loopback name."""
    is_near = host_name(request.host) in LOOPBACK and current_app.config["ADDRESS"]
    base = current_app.config["ADDRESS"] if is_near else request.host_url
    return Link(grant, base.rstrip("/") + address(grant, _secret()))


def address(grant: Grant, secret: bytes) -> str:
    """The path of a link."""
    return grant.path(secret)


def _secret() -> bytes:
    """The key for making tokens."""
    return bytes(current_app.config["SECRET_KEY"])
