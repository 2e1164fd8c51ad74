"""Settling a dispute: any four cards, any trick of a match that may be seen, and the rules themselves."""

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.access import Right
from referee.faults import NotThereError
from referee.havilering.combinations import PUBLISHED_VALUES, Item
from referee.havilering.seasons import Season
from referee.havilering.seats import SEATS, Seat
from referee.havilering.state import Trick
from referee.rulebook import found
from referee.standing import Standing
from referee.verdict import Question, verdict
from referee.web import questions
from referee.web.guard import needs, visitor
from referee.web.house import tables
from referee.web.screen import PAD

pages = Blueprint("disputes", __name__)
MOST_WORDS = 100


@pages.get("/dispute")
@needs(Right.GUEST)
def dispute() -> ResponseReturnValue:
    """Any four cards: who wins, what they score, and what does not count. The question is in the address."""
    given, standing = request.args.to_dict(), _at_table()
    usual = Question((), tables().calendar(tables().clock()))
    if standing and "cards" not in given:
        usual = questions.at_table(standing.match)
    asking, errors = questions.read_what_can_be(given, usual)
    if not errors and any(given.get(name) for name in ("card", "typed", "pick")):
        return redirect(url_for("disputes.dispute", match=standing.id if standing else None, **asking.query()), 303)
    hidden = asking.complete and standing is not None and _is_to_be_claimed(standing, asking.question)
    page = render_template(
        "disputes/dispute.html",
        asking=asking,
        answer=verdict(asking.question) if asking.complete and not hidden else None,
        hidden=hidden,
        errors=errors,
        typed=given.get("typed", "") if errors else "",
        standing=standing,
        player=standing.match.player if standing else _word,
        pad=PAD,
        seats=SEATS,
        seasons=Season,
        house=[item for item in Item if item in PUBLISHED_VALUES],
    )
    return make_response(page, 422 if errors else 200)


def _word(seat: Seat) -> str:
    return seat.word


def _at_table() -> Standing | None:
    """The match whose table the question comes from: its players are named, and the way leads back there."""
    number = request.args.get("match", type=int)
    return tables().standing(number) if number and visitor().right_to_match(number) >= Right.WATCH else None


def _is_to_be_claimed(standing: Standing, question: Question) -> bool:
    """Whether these are the cards of a trick whose worth may not be told yet (8.6)."""
    trick = standing.match.last_trick
    return trick is not None and set(trick.cards) == set(question.cards) and not standing.match.may_be_told(trick)


@pages.get("/matches/<int:match_id>/why/<int:hand>/<int:number>")
@needs(Right.WATCH)
def why(match_id: int, hand: int, number: int) -> ResponseReturnValue:
    """Why a trick was won, what it scored, and what does not count; closed tricks stay closed."""
    standing = tables().standing(match_id)
    trick = find_trick(standing, hand, number)
    question = questions.about(standing.match, trick)
    return render_template(
        "disputes/why.html",
        standing=standing,
        trick=trick,
        seen=standing.match.may_be_seen(trick),
        answer=verdict(question) if standing.match.may_be_told(trick) else None,
        player=standing.match.player,
        what_if=questions.query(question),
    )


def find_trick(standing: Standing, hand: int, number: int) -> Trick:
    """A trick of a match. Raises NotThereError."""
    for trick in standing.match.tricks:
        if (trick.hand, trick.number) == (hand, number):
            return trick
    raise NotThereError(f"There is no trick {number} in hand {hand}.")


@pages.get("/rules")
@needs(Right.GUEST)
def rules() -> ResponseReturnValue:
    """The rules, numbered; `q` looks for words in them."""
    words = request.args.get("q", "")[:MOST_WORDS]
    return render_template("disputes/rules.html", chapters=found(words), words=words, standing=_at_table())
