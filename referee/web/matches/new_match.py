"""The page for a new match of a game, filled in from the latest one."""

import secrets
from contextlib import suppress
from typing import Any

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import DamagedError, NotThereError, RefusedError
from referee.match.current import CurrentMatch
from referee.web.forms import error_texts, form_page, key_to_begin, player_texts
from referee.web.matches.draws import Drawing
from referee.web.matches.house_rules import Answer, HouseRules
from referee.web.permissions import view_of, visitor
from referee.web.phone import remember
from referee.web.players.known_players import TypedNames, latest_people
from referee.web.services import match_search, score_books, service
from referee.web.tables.pages import TablePages


class NewMatch:
    """The view of a game's page for a new match."""

    def __init__(self, pages: TablePages) -> None:
        self.pages = pages

    def register(self, blueprint: Blueprint) -> None:
        """Add the view to a blueprint."""
        view = view_of(self._new, Permission.OWN)
        blueprint.add_url_rule("/books/<int:book_id>/new", "new", view, methods=["GET", "POST"])

    # --- what differs between games ------------------------------------------------------------------------------

    def options(self, form: Any, book_id: int) -> dict[str, Any]:
        """Return further options for opening the match: the display settings, and the match that it follows.

        It follows `?like=` if that is over or nothing has been played in it. It must be in the same score book,
        because grants to it give access to the rematch.
        """
        options = {name: form[name].data for name in ("show_played", "teaching") if name in form}
        with suppress(NotThereError):
            former = self.former(book_id) if "like" in request.args else None
            if former and former.can_be_followed and former.book_id == book_id:
                options["follows"] = former.id
        return options

    def begins(self, book_id: int, key: str) -> None:
        """Do any work needed before the match, given the key of its form. Raises RefusedError."""

    def former(self, book_id: int) -> CurrentMatch[Any] | None:
        """The match `?like=`, or else the latest one of the game; None if there is none, or if it is damaged.

        Raises NotThereError if it is a match of another game, or if the visitor does not own it.
        """
        number, game = request.args.get("like", type=int), self.pages.game
        if number and visitor().permission_for_match(number) < Permission.OWN:
            raise NotThereError(f"There is no match {number}.")
        latest = None if number else match_search().latest(book_id, game.key)
        number = latest.id if latest else number
        try:
            current = service().current(number) if number else None
        except DamagedError:
            return None
        if current and current.game.key != game.key:
            raise NotThereError(f"Match {number} is not one of {self.pages.title}.")
        return current

    def like_the_latest(self, book_id: int) -> Any:
        """The form as for a rematch of that match."""
        former, game = self.former(book_id), self.pages.game
        if former is None:
            return self.pages.match_form()
        written = game.setups.write(game.rematch(former.match, service().clock()))
        return self.pages.match_form.of(written, show_played=former.show_played, teaching=former.teaching)

    # --- what is the same in all ---------------------------------------------------------------------------------

    def _new(self, book_id: int) -> ResponseReturnValue:
        """The page for a new match, with the players and rules of the latest one of the game."""
        score_books().score_book(book_id)
        is_post = request.method == "POST"
        form = self.pages.match_form() if is_post else self.like_the_latest(book_id)
        if not is_post:
            form.clear_unnamed()
        kept, names, drawing = HouseRules(self.pages, book_id, form), TypedNames(book_id), Drawing(self.pages, form)
        answer: Answer | None = Answer([])
        if is_post:
            answer = drawing.answer() if drawing.is_posted else kept.answer()
        if answer is None:
            if "just" in request.form:
                form.seat_everybody()
            errors = ([] if form.validate() else error_texts(form)) + _of_same_names(form)
            if not errors:
                try:
                    return self._begun(names, form)
                except RefusedError as refused:
                    errors = player_texts(refused.faults, form.labels)
            answer = Answer(errors)
        return form_page(
            self.pages.new_match_template,
            answer.errors,
            pages=self.pages,
            form=form,
            told=answer.text,
            kept=kept,
            drawing=drawing,
            known=latest_people(book_id),
            doubts=names.doubts,
            book_id=book_id,
            key=secrets.token_urlsafe(12),
            **self.pages.setup_variables(),
        )

    def _begun(self, names: TypedNames, form: Any) -> ResponseReturnValue:
        setup = self.pages.game.setups.read(form.setup(service().clock().isoformat()))
        setup, options = names.meant(self.pages.game, setup), self.options(form, names.book_id)
        self.begins(names.book_id, form.key.data or "")
        current = service().open(names.book_id, setup, key=key_to_begin(), **options)
        remember(request.form)
        return redirect(self.pages.address("table", current.id), 303)


def _of_same_names(form: Any) -> list[str]:
    """Return the error of two players with the same name, and mark their fields."""
    names = [(field, " ".join((field.data or "").split())) for _, field in form.places]
    folded = [name.casefold() for _, name in names]
    twice = [(field, name) for field, name in names if name and folded.count(name.casefold()) > 1]
    texts = [f"Two players are called {name}: add a letter to tell them apart." for _, name in twice[:1]]
    for field, _ in twice:
        field.errors = texts
    return texts
