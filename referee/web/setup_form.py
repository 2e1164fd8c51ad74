"""The form of a match's setup: for a new match, and for the start of one that is corrected."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.game import Game
from referee.web.correction_pages import Change


@dataclass(frozen=True, slots=True)
class SetupForm:
    """What a game provides for it. Every form has `setup(started)`, the setup of its fields as in a record."""

    form: Callable[..., Any]
    """Makes the form, given as `data` the values of its fields by name, or None for the posted ones."""
    filled_in: Callable[[Mapping[str, str], str, Mapping[str, Any]], dict[str, Any]]
    """Those values, given the players by seat, the dealer and the rules of a setup as plain data."""
    template: str
    rule_fields: Sequence[str]
    """The names of the fields that belong to a set of house rules."""
    tell: Callable[[Any], str]
    """A set of house rules in a few words."""
    shown: Callable[[], dict[str, Any]] = dict
    """What else the template shows."""

    def of(self, written: Mapping[str, Any]) -> Any:
        """The form filled in from a setup as plain data."""
        return self.form(formdata=None, data=self.filled_in(written["players"], written["dealer"], written["rules"]))

    def changes(self, game: Game[Any, Any, Any], before: Any, after: Any) -> list[Change]:
        """What differs between two setups, in words."""
        one, other = game.write_setup(before), game.write_setup(after)
        names, later = one["players"], other["players"]
        found = [
            Change(game.seats[seat].capitalize(), names.get(seat, "–"), later.get(seat, "–"))
            for seat in game.seats
            if names.get(seat) != later.get(seat)
        ]
        if one["dealer"] != other["dealer"]:
            found.append(Change("First dealer", names[one["dealer"]], later[other["dealer"]]))
        fields = zip(self.of(one), self.of(other), strict=True)
        in_words = [(field.label.text, _told(field), _told(again)) for field, again in fields if _is_rule(field)]
        return found + [Change(*words) for words in in_words if words[1] != words[2]]


_NO_RULES = ("csrf_token", "key", "dealer", "set_name")


def _is_rule(field: Any) -> bool:
    return field.name not in _NO_RULES and field.type != "StringField"


def _told(field: Any) -> str:
    """The value of a field in words."""
    if field.type == "BooleanField":
        return "yes" if field.data else "no"
    labels = {choice.value: choice.label for choice in getattr(field, "choices", None) or ()}
    return str(labels.get(field.data, field.data))
