"""The core's forms; they validate only the shape of input."""

import re
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from flask import render_template, request
from flask_wtf import FlaskForm
from wtforms import Form, HiddenField, IntegerField, SelectChoice, SelectField, StringField
from wtforms.form import BaseForm
from wtforms.validators import InputRequired, Length, NumberRange, Regexp, StopValidation

from referee.faults import Fault
from referee.fields import NAME_LENGTH
from referee.store.match_search import Criteria

MOST_LETTERS = 200
"""Maximum length of a search text."""
REASON_LENGTH = 200
KEY = re.compile(r"[\w.-]{1,64}\Z")
"""A key as pages make them. Without spaces: the keys of entries that the referee makes itself contain one."""


def key_of(text: str | None) -> str:
    """The key of a form, or a new one if no page makes such a key."""
    return text if text and KEY.match(text) else secrets.token_urlsafe(12)


def key_to_begin() -> str:
    """The key of what a posted form begins or enters, by the form's key and all its fields.

    The same form sent again, or by a phone and the server, enters nothing more; changed after going back, it does.
    """
    said = sorted(field for field in request.form.items(multi=True) if field[0] != "csrf_token")
    digest = sha256(repr(said).encode()).hexdigest()[:16]
    return f"{key_of(request.form.get('key'))[:40]}-{digest}"


def error_texts(form: FlaskForm, fields: Collection[str] = ()) -> list[str]:
    """The errors of a form, or of some of its fields, as sentences that name the field."""
    return [
        f"{form[name].label.text}: {error}"
        for name, errors in form.errors.items()
        if name and (not fields or name in fields)
        for error in errors
    ]


def form_page(template: str, errors: Sequence[str], **variables: Any) -> tuple[str, int]:
    """A page with a form, or with a question, and its status: 422 if it shows errors."""
    return render_template(template, errors=errors, **variables), 422 if errors else 200


def player_texts(faults: Iterable[Fault], labels: Mapping[str, str]) -> list[str]:
    """The texts of faults in a new match, with players by the labels of its form, which are given by seat."""
    texts = (re.sub(r"players\.(\w+) has", lambda match: f"“{labels[match[1]]}” has", fault.text) for fault in faults)
    return [text.replace("players has one name twice", "Two players have the same name") for text in texts]


MOST_WORDS = 10
"""Maximum number of words in a search: each one scans every match of the score book."""


class WholeField(IntegerField):
    """A whole number, also with the minus sign that the pages print."""

    data: Any

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the number; None for an empty text, the default without one. Raises ValueError."""
        self.data = None if valuelist else self.data
        try:
            super().process_formdata([text.replace("−", "-") for text in valuelist if text.strip()])
        except ValueError as error:
            raise ValueError("write a whole number.") from error

    def pre_validate(self, form: BaseForm) -> None:
        """Report nothing else about a text that is not a number."""
        if self.process_errors:
            raise StopValidation


class FindForm(Form):
    """The search criteria in the query string."""

    q = StringField("Search")
    player = StringField("Player")
    partner = StringField("Partner")
    league = SelectField("Season", choices=[])
    year = SelectField("Year", choices=[])
    state = SelectField(
        "Matches",
        choices=[
            SelectChoice("", "All"),
            SelectChoice("open", "On the table"),
            SelectChoice("finished", "Finished"),
        ],
    )

    def offer(self, leagues: Mapping[str, str], years: Iterable[int]) -> None:
        """Set the choices of seasons (first day to name) and years."""
        any_of_them = SelectChoice("", "Any")
        self.league.choices = [any_of_them, *(SelectChoice(*league) for league in leagues.items())]
        self.year.choices = [any_of_them, *(SelectChoice(str(year), str(year)) for year in years)]

    def search(self) -> Criteria:
        """The criteria; invalid choices are ignored."""
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

    def filled_in(self) -> dict[str, str]:
        """The fields that are filled in, for links to further pages."""
        return {field.name: field.data for field in self if field.data}

    def _is_a_choice(self, name: str) -> bool:
        return self[name].data in [choice.value for choice in self[name].choices]


def _squeezed(text: str | None) -> str:
    return " ".join((text or "")[:NAME_LENGTH].split())


class EntryForm(FlaskForm):
    """The fields of every entry: the version of the log that it was made from, and a unique key."""

    class Meta:
        """CSRF tokens are checked for every post before forms are created."""

        csrf = False

    version = IntegerField("Version", [InputRequired(), NumberRange(0, 2**31)])
    key = HiddenField("Key", [InputRequired(), Regexp(KEY)])


class NameForm(FlaskForm):
    """A player's name."""

    name = StringField("Name", [InputRequired("the name is missing."), Length(max=NAME_LENGTH)])


class ConfirmForm(EntryForm):
    """The confirmation of a correction after its preview."""

    edits = HiddenField("Edits")
    reason = StringField("Reason (optional)", [Length(max=REASON_LENGTH)])


PLACES = {"N": "Opposite you", "E": "On your right", "S": "You", "W": "On your left"}
"""The names of a four-player table's seats, as the player at the foot of its picture sees them."""


class BookForm(FlaskForm):
    """A new score book."""

    name = StringField(
        "Name of the book",
        [
            InputRequired("give the book a name."),
            Length(max=NAME_LENGTH, message=f"a name has at most {NAME_LENGTH} characters."),
        ],
    )
