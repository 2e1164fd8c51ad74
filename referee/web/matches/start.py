"""The start of a match, for correction: the seats, the first dealer, and the rules."""

from dataclasses import replace

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import RefusedError
from referee.web.corrections import draft as correction_draft
from referee.web.forms import error_texts, form_page, player_texts
from referee.web.permissions import needs, visitor
from referee.web.players.known_players import TypedNames, latest_people
from referee.web.services import pages_of, service

pages = Blueprint("start", __name__, url_prefix="/matches/<int:match_id>")


@pages.route("/mend/start", methods=["GET", "POST"])
@needs(Permission.SCORE)
def start(match_id: int) -> ResponseReturnValue:
    """Show the form of the match's start, or of its correction in the query string.

    Posted, it leads to the preview of the match before and after.
    """
    current, own_pages = service().current(match_id), pages_of(match_id)
    game, text = current.game, request.args.get("edits", "")
    edits = correction_draft.read(game, text, service().record(match_id).actions if text else ())
    written, names = game.setups.write(edits.setup or current.setup), TypedNames(current.book_id)
    # Somebody who scores one match must not learn who else plays in the book.
    may_read_book = visitor().permission_for_book(current.book_id) >= Permission.OWN
    form = own_pages.match_form() if request.method == "POST" else own_pages.match_form.of(written)
    errors = list[str]()
    if request.method == "GET":
        form.clear_unnamed()
    else:
        form.keep_unnamed(written["players"])
        errors = [] if form.validate() else error_texts(form)
        if not errors:
            try:
                setup = game.setups.read(form.setup(written["started"]))
                setup = names.meant(game, setup) if may_read_book else setup
                version = edits.version if edits.made else current.version
                text = replace(edits, setup=setup, version=version).text
                return redirect(url_for("corrections.compare", match_id=match_id, edits=text), 303)
            except RefusedError as refused:
                errors = player_texts(refused.faults, form.labels)
    return form_page(
        own_pages.new_match_template,
        errors,
        pages=own_pages,
        match_id=match_id,
        form=form,
        told="",
        kept=None,
        doubts=names.doubts,
        known=latest_people(current.book_id) if may_read_book else [],
        **own_pages.setup_variables(),
    )
