"""Practice: count a trick."""

from typing import Any

from flask import url_for

from referee.cards import codes, read_cards, read_suit
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.pack import PACK, SUITS
from referee.games.grevjass.verdict import verdict
from referee.games.kit.questions import TrickQuestion
from referee.web.practice import CHANCE, Practice


class GrevjassPractice(Practice):
    """The four cards of a trick and the trumps are shown."""

    game = GREVJASS
    title = "Practise counting · Grevjass"
    asks = (
        "You see a trick’s four cards and the trumps, and tap the points. Then you see the answer and how it adds up."
    )
    answers = range(62)  # At most Jass, Marietta and two aces, with the last trick.
    dull = 4

    def draw(self) -> dict[str, Any]:
        """A trick, now and then the last one."""
        cards, trump = codes(CHANCE.sample(PACK, 4)), CHANCE.choice(SUITS)
        return {"cards": cards, "trump": trump.letter, "last": CHANCE.random() < 1 / 8}

    def is_wanted(self, asked: dict[str, Any]) -> bool:
        """Return True mostly for a trick with points, and often for one with a high trump."""
        has_trump = any(code[0] in "J9" and code[1] == asked["trump"] for code in asked["cards"])
        is_full = self.worth(asked) >= self.dull and (has_trump or CHANCE.random() < 0.5)
        return is_full or CHANCE.random() < self.dull_share

    def worth(self, asked: dict[str, Any]) -> int:
        """Return the points of the trick."""
        return verdict(_question(asked)).points

    def shown(self, asked: dict[str, Any], is_told: bool) -> dict[str, Any]:
        """Return the cards, and after the answer their points."""
        question = _question(asked)
        there = {"cards": ".".join(asked["cards"]), "trump": asked["trump"], "last": 1 if asked["last"] else None}
        return {
            "question": question,
            "answer": verdict(question) if is_told else None,
            "what_if": url_for("grevjass_disputes.trick", **there),
        }


def _question(asked: dict[str, Any]) -> TrickQuestion:
    return TrickQuestion(read_cards(" ".join(asked["cards"])), read_suit(asked["trump"]), last=asked["last"])


pages = GrevjassPractice().blueprint("/grevjass/practice")
