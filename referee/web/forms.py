"""The forms of the core: text to the shape of something, and no more."""

import re
from collections.abc import Collection, Iterable, Mapping

from flask_wtf import FlaskForm
from wtforms import Form, HiddenField, IntegerField, SelectChoice, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Regexp

from referee.fields import NAME_LENGTH
from referee.store.match_search import Criteria

MOST_LETTERS = 200
"""Of what is looked for."""
REASON_LENGTH = 200


def error_texts(form: FlaskForm, fields: Collection[str] = ()) -> list[str]:
    """What is wrong with a form, or with some of its fields, as sentences that name the field."""
    return [
        f"{form[name].label.text}: {error}"
        for name, errors in form.errors.items()
        if name and (not fields or name in fields)
        for error in errors
    ]


MOST_WORDS = 10
"""Words that are looked for at a time: each costs a look at every match of the book."""


class FindForm(Form):
    """What a match is looked for by, in the address."""

    q = StringField("Find")
    player = StringField("Player")
    partner = StringField("Partner")
    league = SelectField("Season", choices=[])
    year = SelectField("Year", choices=[])
    state = SelectField(
        "Matches",
        choices=[
            SelectChoice("", "all"),
            SelectChoice("open", "on the table"),
            SelectChoice("finished", "finished"),
        ],
    )

    def offer(self, leagues: Mapping[str, str], years: Iterable[int]) -> None:
        """Offer seasons, by name, and years to choose from."""
        any_of_them = SelectChoice("", "any")
        self.league.choices = [any_of_them, *(SelectChoice(*league) for league in leagues.items())]
        self.year.choices = [any_of_them, *(SelectChoice(str(year), str(year)) for year in years)]

    def search(self) -> Criteria:
        """What is looked for; what cannot be chosen is left out."""
        words = re.sub(r"[&,./–—]", " ", (self.q.data or "")[:MOST_LETTERS]).split()
        chosen = {name: self[name].data if self._is_a_choice(name) else "" for name in ("league", "year", "state")}
        return Criteria(
            words=tuple(dict.fromkeys(words))[:MOST_WORDS],
            player=_squeezed(self.player.data),
            partner=_squeezed(self.partner.data),
            league=chosen["league"],
            year=int(chosen["year"] or 0),
            over={"open": False, "finished": True}.get(chosen["state"]),
        )

    def asked(self) -> dict[str, str]:
        """What is filled in, to be asked again on another page."""
        return {field.name: field.data for field in self if field.data}

    def _is_a_choice(self, name: str) -> bool:
        return self[name].data in [choice.value for choice in self[name].choices]


def _squeezed(text: str | None) -> str:
    return " ".join((text or "")[:NAME_LENGTH].split())


class EntryForm(FlaskForm):
    """What every entry carries: the version of the log it was made from, and a key of its own."""

    class Meta:
        """Every post has its token checked before a form is made, so that forms need none of their own."""

        csrf = False

    version = IntegerField("Version", [InputRequired(), NumberRange(0, 2**31)])
    # Without spaces: the keys that the referee gives to entries of its own have one.
    key = HiddenField("Key", [InputRequired(), Length(max=64), Regexp(r"[\w.-]+\Z")])


class NameForm(FlaskForm):
    """A player's name."""

    name = StringField("Name", [InputRequired("the name is missing."), Length(max=NAME_LENGTH)])


class ConfirmForm(EntryForm):
    """A mending that was looked at, to be made."""

    edits = HiddenField("Edits")
    reason = StringField("Why, for the log", [Length(max=REASON_LENGTH)])


NAME_LIMITS = [Length(max=NAME_LENGTH, message=f"a name has at most {NAME_LENGTH} characters.")]


class BookForm(FlaskForm):
    """A new score book."""

    name = StringField("Whose book is it?", [InputRequired("give it a name."), *NAME_LIMITS])
