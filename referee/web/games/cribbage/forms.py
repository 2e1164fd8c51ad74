"""Cribbage's forms; they validate only the shape of input, the rules check the rest."""

from collections.abc import Mapping
from typing import Any

from flask_wtf import FlaskForm
from wtforms import BooleanField, HiddenField, IntegerField, RadioField, SelectChoice, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from referee.fields import NAME_LENGTH
from referee.games.cribbage.actions import Rules
from referee.games.cribbage.seats import SEATS
from referee.games.cribbage.setups import FALSE_GO, MATCH_LENGTHS, TARGETS, WORTHS
from referee.games.kit.values import REASON_LENGTH
from referee.web.forms import NAME_LIMITS, EntryForm


def _whole(label: str, among: range, default: int) -> IntegerField:
    odd = "an odd number" if among.step == 2 else "a whole number"
    limits = NumberRange(among[0], among[-1], f"{odd} from %(min)s to %(max)s.")
    return IntegerField(label, [InputRequired("how many?"), limits], default=default)


RULE_FIELDS = "target muggins skunk lurch double_lurch doubles_count false_go".split()
"""The fields of a set of house rules; the number of games is not part of a set."""


class MatchForm(FlaskForm):
    """A new match on one screen."""

    key = HiddenField("Key", [Length(max=64)])
    N = StringField("One player", [InputRequired("who plays?"), *NAME_LIMITS])
    S = StringField("The other", [InputRequired("who plays?"), *NAME_LIMITS])
    dealer = RadioField("First dealer", choices=[SelectChoice(seat.value, seat.word) for seat in SEATS], default="N")
    target = _whole("Game to", TARGETS, 121)
    best_of = _whole("Best of", MATCH_LENGTHS, 3)
    muggins = BooleanField("Muggins")
    skunk = _whole("Skunk", WORTHS, 1)
    lurch = _whole("Lurch", WORTHS, 2)
    double_lurch = _whole("Double lurch", WORTHS, 1)
    doubles_count = BooleanField("Doubles count")
    false_go = _whole("False go", FALSE_GO, 2)
    set_name = StringField("Save these house rules as", [Length(max=NAME_LENGTH)])

    @staticmethod
    def filled_in(players: Mapping[str, str], dealer: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """The fields for a match as it is written."""
        return {**players, **rules, "dealer": dealer}

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
            "players": {seat.value: self[seat.value].data for seat in SEATS},
            "dealer": self.dealer.data,
            "started": started,
            "rules": {"best_of": self.best_of.data} | self.rules(),
        }


class AdjustForm(EntryForm):
    """Points given or taken away by the table."""

    player = SelectField("Player", choices=[SelectChoice(seat.value, seat.word) for seat in SEATS])
    points = IntegerField("Points, −2 takes two away", [InputRequired("how many?"), NumberRange(-1000, 1000)])
    reason = StringField("Reason", [InputRequired("say what happened."), Length(max=REASON_LENGTH)])
