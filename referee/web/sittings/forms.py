"""The form in which a table moves points; it validates only the shape of input."""

from wtforms import IntegerField, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from referee.games.kit.values import REASON_LENGTH
from referee.web.forms import EntryForm


class AdjustForm(EntryForm):
    """Points given or taken away by the table."""

    player = StringField("Player", [InputRequired("whose?"), Length(max=1)])
    points = IntegerField("How many, −2 takes two away", [InputRequired("how many?"), NumberRange(-1000, 1000)])
    reason = StringField("Reason", [InputRequired("say what happened."), Length(max=REASON_LENGTH)])
