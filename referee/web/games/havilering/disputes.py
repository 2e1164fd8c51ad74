"""Dispute pages: any four cards, any trick that may be shown, and the rules; practice in counting four cards."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.books.permissions import OWN, Permission
from referee.cards import PACK, codes, read_card
from referee.faults import NotThereError
from referee.games.havilering.combinations import PUBLISHED_VALUES, Item
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.results import Trick
from referee.games.havilering.seen import may_be_revealed
from referee.games.havilering.state import Match
from referee.games.havilering.talk import seat_word
from referee.games.havilering.tricks import PUBLISHED
from referee.games.havilering.verdict import ScoreQuestion, rulebook, verdict
from referee.games.kit.sides import SEATS
from referee.games.rulebook import Example
from referee.match.current import CurrentMatch
from referee.season import Season, season_at
from referee.web.asked_from import asked_from
from referee.web.components.picking import PAD
from referee.web.forms import form_page
from referee.web.games.havilering import learning, questions
from referee.web.permissions import needs, visitor
from referee.web.practice import CHANCE, MOST_MISSED, Practice
from referee.web.rules import add_rules
from referee.web.services import service, summaries

pages = Blueprint("havilering_disputes", __name__)
MOST_POINTS = 16
"""The highest worth of four cards, apart from the thirteenth trick and the dealer's Jack Havel."""


@pages.get("/dispute")
@needs(Permission.GUEST)
def dispute() -> ResponseReturnValue:
    """Decide any four cards: the winner, the score, and the near misses. The question is in the query string."""
    inputs, current = request.args.to_dict(), asked_from()
    usual = ScoreQuestion((), season_at(service().clock()))
    if current and "cards" not in inputs:
        usual = questions.at_table(current.match)
    asking, errors = questions.read_what_can_be(inputs, usual)
    unknown = questions.unknown_words(inputs)
    errors += unknown
    if not errors and any(inputs.get(name) for name in ("card", "typed", "pick")):
        return redirect(url_for("havilering_disputes.dispute", **asking.query()), 303)
    is_asked = asking.complete and not unknown
    hidden = is_asked and current is not None and _is_to_be_claimed(current, asking.question)
    return form_page(
        "havilering/disputes/dispute.html",
        errors,
        asking=asking,
        answer=verdict(asking.question) if is_asked and not hidden else None,
        hidden=hidden,
        typed=inputs.get("typed", "") if errors else "",
        current=current,
        player=current.match.player if current else seat_word,
        pad=PAD,
        seats=SEATS,
        seasons=Season,
        house=[item for item in Item if item in PUBLISHED_VALUES],
    )


def _is_to_be_claimed(current: CurrentMatch[Match], question: ScoreQuestion) -> bool:
    """Return True if these are the cards of a trick whose worth must not be shown yet (8.6)."""
    trick = current.match.last_trick
    return trick is not None and set(trick.cards) == set(question.cards) and not may_be_revealed(current.match, trick)


@pages.get("/matches/<int:match_id>/why/<int:hand>/<int:number>")
@needs(Permission.WATCH)
def why(match_id: int, hand: int, number: int) -> ResponseReturnValue:
    """Explain a trick: its winner, its points, and the near misses; 404 for closed tricks."""
    current = service().current(match_id)
    trick = find_trick(current, hand, number)
    question = questions.about(current.match, trick)
    return render_template(
        "havilering/disputes/why.html",
        current=current,
        trick=trick,
        answer=verdict(question) if may_be_revealed(current.match, trick) else None,
        player=current.match.player,
        what_if=questions.query(question),
    )


def find_trick(current: CurrentMatch[Match], hand: int, number: int) -> Trick:
    """A trick of a match. Raises NotThereError."""
    for trick in current.match.tricks:
        if (trick.hand, trick.number) == (hand, number):
            return trick
    raise NotThereError(f"There is no trick {number} in hand {hand}.")


def _for_learners() -> dict[str, Any]:
    """Return the points of each item at this table, and a rhyme."""
    current = asked_from()
    values = current.match.setup.rules.values if current else PUBLISHED
    return {"scoring": list(learning.scoring(values)), "rhyme": learning.rhyme()}


def _link_of(example: Example) -> str | None:
    """The address of the page that answers an example."""
    return url_for("havilering_disputes.dispute", **questions.query(example.question)) if example.question else None


add_rules(
    pages,
    rulebook,
    "The rules of Havilering",
    "running flush",
    "havilering_disputes.dispute",
    _link_of,
    "havilering/disputes/rules.html",
    _for_learners,
)


class HavileringPractice(Practice):
    """Four cards of a trick are shown."""

    game = HAVILERING
    title = "Practice: counting"
    asks = "You see a trick’s four cards, and tap their points. Then you see the answer and how it adds up."
    answers = range(MOST_POINTS + 1)
    dull = 2
    session_key = "practice"

    def draw(self) -> dict[str, Any]:
        """Four cards in the season by the calendar."""
        return {"cards": codes(CHANCE.sample(PACK, 4)), "season": season_at(service().clock()).value}

    def missed(self) -> Iterator[dict[str, Any]]:
        """The missed tricks whose worth depends only on the cards and the season."""
        for book_id in visitor().grants(OWN):
            seated = cache(summaries().seated)
            for row in summaries().missed_rows(book_id, HAVILERING, MOST_MISSED):
                by = seated(row["match_id"])[row["winner"]]
                cards = [row[f"card_{place}"] for place in range(1, 5)]
                data = {"cards": cards, "season": row["season"], "missed": {"by": by, "points": row["missed"]}}
                if self.worth(data) == row["points"]:
                    yield data

    def worth(self, data: dict[str, Any]) -> int:
        """Return the points of the cards."""
        return verdict(_question(data)).score.points

    def variables(self, data: dict[str, Any], is_answered: bool) -> dict[str, Any]:
        """Return the cards, and after the answer their points."""
        question = _question(data)
        return {"question": question, "answer": verdict(question) if is_answered else None, "player": seat_word}


def _question(data: dict[str, Any]) -> ScoreQuestion:
    return ScoreQuestion(tuple(map(read_card, data["cards"])), Season(data["season"]))


practice = HavileringPractice().blueprint("/practice")
