"""The page for a new match of a game whose form can be filled in from a setup."""

import secrets
from typing import Any

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import DamagedError, RefusedError
from referee.web.forms import error_texts, player_texts
from referee.web.house_rules import HouseRules
from referee.web.permissions import needs
from referee.web.services import match_search, score_books, service
from referee.web.sittings.pages import NamedPages
from referee.web.sittings.table import view_of


class NewMatch:
    """The view of a game's page for a new match."""

    def __init__(self, of: NamedPages, form: Any, rule_fields: tuple[str, ...], tell: Any) -> None:
        """`form` is the class of its form, `rule_fields` those of a set of house rules; `tell` words a set."""
        self.of, self._form, self._rule_fields, self._tell = of, form, rule_fields, tell

    def register(self, pages: Any) -> None:
        """Add the view to a blueprint of the game's pages without a match."""
        view = needs(Permission.KEEP)(view_of(self._new))
        pages.add_url_rule("/books/<int:book_id>/new", "new", view, methods=["GET", "POST"])

    def _new(self, book_id: int) -> ResponseReturnValue:
        """The page for a new match, with the players and rules of the latest one of the game."""
        score_books().score_book(book_id)
        form = self._form(data=None if request.method == "POST" else self._like_the_latest(book_id))
        kept = HouseRules(self.of.game, book_id, form, self._rule_fields, self._tell)
        errors, told = list[str](), ""
        if request.method == "POST":
            answer = kept.answer()
            if answer:
                errors, told = answer.errors, answer.told
            else:
                errors = [] if form.validate() else error_texts(form)
                if not errors:
                    try:
                        return self._begun(book_id, form)
                    except RefusedError as refused:
                        errors = player_texts(refused.faults)
        page = render_template(
            f"{self.of.name}/new_match.html",
            of=self.of,
            form=form,
            errors=errors,
            told=told,
            kept=kept,
            known=match_search().latest_players(book_id),
            book_id=book_id,
            key=secrets.token_urlsafe(12),
        )
        return make_response(page, 422 if errors else 200)

    def _begun(self, book_id: int, form: Any) -> ResponseReturnValue:
        setup = self.of.game.read_setup(form.setup(service().clock().isoformat()))
        current = service().open(book_id, setup, key=form.key.data or None)
        return redirect(url_for(f"{self.of.name}.table", match_id=current.id), 303)

    def _like_the_latest(self, book_id: int) -> dict[str, Any]:
        """The fields of the latest match of the game; whoever would deal next deals first."""
        latest = match_search().latest(book_id, self.of.game.key)
        if latest is None:
            return {}
        try:
            match = service().current(latest.id).match
        except DamagedError:
            return {}  # A damaged match cannot be used.
        written = self.of.game.write_setup(self.of.game.rematch(match, service().clock()))
        found: dict[str, Any] = self._form.filled_in(written["players"], written["dealer"], written["rules"])
        return found
