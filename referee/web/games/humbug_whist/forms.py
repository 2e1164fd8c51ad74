"""The forms of Humbug Whist; they validate only the shape of input, and the rules check the rest."""

from collections.abc import Mapping
from typing import Any

from flask_wtf import FlaskForm
from wtforms import BooleanField, HiddenField, IntegerField, RadioField, SelectChoice, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from referee.fields import NAME_LENGTH
from referee.games.humbug_whist.actions import SEATS, Rules
from referee.games.humbug_whist.setups import DEALS, STAKES
from referee.web.forms import NAME_LIMITS

RULE_FIELDS = ("stake", "deals", "last_trick")
"""The fields of a set of house rules."""


def _whole(label: str, among: range, default: int) -> IntegerField:
    limits = NumberRange(among[0], among[-1], "a whole number from %(min)s to %(max)s.")
    return IntegerField(label, [InputRequired("how many?"), limits], default=default)


class MatchForm(FlaskForm):
    """A new sitting on one screen."""

    key = HiddenField("Key", [Length(max=64)])
    N = StringField("One player", [InputRequired("who plays?"), *NAME_LIMITS])
    S = StringField("The other", [InputRequired("who plays?"), *NAME_LIMITS])
    dealer = RadioField("First dealer", choices=[SelectChoice(seat, seat) for seat in SEATS], default="N")
    stake = _whole("Units a trick", STAKES, 1)
    deals = _whole("Deals, 0 for none agreed", DEALS, 0)
    last_trick = BooleanField("The last trick may be turned up")
    set_name = StringField("Save these house rules as", [Length(max=NAME_LENGTH)])

    @staticmethod
    def filled_in(players: Mapping[str, str], dealer: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """The fields for a match as it is written."""
        return {**players, "dealer": dealer, **rules}

    @property
    def places(self) -> list[tuple[str, StringField]]:
        """The seats with their fields."""
        return [(seat, self[seat]) for seat in SEATS]

    def rules(self) -> dict[str, Any]:
        """The fields of a set of house rules, as in a record."""
        return {name: self[name].data for name in RULE_FIELDS}

    def fill_in(self, rules: Rules) -> None:
        """Fill in a set of house rules."""
        for name in RULE_FIELDS:
            self[name].data, self[name].raw_data = getattr(rules, name), None  # Do not show the posted value.

    def is_filled_in(self, rules: Rules) -> bool:
        """Whether the fields have what a set of house rules has."""
        return all(self[name].data == getattr(rules, name) for name in RULE_FIELDS)

    def setup(self, started: str) -> dict[str, Any]:
        """The setup as in a match record."""
        return {
            "players": {seat: field.data for seat, field in self.places},
            "dealer": self.dealer.data,
            "started": started,
            "rules": self.rules(),
        }
