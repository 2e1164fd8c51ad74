"""Grevjass' forms; they validate only the shape of input, the rules check the rest."""

from typing import Any

from wtforms import RadioField, SelectChoice

from referee.games.grevjass.actions import Claims, Stikk
from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.shapes import STROKES
from referee.games.kit.sides import SEAT_WORDS
from referee.web.matches import setup_form
from referee.web.matches.setup_form import first_dealer, whole
from referee.web.tables.forms import SideForm, moved

CLAIMS = {
    Claims.BLIND: "Blind: points stay hidden, and a false claim loses the game",
    Claims.MILD: "Mild: points stay hidden, and a false claim costs nothing",
    Claims.OPEN: "Open: points are shown, and a false claim is refused",
}
STIKK = {
    Stikk.PLAYED: "in any case, when the second is played",
    Stikk.TRICK: "only if the player takes that trick",
    Stikk.SIDE: "once the side has a trick",
}


class MatchForm(setup_form.FourSeats):
    """A new match on one screen."""

    game = GREVJASS
    decides = ("strokes",)
    dealer = first_dealer(SEAT_WORDS)
    strokes = whole("Strokes to win", STROKES, 6)
    claims = RadioField(
        "Claims", choices=[SelectChoice(each.value, words) for each, words in CLAIMS.items()], default="blind"
    )
    stikk = RadioField(
        "King and queen of trumps score",
        choices=[SelectChoice(each.value, words) for each, words in STIKK.items()],
        default="played",
    )


class AdjustForm(SideForm):
    """Points or strokes given or taken away by the table."""

    what = RadioField("What", choices=[SelectChoice("points", "Points"), SelectChoice("strokes", "Strokes")],
                      default="points")  # fmt: skip
    number = moved()

    def action(self) -> dict[str, Any]:
        """The ruling as in a record."""
        return {
            "type": "adjust",
            "side": self.side.data,
            str(self.what.data): self.number.data,
            "reason": self.reason.data,
        }
