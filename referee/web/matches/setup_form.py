"""The form of a match's setup: for a new match, and for the start of one that is corrected."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from flask_wtf import FlaskForm
from wtforms import HiddenField, RadioField, SelectChoice, StringField
from wtforms.validators import AnyOf, InputRequired, Length

from referee.english import titled
from referee.fields import NAME_LENGTH
from referee.games.game import Game
from referee.web.corrections.questions import Change
from referee.web.forms import PLACES, WholeField

NAME_LIMITS = [Length(max=NAME_LENGTH, message=f"a name has at most {NAME_LENGTH} characters.")]


def needed(missing: str) -> list[InputRequired]:
    """The check that a field is filled in, unless there is no error for an empty one."""
    return [InputRequired(missing)] if missing else []


def player(label: str, missing: str = "who sits here?") -> StringField:
    """The field of a player's name; `missing` is the error for an empty field, if any."""
    return StringField(label, [*needed(missing), *NAME_LIMITS], filters=[_in_a_line])


def _in_a_line(text: str | None) -> str | None:
    """A name without the tabs that were pasted with it."""
    return text and " ".join(text.split())


def whole(label: str, among: range, default: int, missing: str = "how many?", **more: str) -> WholeField:
    """The field of a whole number in a range; `missing` is the error for an empty field, `more` are attributes."""
    odd = "an odd number" if among.step == 2 else "a whole number"
    limits = AnyOf(among, f"{odd} from {among[0]} to {among[-1]}.")
    shown = {"inputmode": "numeric", "min": among[0], "max": among[-1], "step": among.step, **more}
    return WholeField(label, [*needed(missing), limits], default=default, render_kw=shown)


def first_dealer(seats: Mapping[str, str]) -> RadioField:
    """The field of the first dealer, from the seats and their words. At a table of four, you are preselected."""
    usual = "S" if "W" in seats else next(iter(seats))
    return RadioField("First dealer", choices=[SelectChoice(*seat) for seat in seats.items()], default=usual)


class MatchForm(FlaskForm):
    """A new match on one screen. A game adds fields for its seats and its rules, by their names in a record."""

    game: ClassVar[Game[Any, Any, Any]]
    decides: ClassVar[Sequence[str]] = ()
    """The rules that decide the match; the page shows them before the house rules."""
    not_kept: ClassVar[Sequence[str]] = ()
    """The rules that are chosen for each match, and are not part of a set of house rules."""

    key = HiddenField("Key", [Length(max=64)])
    set_name = StringField("Save these house rules as", [Length(max=NAME_LENGTH)])

    @classmethod
    def of(cls, written: Mapping[str, Any], **more: Any) -> "MatchForm":
        """The form filled in from a setup as plain data, and with the values of `more` fields."""
        return cls(formdata=None, data=cls.filled_in(written["players"], written["dealer"], written["rules"]) | more)

    @classmethod
    def filled_in(cls, players: Mapping[str, str], dealer: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of the fields for a match as plain data."""
        return {**players, "dealer": dealer, **rules}

    @classmethod
    def rule_fields(cls) -> list[str]:
        """The names of the fields that belong to a set of house rules."""
        return [key for key in cls.game.setups.rules.values if key not in cls.not_kept]

    @classmethod
    def values_of(cls, rules: Any) -> dict[str, Any]:
        """The values of those fields for a set of house rules."""
        written = cls.game.setups.rules.write(rules)
        return {name: written[name] for name in cls.rule_fields()}

    @property
    def places(self) -> list[tuple[str, Any]]:
        """The seats with their fields."""
        return [(seat, self[seat]) for seat in self.game.setups.seats]

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the players, by the seats of the setup."""
        return {seat: field.label.text for seat, field in self.places}

    @property
    def usual_places(self) -> list[tuple[str, Any]]:
        """The seats to use if nobody is named."""
        return self.places

    def seat_everybody(self) -> None:
        """Call the players by their seats, if nobody is named: names can be given later."""
        if not any((field.data or "").strip() for _, field in self.places):
            self._call_by_seats([seat for seat, _ in self.usual_places])

    def clear_unnamed(self) -> None:
        """Clear the fields of players who are named after their seats."""
        for seat, field in self.places:
            if self._is_seat(seat, field.data or ""):
                field.data = ""

    def keep_unnamed(self, players: Mapping[str, str]) -> None:
        """Name players after their seats if they were so before and have no name now."""
        self._call_by_seats([seat for seat, name in players.items() if self._is_seat(seat, name)])

    def _is_seat(self, seat: str, name: str) -> bool:
        return name.casefold() == self.game.seats[seat].casefold()

    def _call_by_seats(self, seats: Collection[str]) -> None:
        for seat, field in self.places:
            if seat in seats and not (field.data or "").strip():
                field.data = self.game.seats[seat].capitalize()
                field.raw_data = [field.data]

    def rules(self) -> dict[str, Any]:
        """The rules of the fields of a set, as in a record."""
        return {name: self[name].data for name in self.rule_fields()}

    def fill_in(self, rules: Any) -> None:
        """Fill in a set of house rules."""
        for name, value in self.values_of(rules).items():
            self[name].data, self[name].raw_data = value, None  # Do not show the posted value.

    def is_filled_in(self, rules: Any) -> bool:
        """Return True if the fields have the values of a set of house rules."""
        return all(self[name].data == value for name, value in self.values_of(rules).items())

    def setup(self, started: str) -> dict[str, Any]:
        """The setup as in a match record. Raises RefusedError if players are missing."""
        return {
            "players": {seat: field.data for seat, field in self.places},
            "dealer": self.dealer.data,
            "started": started,
            "rules": {name: self[name].data for name in self.not_kept} | self.rules(),
        }


class FourSeats(MatchForm):
    """A new match of four, two partners against two."""

    N = player(PLACES["N"])
    E = player(PLACES["E"])
    S = player(PLACES["S"])
    W = player(PLACES["W"])


def changes(form: type[MatchForm], before: Any, after: Any) -> list[Change]:
    """List the differences between two setups of a game, in words."""
    game = form.game
    one, other = game.setups.write(before), game.setups.write(after)
    names, later = one["players"], other["players"]
    labels = {seat: field.label.text for seat, field in form.of(one).places} if len(game.seats) == 2 else game.seats
    changed = [
        Change(titled(labels[seat]), names.get(seat, "–"), later.get(seat, "–"))
        for seat in game.seats
        if names.get(seat) != later.get(seat)
    ]
    if one["dealer"] != other["dealer"]:
        changed.append(Change("First dealer", names[one["dealer"]], later[other["dealer"]]))
    fields = zip(form.of(one), form.of(other), strict=True)
    in_words = [
        (field.label.text, _value_words(field), _value_words(again)) for field, again in fields if _is_rule(field)
    ]
    return changed + [Change(*words) for words in in_words if words[1] != words[2]]


_NO_RULES = ("csrf_token", "key", "dealer", "set_name")


def _is_rule(field: Any) -> bool:
    return field.name not in _NO_RULES and field.type != "StringField"


def _value_words(field: Any) -> str:
    """The value of a field in words."""
    if field.type == "BooleanField":
        return "yes" if field.data else "no"
    labels = {choice.value: choice.label for choice in getattr(field, "choices", None) or ()}
    return str(labels.get(field.data, field.data))
