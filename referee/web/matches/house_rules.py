"""Named sets of house rules on the page for a new match: filled in, saved, deleted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from flask import request

from referee.faults import RefusedError
from referee.games.game import Game
from referee.web.forms import error_texts
from referee.web.matches.setup_form import MatchForm
from referee.web.services import score_books
from referee.web.tables.pages import TablePages


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a post about house rules."""

    errors: list[str]
    text: str = ""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The sets of house rules of a game in a score book, and the form that they are filled in."""

    pages: TablePages
    book_id: int
    form: MatchForm

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game."""
        return self.pages.game

    @property
    def sets(self) -> dict[str, Any]:
        """The sets by name: the game's own, then the score book's."""
        return score_books().house_rules(self.book_id, self.game)

    @property
    def own(self) -> list[str]:
        """The names of the sets of the score book."""
        return sorted(self.sets.keys() - self.game.house_rules.keys())

    @property
    def chosen(self) -> str:
        """The name of the set that matches the form; empty if none does."""
        return next((name for name, rules in self.sets.items() if self.form.is_filled_in(rules)), "")

    @property
    def title(self) -> str:
        """The name of the set with the form's values, ignoring target and Muggins."""
        try:
            values = _values(self.game.setups.rules.read(self.form.rules()))
        except RefusedError:
            return "your own"
        alike = (name for name, rules in self.sets.items() if _values(rules) == values)
        return self.chosen or next(alike, "your own")

    @property
    def is_asked(self) -> bool:
        """True if the post is about house rules."""
        return any(name in request.form for name in _ANSWERS)

    @property
    def is_open(self) -> bool:
        """True if the sets are unfolded: the post is about them, or has an error in one of their fields."""
        return self.is_asked or any(self.form.errors.get(name) for name in self.form.rule_fields())

    def answer(self) -> Answer | None:
        """Execute a post about house rules; None if it is about something else."""
        if _is_typed(request.form):
            return self._kept()
        return next((answer(self) for name, answer in _ANSWERS.items() if name in request.form), None)

    def _filled_in(self) -> Answer:
        """Fill in a named set."""
        name = request.form["rules"]
        rules = self.sets.get(name)
        if rules is None:
            return Answer(["That set of house rules no longer exists."])
        self.form.fill_in(rules)
        return Answer([], f"House rules: {name}. {self.pages.rules_text(rules)}")

    def _kept(self) -> Answer:
        """Store the filled-in house rules as a named set."""
        name = " ".join((self.form.set_name.data or "").split())
        self.form.validate()
        errors = error_texts(self.form, self.form.rule_fields())
        if errors:
            return Answer(errors)
        before = name.casefold() in {kept.casefold() for kept in self.sets}
        try:
            rules = self.game.setups.rules.read(self.form.rules())
            score_books().keep_rules(self.book_id, name, rules, self.game)
        except RefusedError as refused:
            return Answer([fault.text for fault in refused.faults])
        self.form.set_name.data = ""
        instead = ", replacing its earlier rules" if before else ""
        return Answer([], f"Saved as “{name}”{instead}: choose it for any match.")

    def _forgotten(self) -> Answer:
        """Delete a set, and fill it in so that it can be saved again. Existing matches keep their rules."""
        name = request.form["forget"]
        rules = self.sets.get(name)
        try:
            score_books().keep_rules(self.book_id, name, None, self.game)
        except RefusedError as refused:
            return Answer([fault.text for fault in refused.faults])
        if rules:
            self.form.fill_in(rules)
            self.form.set_name.data = name
        return Answer([], f"“{name}” has been deleted. Save restores it.")


def changes_sets(form: Mapping[str, str]) -> bool:
    """Return True if a posted form saves or deletes a set."""
    return _is_typed(form) or "keep" in form or "forget" in form


def _is_typed(form: Mapping[str, str]) -> bool:
    """Return True if the form was submitted with Enter in the field of the set's name."""
    return "entered" in form and bool(form.get("set_name"))


def _values(rules: Any) -> dict[str, Any]:
    """Return the values of the fields for house rules, without the choices above them on the page."""
    return {field.name: getattr(rules, field.name) for field in fields(rules) if field.name not in _CHOSEN_ABOVE}


_CHOSEN_ABOVE = ("target", "muggins")


_ANSWERS: dict[str, Callable[[HouseRules], Answer]] = {
    "rules": HouseRules._filled_in,
    "keep": HouseRules._kept,
    "forget": HouseRules._forgotten,
}
"""The handler of each button, by the button's name."""
