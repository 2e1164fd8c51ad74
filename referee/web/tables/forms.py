"""The form in which a table moves points; it validates only the shape of input."""

from typing import Any

from wtforms import IntegerField, RadioField, SelectChoice, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from referee.games.kit.sides import SIDE_WORDS
from referee.games.kit.values import ADJUSTMENTS, REASON_LENGTH
from referee.web.forms import EntryForm


class SideForm(EntryForm):
    """A ruling of the table about a side."""

    side = RadioField("Side", choices=[SelectChoice(*side) for side in SIDE_WORDS.items()], default="NS")
    reason = StringField("Reason", [InputRequired("say what happened."), Length(max=REASON_LENGTH)])


class AdjustForm(EntryForm):
    """Points given or taken away by the table."""

    player = StringField("Player", [InputRequired("whose?"), Length(max=1)])
    points = IntegerField(
        "How many, −2 takes two away", [InputRequired("how many?"), NumberRange(ADJUSTMENTS[0], ADJUSTMENTS[-1])]
    )
    reason = StringField("Reason", [InputRequired("say what happened."), Length(max=REASON_LENGTH)])

    def action(self) -> dict[str, Any]:
        """The ruling as in a record."""
        return {
            "type": "adjust",
            "player": self.player.data,
            "points": self.points.data,
            "reason": self.reason.data,
        }
