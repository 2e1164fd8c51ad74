"""Grevjass' forms; they validate only the shape of input, the rules check the rest."""

from collections.abc import Mapping
from typing import Any

from flask_wtf import FlaskForm
from wtforms import HiddenField, IntegerField, RadioField, SelectChoice, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from referee.fields import NAME_LENGTH
from referee.games.grevjass.actions import Claims, Rules, Stikk
from referee.games.grevjass.setups import RULES, STROKES
from referee.games.grevjass.sides import SEAT_WORDS, SIDE_WORDS
from referee.games.kit.values import ADJUSTMENTS, REASON_LENGTH
from referee.web.forms import NAME_LIMITS, PLACES, EntryForm

RULE_FIELDS = ("strokes", "claims", "stikk")
"""The fields of a set of house rules."""
CLAIMS = {
    Claims.BLIND: "Blind: nobody is told what the tricks bring, and a false claim loses the game",
    Claims.MILD: "Mild: nobody is told either, but a false claim costs nothing",
    Claims.OPEN: "Open: points are shown, and a false claim is refused",
}
STIKK = {
    Stikk.PLAYED: "in any case, when the second is played",
    Stikk.TRICK: "only if the player takes that trick",
    Stikk.SIDE: "once the side has a trick",
}


class MatchForm(FlaskForm):
    """A new match on one screen."""

    key = HiddenField("Key", [Length(max=64)])
    N = StringField(PLACES["N"], [InputRequired("who sits here?"), *NAME_LIMITS])
    E = StringField(PLACES["E"], [InputRequired("who sits here?"), *NAME_LIMITS])
    S = StringField(PLACES["S"], [InputRequired("who sits here?"), *NAME_LIMITS])
    W = StringField(PLACES["W"], [InputRequired("who sits here?"), *NAME_LIMITS])
    dealer = RadioField("First dealer", choices=[SelectChoice(*seat) for seat in SEAT_WORDS.items()], default="N")
    strokes = IntegerField(
        "Strokes to win",
        [
            InputRequired("how many?"),
            NumberRange(STROKES[0], STROKES[-1], "a whole number from %(min)s to %(max)s."),
        ],
        default=6,
    )
    claims = RadioField(
        "Claims", choices=[SelectChoice(each.value, words) for each, words in CLAIMS.items()], default="blind"
    )
    stikk = RadioField(
        "King and queen of trumps score",
        choices=[SelectChoice(each.value, words) for each, words in STIKK.items()],
        default="played",
    )
    set_name = StringField("Save these house rules as", [Length(max=NAME_LENGTH)])

    @staticmethod
    def filled_in(players: Mapping[str, str], dealer: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """The fields for a match as it is written."""
        return {**players, "dealer": dealer, **rules}

    def rules(self) -> dict[str, Any]:
        """The fields of a set of house rules, as in a record."""
        return {name: self[name].data for name in RULE_FIELDS}

    def fill_in(self, rules: Rules) -> None:
        """Fill in a set of house rules."""
        for name, value in RULES.write(rules).items():
            self[name].data, self[name].raw_data = value, None  # Do not show the posted value.

    def is_filled_in(self, rules: Rules) -> bool:
        """Whether the fields have what a set of house rules has."""
        return self.rules() == RULES.write(rules)

    def setup(self, started: str) -> dict[str, Any]:
        """The setup as in a match record."""
        return {
            "players": {seat: self[seat].data for seat in SEAT_WORDS},
            "dealer": self.dealer.data,
            "started": started,
            "rules": self.rules(),
        }


class AdjustForm(EntryForm):
    """Points or strokes given or taken away by the table."""

    side = RadioField("Side", choices=[SelectChoice(*side) for side in SIDE_WORDS.items()], default="NS")
    what = RadioField("What", choices=[SelectChoice("points", "Points"), SelectChoice("strokes", "Strokes")],
                      default="points")  # fmt: skip
    number = IntegerField(
        "How many, −2 takes two away",
        [InputRequired("how many?"), NumberRange(ADJUSTMENTS[0], ADJUSTMENTS[-1])],
    )
    reason = StringField("Reason", [InputRequired("say what happened."), Length(max=REASON_LENGTH)])

    def action(self) -> dict[str, Any]:
        """The ruling as in a record."""
        return {
            "type": "adjust",
            "side": self.side.data,
            str(self.what.data): self.number.data,
            "reason": self.reason.data,
        }
