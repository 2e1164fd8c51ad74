"""The forms of Hearts; they validate only the shape of input, and the rules check the rest."""

from collections.abc import Mapping
from typing import Any

from flask_wtf import FlaskForm
from wtforms import BooleanField, HiddenField, RadioField, SelectChoice, StringField
from wtforms.validators import Length

from referee.faults import Fault, RefusedError
from referee.fields import NAME_LENGTH
from referee.games.hearts.actions import SEATS, Rules, Settling
from referee.web.forms import NAME_LIMITS

RULE_FIELDS = ("settling", "odd_jack")
"""The fields of a set of house rules."""
_SETTLINGS = {Settling.SWEEPSTAKE: "Sweepstake", Settling.HOWELL: "Howell’s settling"}


def _player(label: str) -> StringField:
    return StringField(label, NAME_LIMITS)


class MatchForm(FlaskForm):
    """A new sitting on one screen: two to six players, clockwise. Empty places are left out."""

    key = HiddenField("Key", [Length(max=64)])
    seat_1 = _player("First player")
    seat_2 = _player("On their left")
    seat_3 = _player("Third")
    seat_4 = _player("Fourth")
    seat_5 = _player("Fifth")
    seat_6 = _player("Sixth")
    dealer = RadioField("First dealer", choices=[SelectChoice(seat, seat) for seat in SEATS], default="1")
    settling = RadioField(
        "Settling", choices=[SelectChoice(each.value, words) for each, words in _SETTLINGS.items()],
        default=Settling.SWEEPSTAKE.value,
    )  # fmt: skip
    odd_jack = BooleanField("An odd counter makes a Jack")
    set_name = StringField("Save these house rules as", [Length(max=NAME_LENGTH)])

    @staticmethod
    def filled_in(players: Mapping[str, str], dealer: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """The fields for a match as it is written. That two players settle by Howell was not their choice."""
        chosen = {name: value for name, value in rules.items() if name != "settling" or len(players) > 2}
        return {**{f"seat_{seat}": name for seat, name in players.items()}, "dealer": dealer, **chosen}

    @property
    def places(self) -> list[tuple[str, StringField]]:
        """The seats with their fields."""
        return [(seat, self[f"seat_{seat}"]) for seat in SEATS]

    def rules(self) -> dict[str, Any]:
        """The fields of a set of house rules, as in a record."""
        return {name: self[name].data for name in RULE_FIELDS}

    def fill_in(self, rules: Rules) -> None:
        """Fill in a set of house rules."""
        values = {"settling": rules.settling.value, "odd_jack": rules.odd_jack}
        for name, value in values.items():
            self[name].data, self[name].raw_data = value, None  # Do not show the posted value.

    def is_filled_in(self, rules: Rules) -> bool:
        """Whether the fields have what a set of house rules has."""
        return self.rules() == {"settling": rules.settling.value, "odd_jack": rules.odd_jack}

    def setup(self, started: str) -> dict[str, Any]:
        """The setup as in a match record: the players who are named, moved up to the first seats.

        Raises RefusedError if there are fewer than two, or the first dealer is not among them.
        """
        seated = [(seat, field.data) for seat, field in self.places if (field.data or "").strip()]
        if len(seated) < 2:
            raise RefusedError(Fault("players", "Name two to six players."))
        if self.dealer.data not in dict(seated):
            raise RefusedError(Fault("dealer", "Say who deals first: there is no player in that place."))
        place = {old: SEATS[at] for at, (old, _) in enumerate(seated)}
        rules = self.rules()
        if len(seated) == 2:  # Two always settle by Howell.
            rules["settling"] = Settling.HOWELL.value
        return {
            "players": {place[seat]: name for seat, name in seated},
            "dealer": place[self.dealer.data],
            "started": started,
            "rules": rules,
        }
