"""Practice: count the points of four cards."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.books.permissions import OWN
from referee.cards import PACK, codes, read_card
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.seats import Seat
from referee.games.havilering.verdict import ScoreQuestion, verdict
from referee.season import Season, season_at
from referee.web.permissions import visitor
from referee.web.practice import CHANCE, MOST_MISSED, Practice
from referee.web.services import service, summaries

MOST_POINTS = 16
"""The highest worth of four cards, apart from the thirteenth trick and the dealer's Jack Havel."""


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
        return {"question": question, "answer": verdict(question) if is_answered else None, "player": _word}


def _question(data: dict[str, Any]) -> ScoreQuestion:
    return ScoreQuestion(tuple(map(read_card, data["cards"])), Season(data["season"]))


def _word(seat: Seat) -> str:
    return seat.word


pages = HavileringPractice().blueprint("/practice")
