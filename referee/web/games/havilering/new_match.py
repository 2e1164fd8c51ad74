"""The page for a new match: players, draw, season, house rules."""

import secrets
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import SelectChoice

from referee.books.permissions import Permission
from referee.cards import read_card
from referee.faults import DamagedError, NotThereError, RefusedError
from referee.games.havilering.actions import Rules
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.draw import Draw, draw
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.seasons import jack_havel
from referee.games.havilering.seats import SEATS, Seat
from referee.games.havilering.setups import SETUPS
from referee.games.havilering.tricks import PUBLISHED
from referee.season import Season, Span, local_day, span_of
from referee.web.forms import error_texts, player_texts
from referee.web.games.havilering.forms import MatchForm, values_by_field
from referee.web.house_rules import HouseRules
from referee.web.known_players import Doubt, TypedNames
from referee.web.permissions import needs, visitor
from referee.web.services import match_search, service
from referee.web.setup_form import SetupForm

pages = Blueprint("new_match", __name__)


@pages.route("/books/<int:book_id>/new", methods=["GET", "POST"])
@needs(Permission.KEEP)
def new(book_id: int) -> ResponseReturnValue:
    """The page for a new match, prefilled from the match `?like=`, or from the latest one."""
    if request.method == "GET":
        return _new_page(match_form(data=_like(book_id, request.args.get("like", type=int))))
    form = match_form()
    if "draw" in request.form:
        return _drawn(form, _span().season)
    answer = _house_rules(form).answer()
    if answer:
        return _new_page(form, answer.errors, 422 if answer.errors else 200, answer.told)
    errors, names = ([] if form.validate() else error_texts(form)) + _same_names(form), TypedNames(book_id)
    if not errors:
        try:
            setup = names.meant(HAVILERING, SETUPS.read(form.setup(service().clock().isoformat())))
            key, follows = form.key.data or None, _followed(book_id, request.args.get("like", type=int))
            current = service().open(book_id, setup, form.show_played.data, form.teaching.data, key, follows)
            return redirect(url_for("table.table", match_id=current.id), 303)
        except RefusedError as refused:
            errors = player_texts(refused.faults, {seat.value: form.name(seat).label.text for seat in SEATS})
    return _new_page(form, errors, 422, doubts=names.doubts)


def _new_page(
    form: MatchForm,
    errors: Sequence[str] = (),
    status: int = 200,
    told: str = "",
    doubts: Sequence[Doubt] = (),
) -> Response:
    book_id = _book_id()
    page = render_template(
        "havilering/new_match.html",
        form=form,
        errors=errors,
        told=told,
        kept=_house_rules(form),
        known=match_search().latest_players(book_id),
        doubts=doubts,
        book_id=book_id,
        seats=SEATS,
        key=secrets.token_urlsafe(12),
        **_shown(),
    )
    return make_response(page, status)


def match_form(**given: Any) -> MatchForm:
    """The form, with the seasons to choose from today."""
    form = MatchForm(**given)
    form.season.choices = _seasons(_span().season)
    return form


def _span() -> Span:
    return span_of(local_day(service().clock()))


def _shown() -> dict[str, Any]:
    """What the template shows besides the form."""
    return {"items": PUBLISHED_VALUES, "span": _span()}


def _told(rules: Rules) -> str:
    """A set of house rules in a few words."""
    return f"Game to {rules.target}, {'with' if rules.muggins else 'without'} Muggins."


def _book_id() -> int:
    """The score book of the address."""
    return int((request.view_args or {})["book_id"])


def _house_rules(form: MatchForm) -> HouseRules:
    return HouseRules(HAVILERING, _book_id(), form, SETUP_FORM.rule_fields, _told)


SETUP_FORM = SetupForm(
    match_form,
    MatchForm.filled_in,
    "havilering/new_match.html",
    ("target", *values_by_field(PUBLISHED)),
    _told,
    _shown,
)


# --- names, the draw, the season -----------------------------------------------------------------------------


def _same_names(form: MatchForm) -> list[str]:
    names = {seat: " ".join((form.name(seat).data or "").split()) for seat in SEATS}
    folded = [name.casefold() for name in names.values()]
    twice = [seat for seat, name in names.items() if name and folded.count(name.casefold()) > 1]
    if not twice:
        return []
    text = f"Two players are called {names[twice[0]]}: add a letter to tell them apart."
    for seat in twice:
        form.name(seat).errors = [text]
    return [text]


def _drawn(form: MatchForm, now: Season) -> Response:
    """Seat the players by the cards they drew."""
    cards, errors = {}, []
    for seat in SEATS:
        try:
            cards[seat] = read_card(form.drawn(seat).data or "")
        except RefusedError:
            errors.append(f"{form.drawn(seat).label.text}: write rank and suit, as in 7S, 10D or QH.")
    if not errors and len(set(cards.values())) < 4:
        errors.append("Two players cannot have drawn the same card.")
    if errors:
        return _new_page(form, errors, 422)
    result = draw(cards, form.first_season(now))
    told = _tell_draw(form, result)
    before = {seat: (form.name(seat).data, form.drawn(seat).data) for seat in SEATS}
    for seat, came_from in result.seated().items():
        form.name(seat).data, form.drawn(seat).data = before[came_from]
    form.dealer.data = result.dealer.value
    return _new_page(form, told=told)


def _tell_draw(form: MatchForm, result: Draw) -> str:
    def name(seat: Seat) -> str:
        return str(form.name(seat).data or form.name(seat).label.text)

    return f"{name(result.dealer)} drew highest and deals; {name(result.partner)} drew lowest and is the partner."


def _seasons(now: Season) -> list[SelectChoice]:
    named = [
        SelectChoice(season.value, f"{season.value.capitalize()}, {jack_havel(season).name}") for season in Season
    ]
    south = SelectChoice("south", f"Southern, by the calendar: {now.opposite.value}")
    return [SelectChoice("auto", f"By the calendar: {now.value}"), south, *named]


def _followed(book_id: int, number: int | None) -> int | None:
    """The match that the new one is a rematch of: one that is over, or in which nothing has been played yet.

    It must be in the same score book, because grants to it give access to the rematch.
    """
    if number is None or visitor().permission_for_match(number) < Permission.KEEP:
        return None
    try:
        current = service().current(number)
    except DamagedError:
        return None
    return number if current.can_be_followed and current.book_id == book_id else None


def _like(book_id: int, number: int | None) -> dict[str, Any]:
    if number and visitor().permission_for_match(number) < Permission.KEEP:
        raise NotThereError(f"There is no match {number}.")
    is_again = number is not None
    latest = match_search().latest(book_id, HAVILERING.key)
    number = number or (latest.id if latest else None)
    if number is None:
        return {}
    try:
        current = service().current(number)
    except DamagedError:
        return {}  # A damaged match cannot be used.
    if current.game.key != HAVILERING.key:
        raise NotThereError(f"Match {number} is not one of Havilering.")
    written, rules = SETUPS.write(current.setup), current.setup.rules
    filled = MatchForm.filled_in(written["players"], current.match.dealer.left.value, written["rules"])
    if rules.season and not is_again:  # A chosen season may be wrong on another evening.
        filled["season"] = "auto"
    return filled | {"show_played": current.show_played, "teaching": current.teaching}
