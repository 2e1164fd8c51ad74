"""The forms in which a table moves points or deals; they validate only the shape of input."""

from typing import Any

from wtforms import RadioField, SelectChoice, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from referee.games.kit.sides import SIDE_WORDS
from referee.games.kit.values import ADJUSTMENTS, REASON_LENGTH
from referee.web.forms import EntryForm, WholeField


def moved(among: range = ADJUSTMENTS, label: str = "How many, −2 takes two away") -> WholeField:
    """The field for a number to give or take away."""
    return WholeField(label, [InputRequired("how many?"), NumberRange(among[0], among[-1])])


class RulingForm(EntryForm):
    """A ruling of the table. A game adds the keys of its action."""

    reason = StringField("Reason", [InputRequired("say what happened."), Length(max=REASON_LENGTH)])

    def action(self) -> dict[str, Any]:
        """The ruling as in a record."""
        return {"type": "adjust"} | {field.name: field.data for field in self if not hasattr(EntryForm, field.name)}


class SideForm(RulingForm):
    """A ruling of the table about a side."""

    side = RadioField("Side", choices=[SelectChoice(*side) for side in SIDE_WORDS.items()], default="NS")


class AdjustForm(RulingForm):
    """Points given or taken away by the table."""

    player = StringField("Player", [InputRequired("whose?"), Length(max=1)])
    points = moved()
