"""Havilering's forms; they validate only the shape of input, the rules check the rest."""

from collections.abc import Mapping
from typing import Any

from flask_wtf import FlaskForm
from wtforms import BooleanField, HiddenField, IntegerField, RadioField, SelectChoice, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from referee.fields import NAME_LENGTH
from referee.games.havilering.actions import Rules
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.seats import SEATS, Seat, Side
from referee.games.havilering.setups import MATCH_LENGTHS, POINTS, TARGETS
from referee.games.havilering.talk import NAMES
from referee.games.havilering.tricks import Values
from referee.games.kit.values import REASON_LENGTH
from referee.season import Season
from referee.web.forms import NAME_LIMITS, PLACES, EntryForm

IRREGULARITIES = ("Exposed card", "Lead out of turn", "Revoke", "Short hand", "Wrong deal")


class RulingForm(EntryForm):
    """A ruling on an irregularity, with points or without."""

    about = SelectField(
        "What happened",
        choices=[SelectChoice("", "Something else"), *(SelectChoice(name, name) for name in IRREGULARITIES)],
        default="",
    )
    side = RadioField("Side", choices=[SelectChoice(side.value, side.text) for side in Side], default="NS")
    give = RadioField("Points", choices=[SelectChoice("1", "give"), SelectChoice("-1", "take away")], default="1")
    points = IntegerField("How many, 0 for none", [InputRequired("how many?"), NumberRange(0, 1000)], default=0)
    reason = StringField(
        "Reason", [Length(max=REASON_LENGTH - 20)]
    )  # The record's limit less the prefix from `about`.
    again = BooleanField("The hand is void and dealt again")

    def why(self) -> str:
        """The reason for the record."""
        return ": ".join(filter(None, (self.about.data, (self.reason.data or "").strip())))


class PegsForm(EntryForm):
    """The totals on the physical board, which the score is adjusted to."""

    NS = IntegerField("", [InputRequired("where does the peg stand?"), NumberRange(0, 9999)])
    EW = IntegerField("", [InputRequired("where does the peg stand?"), NumberRange(0, 9999)])
    reason = StringField("Reason", [InputRequired("say why, for the record."), Length(max=REASON_LENGTH)])


class MatchForm(FlaskForm):
    """A new match on one screen."""

    key = HiddenField("Key", [Length(max=64)])
    N = StringField(PLACES["N"], [InputRequired("who sits here?"), *NAME_LIMITS])
    E = StringField(PLACES["E"], [InputRequired("who sits here?"), *NAME_LIMITS])
    S = StringField(PLACES["S"], [InputRequired("who sits here?"), *NAME_LIMITS])
    W = StringField(PLACES["W"], [InputRequired("who sits here?"), *NAME_LIMITS])
    dealer = RadioField("First dealer", choices=[SelectChoice(seat.value, seat.word) for seat in SEATS], default="N")
    target = IntegerField(
        "Game to", [NumberRange(TARGETS[0], TARGETS[-1], "a whole number from %(min)s to %(max)s.")], default=121
    )
    best_of = IntegerField(
        "Best of",
        [NumberRange(MATCH_LENGTHS[0], MATCH_LENGTHS[-1], "an odd number from %(min)s to %(max)s.")],
        default=3,
    )
    muggins = BooleanField("Muggins")
    season = SelectField("Season", default="auto")
    jack_havel = IntegerField("Jack Havel", [NumberRange(POINTS[0], POINTS[-1])], default=2)
    jack_havel_dealer = IntegerField("Jack Havel to the dealer", [NumberRange(POINTS[0], POINTS[-1])], default=4)
    show_played = BooleanField("Show played cards")
    teaching = BooleanField("Teaching")
    set_name = StringField("Save these house rules as", [Length(max=NAME_LENGTH)])
    draw_n = StringField("Drawn opposite you", [Optional(), Length(max=20)])
    draw_e = StringField("Drawn on your right", [Optional(), Length(max=20)])
    draw_s = StringField("Drawn by you", [Optional(), Length(max=20)])
    draw_w = StringField("Drawn on your left", [Optional(), Length(max=20)])

    @staticmethod
    def filled_in(players: Mapping[str, str], dealer: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """The fields for a match as it is written."""
        published = {item.value: worth for item, worth in PUBLISHED_VALUES.items()}
        agreed = {name: value for name, value in rules.items() if name != "values"}
        return {**players, "dealer": dealer, **published, **agreed, **rules.get("values", {})}

    def name(self, seat: Seat) -> Any:
        """The field of a player's name."""
        return self[seat.value]

    def drawn(self, seat: Seat) -> Any:
        """The field of the card a player drew."""
        return self[f"draw_{seat.value.lower()}"]

    def first_season(self, now: Season) -> Season:
        """The season of the first game; `now` is the season by the calendar."""
        if self.season.data == "south":
            return now.opposite
        return now if self.season.data in (None, "auto") else Season(self.season.data)

    def rules(self) -> dict[str, Any]:
        """The fields of a set of house rules, as in a record; published values replace invalid numbers."""
        chosen = {item: self[item.value].data for item in PUBLISHED_VALUES}
        house = {item.value: worth for item, worth in chosen.items() if worth not in (None, PUBLISHED_VALUES[item])}
        return {
            "target": self.target.data,
            "muggins": self.muggins.data,
            "jack_havel": self.jack_havel.data,
            "jack_havel_dealer": self.jack_havel_dealer.data,
        } | ({"values": house} if house else {})

    def fill_in(self, rules: Rules) -> None:
        """Fill in a set of house rules."""
        filled = {"target": rules.target, "muggins": rules.muggins} | values_by_field(rules.values)
        for name, value in filled.items():
            self[name].data, self[name].raw_data = value, None  # Do not show the posted value.

    def is_filled_in(self, rules: Rules) -> bool:
        """Whether the fields have what a set of house rules has."""
        values = values_by_field(rules.values)
        filled = {"target": self.target.data, "muggins": bool(self.muggins.data)}
        filled |= {name: self[name].data for name in values}
        return filled == {"target": rules.target, "muggins": rules.muggins} | values

    def setup(self, started: str) -> dict[str, Any]:
        """The setup as in a match record."""
        return {
            "players": {seat.value: self.name(seat).data for seat in SEATS},
            "dealer": self.dealer.data,
            "started": started,
            "rules": {"best_of": self.best_of.data, "season": self.season.data} | self.rules(),
        }


for _item, _worth in PUBLISHED_VALUES.items():
    setattr(
        MatchForm,
        _item.value,
        IntegerField(NAMES[_item].capitalize(), [NumberRange(POINTS[0], POINTS[-1])], default=_worth),
    )


def values_by_field(values: Values) -> dict[str, int]:
    """The points of every item by the name of its field."""
    by_item = {item.value: values.of(item, dealer_won=False) for item in PUBLISHED_VALUES}
    return by_item | {"jack_havel": values.jack_havel, "jack_havel_dealer": values.jack_havel_dealer}
