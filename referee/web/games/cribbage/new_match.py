"""The page for a new match of cribbage."""

import secrets
from typing import Any

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import Permission
from referee.faults import DamagedError, RefusedError
from referee.games.cribbage.actions import Rules
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.setups import read_setup
from referee.web.forms import error_texts, player_texts
from referee.web.games.cribbage.forms import RULE_FIELDS, MatchForm
from referee.web.house_rules import HouseRules
from referee.web.permissions import needs
from referee.web.services import match_search, score_books, service

pages = Blueprint("cribbage_new_match", __name__, url_prefix="/cribbage")


@pages.route("/books/<int:book_id>/new", methods=["GET", "POST"])
@needs(Permission.KEEP)
def new(book_id: int) -> ResponseReturnValue:
    """The page for a new match, with the players and rules of the latest one of cribbage."""
    score_books().score_book(book_id)
    form = MatchForm(data=None if request.method == "POST" else _like_the_latest(book_id))
    kept = HouseRules(CRIBBAGE, book_id, form, RULE_FIELDS, _told)
    errors, told = list[str](), ""
    if request.method == "POST":
        answer = kept.answer()
        if answer:
            errors, told = answer.errors, answer.told
        else:
            errors = [] if form.validate() else error_texts(form)
            if not errors:
                try:
                    setup = read_setup(form.setup(service().clock().isoformat()))
                    current = service().open(book_id, setup, key=form.key.data or None)
                    return redirect(url_for("cribbage_table.table", match_id=current.id), 303)
                except RefusedError as refused:
                    errors = player_texts(refused.faults)
    page = render_template(
        "cribbage/new_match.html",
        form=form,
        errors=errors,
        told=told,
        kept=kept,
        known=match_search().latest_players(book_id),
        book_id=book_id,
        key=secrets.token_urlsafe(12),
    )
    return make_response(page, 422 if errors else 200)


def _told(rules: Rules) -> str:
    """A set of house rules in a few words."""
    return f"Game to {rules.target}, {'with' if rules.muggins else 'without'} Muggins."


def _like_the_latest(book_id: int) -> dict[str, Any]:
    """The fields of the latest match of cribbage; its dealer is the other one."""
    latest = match_search().latest(book_id, CRIBBAGE.key)
    if latest is None:
        return {}
    try:
        setup = service().current(latest.id).match.setup
    except DamagedError:
        return {}  # A damaged match cannot be used.
    names = {seat.value: name for seat, name in setup.players.items()}
    rules = {name: getattr(setup.rules, name) for name in setup.rules.__slots__}
    return names | rules | {"dealer": setup.dealer.other.value}
