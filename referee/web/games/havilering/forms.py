"""Havilering's forms; they validate only the shape of input, the rules check the rest."""

from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, RadioField, SelectChoice, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from referee.games.havilering.actions import Rules
from referee.games.havilering.combinations import PUBLISHED_VALUES
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.shapes import MATCH_LENGTHS, TARGETS, WORTHS
from referee.games.havilering.suits import jack_havel
from referee.games.havilering.talk import NAMES
from referee.games.kit.sides import SEAT_WORDS
from referee.games.kit.values import REASON_LENGTH
from referee.season import Season, Span, local_day, span_of
from referee.web.forms import EntryForm, WholeField
from referee.web.matches import setup_form
from referee.web.matches.setup_form import first_dealer, whole
from referee.web.services import service
from referee.web.tables.forms import SideForm

IRREGULARITIES = ("Exposed card", "Lead out of turn", "Revoke", "Short hand", "Wrong deal")


class RulingForm(SideForm):
    """A ruling on an irregularity, with points or without."""

    about = SelectField(
        "What happened",
        choices=[SelectChoice("", "Something else"), *(SelectChoice(name, name) for name in IRREGULARITIES)],
        default="",
    )
    give = RadioField("Points", choices=[SelectChoice("1", "Give"), SelectChoice("-1", "Take away")], default="1")
    points = WholeField("How many, 0 for none", [InputRequired("how many?"), NumberRange(0, 1000)], default=0)
    reason = StringField(
        "Reason", [Length(max=REASON_LENGTH - 20)]
    )  # The record's limit less the prefix from `about`.
    again = BooleanField("The hand is void and dealt again")

    def why(self) -> str:
        """The reason for the record."""
        return ": ".join(filter(None, (self.about.data, (self.reason.data or "").strip())))


class PegsForm(EntryForm):
    """The totals on the physical board, which the score is adjusted to."""

    NS = WholeField("", [InputRequired("where does the peg stand?"), NumberRange(0, 9999)])
    EW = WholeField("", [InputRequired("where does the peg stand?"), NumberRange(0, 9999)])
    reason = StringField("Reason", [InputRequired("say why, for the record."), Length(max=REASON_LENGTH)])


class MatchForm(setup_form.FourSeats):
    """A new match on one screen."""

    game = HAVILERING
    decides, not_kept = ("target", "best_of"), ("best_of", "season")
    dealer = first_dealer(SEAT_WORDS)
    target = whole("Game to", TARGETS, 121, "", list="targets")
    best_of = whole("Best of", MATCH_LENGTHS, 3, "")
    muggins = BooleanField("Muggins")
    season = SelectField("Season", default="auto")
    jack_havel = whole("Jack Havel", WORTHS, 2, "")
    jack_havel_dealer = whole("Jack Havel to the dealer", WORTHS, 4, "")
    show_played = BooleanField("Show played cards")
    teaching = BooleanField("Teaching")

    def __init__(self, **inputs: Any) -> None:
        super().__init__(**inputs)
        self.season.choices = _seasons(span_of_today().season)

    @classmethod
    def filled_in(cls, players: Mapping[str, str], dealer: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of the fields for a match as plain data."""
        published = {item.value: worth for item, worth in PUBLISHED_VALUES.items()}
        agreed = {name: value for name, value in rules.items() if name != "values"}
        return {**players, "dealer": dealer, **published, **agreed, **rules.get("values", {})}

    @classmethod
    def rule_fields(cls) -> list[str]:
        """The names of the fields that belong to a set of house rules."""
        return list(cls.values_of(Rules()))

    @classmethod
    def values_of(cls, rules: Rules) -> dict[str, Any]:
        """The values of those fields for a set: every item has a field for its points."""
        values = rules.values
        by_item = {item.value: values.of(item, dealer_won=False) for item in PUBLISHED_VALUES}
        havel = {"jack_havel": values.jack_havel, "jack_havel_dealer": values.jack_havel_dealer}
        return {"target": rules.target, "muggins": rules.muggins, **by_item, **havel}

    def first_season(self, now: Season) -> Season:
        """The season of the first game; `now` is the season by the calendar."""
        if self.season.data == "south":
            return now.opposite
        return next((season for season in Season if season.value == self.season.data), now)

    def rules(self) -> dict[str, Any]:
        """The rules of a set as in a record; published values replace invalid numbers."""
        chosen = {item: self[item.value].data for item in PUBLISHED_VALUES}
        house = {item.value: worth for item, worth in chosen.items() if worth not in (None, PUBLISHED_VALUES[item])}
        plain = {name: self[name].data for name in ("target", "muggins", "jack_havel", "jack_havel_dealer")}
        return plain | ({"values": house} if house else {})


for _item, _worth in PUBLISHED_VALUES.items():
    setattr(MatchForm, _item.value, whole(NAMES[_item].capitalize(), WORTHS, _worth, ""))


def span_of_today() -> Span:
    """The season by the calendar."""
    return span_of(local_day(service().clock()))


def _seasons(now: Season) -> list[SelectChoice]:
    named = [
        SelectChoice(season.value, f"{season.value.capitalize()}, {jack_havel(season).name}") for season in Season
    ]
    south = SelectChoice("south", f"Southern, by the calendar: {now.opposite.value}")
    return [SelectChoice("auto", f"By the calendar: {now.value}"), south, *named]
