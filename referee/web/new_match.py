"""The page for a new match of a game, filled in from the latest one."""

import secrets
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import DamagedError, RefusedError
from referee.games.game import Game
from referee.web.forms import error_texts, player_texts
from referee.web.house_rules import HouseRules
from referee.web.known_players import TypedNames
from referee.web.permissions import needs
from referee.web.services import match_search, score_books, service
from referee.web.setup_form import SetupForm


class NewMatch:
    """The view of a game's page for a new match."""

    def __init__(self, game: Game[Any, Any, Any], of: SetupForm, table: str) -> None:
        """`table` is the endpoint of the game's table."""
        self._game, self._of, self._table = game, of, table

    def blueprint(self, name: str) -> Blueprint:
        """A blueprint with the view."""
        pages = Blueprint(name, __name__, url_prefix=f"/{self._game.key}")

        @pages.route("/books/<int:book_id>/new", methods=["GET", "POST"])
        @needs(Permission.KEEP)
        def new(book_id: int) -> ResponseReturnValue:
            """The page for a new match, with the players and rules of the latest one of the game."""
            return self._new(book_id)

        return pages

    def _new(self, book_id: int) -> ResponseReturnValue:
        score_books().score_book(book_id)
        form = self._of.form() if request.method == "POST" else self._like_the_latest(book_id)
        kept = HouseRules(self._game, book_id, form, self._of.rule_fields, self._of.tell)
        errors, told, names = list[str](), "", TypedNames(book_id)
        if request.method == "POST":
            answer = kept.answer()
            if answer:
                errors, told = answer.errors, answer.told
            else:
                errors = [] if form.validate() else error_texts(form)
                if not errors:
                    try:
                        return self._begun(names, form)
                    except RefusedError as refused:
                        errors = player_texts(refused.faults)
        page = render_template(
            self._of.template,
            form=form,
            errors=errors,
            told=told,
            kept=kept,
            known=match_search().latest_players(book_id),
            doubts=names.doubts,
            book_id=book_id,
            key=secrets.token_urlsafe(12),
        )
        return make_response(page, 422 if errors else 200)

    def _begun(self, names: TypedNames, form: Any) -> ResponseReturnValue:
        setup = self._game.read_setup(form.setup(service().clock().isoformat()))
        current = service().open(names.book_id, names.meant(self._game, setup), key=form.key.data or None)
        return redirect(url_for(self._table, match_id=current.id), 303)

    def _like_the_latest(self, book_id: int) -> Any:
        """The form as for a rematch of the latest match of the game."""
        latest = match_search().latest(book_id, self._game.key)
        if latest is None:
            return self._of.form()
        try:
            match = service().current(latest.id).match
        except DamagedError:
            return self._of.form()  # A damaged match cannot be used.
        return self._of.of(self._game.write_setup(self._game.rematch(match, service().clock())))
