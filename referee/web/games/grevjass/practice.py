"""Practice: count a trick."""

from typing import Any

from referee.cards import codes
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.pack import PACK, SUITS
from referee.web.games.grevjass.disputes import TRICK
from referee.web.practice import CHANCE
from referee.web.trick_practice import TrickPractice


class GrevjassPractice(TrickPractice):
    """The four cards of a trick and the trumps are shown."""

    game, dispute = GREVJASS, TRICK
    title = "Practice: counting · Grevjass"
    asks = (
        "You see a trick’s four cards and the trumps, and tap the points. Then you see the answer and how it adds up."
    )
    answers = range(62)  # At most Jass, Marietta and two aces, with the last trick.
    dull = 4

    def draw(self) -> dict[str, Any]:
        """A trick, now and then the last one."""
        cards, trump = codes(CHANCE.sample(PACK, 4)), CHANCE.choice(SUITS)
        return {"cards": cards, "trump": trump.letter, "last": CHANCE.random() < 1 / 8}

    def is_wanted(self, data: dict[str, Any]) -> bool:
        """Return True mostly for a trick with points, and often for one with a high trump."""
        has_trump = any(code[0] in "J9" and code[1] == data["trump"] for code in data["cards"])
        is_full = self.worth(data) >= self.dull and (has_trump or CHANCE.random() < 0.5)
        return is_full or CHANCE.random() < self.dull_share

    def worth(self, data: dict[str, Any]) -> int:
        """Return the points of the trick."""
        return int(self.ruling(data).points)


pages = GrevjassPractice().blueprint("/grevjass/practice")
