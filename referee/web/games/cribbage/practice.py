"""Practice: count a hand or crib."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.books.permissions import OWN
from referee.cards import PACK, codes, read_card, read_cards
from referee.games.cribbage import counting, talk
from referee.games.cribbage.counting import FIVE, TOTALS
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.seats import SEAT_NAMED
from referee.games.cribbage.verdict import HandQuestion
from referee.web.games.cribbage.asking import query
from referee.web.permissions import visitor
from referee.web.practice import CHANCE, MOST_MISSED, Practice
from referee.web.services import summaries


class CribbagePractice(Practice):
    """Four cards and a starter are shown."""

    game = CRIBBAGE
    title = "Practice: counting · Cribbage"
    asks = (
        "You see a hand or a crib with the starter, and tap its points. Then you see the answer and how it adds up."
    )
    answers = TOTALS
    dull = 4
    dull_share = 0.2

    def draw(self) -> dict[str, Any]:
        """A hand, or now and then a crib."""
        *four, starter = codes(CHANCE.sample(PACK, FIVE))
        return {"cards": four, "starter": starter, "crib": CHANCE.random() < 1 / 4}

    def missed(self) -> Iterator[dict[str, Any]]:
        """The hands and cribs whose claims missed points."""
        for book_id in visitor().grants(OWN):
            seated = cache(summaries().seated)
            for row in summaries().missed_rows(book_id, CRIBBAGE, MOST_MISSED):
                dealer, names = SEAT_NAMED[row["dealer"]], seated(row["match_id"])
                for what, seat in (("pone", dealer.other), ("dealer", dealer), ("crib", dealer)):
                    points, claimed = row[f"{what}_points"], row[f"{what}_claimed"]
                    if claimed is not None and claimed < points:
                        cards = codes(read_cards(row[f"{what}_cards"]))
                        data = {"cards": cards, "starter": row["starter"], "crib": what == "crib"}
                        yield data | {"missed": {"by": names[seat.value], "points": points - claimed}}

    def worth(self, data: dict[str, Any]) -> int:
        """Return the points of the hand."""
        return counting.count(*_question(data)).points

    def variables(self, data: dict[str, Any], is_answered: bool) -> dict[str, Any]:
        """The cards and, after the answer, every set."""
        question = _question(data)
        return {
            "question": question,
            "cards": (*question.four, question.starter),
            "crib": question.crib,
            "talk": talk,
            "count": counting.count(*question) if is_answered else None,
            "not_counted": list(counting.not_counted(*question)) if is_answered else [],
            "what_if": query(question),
        }


def _question(data: dict[str, Any]) -> HandQuestion:
    return HandQuestion(tuple(map(read_card, data["cards"])), read_card(data["starter"]), data["crib"])


pages = CribbagePractice().blueprint("/cribbage/practice")
