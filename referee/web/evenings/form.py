"""The form for a new evening."""

from dataclasses import replace

from flask import current_app
from flask_wtf import FlaskForm
from wtforms import HiddenField, RadioField, SelectChoice, SelectField, StringField
from wtforms.validators import InputRequired, NumberRange, Optional, Regexp, ValidationError
from wtforms.validators import Length as TextLength

from referee.books.current_evening import shape_of
from referee.evenings.actions import EveningSetup, Length, Movement, Ranking, Sitting
from referee.fields import NAME_LENGTH
from referee.web.evenings.screen import LENGTHS, MOVEMENTS
from referee.web.forms import WholeField
from referee.web.services import game_pages, score_books

SITTING = {Sitting.NOTHING: "Nothing", Sitting.WIN: "A win", Sitting.AVERAGE: "Their average"}
NO_NAME = "give it a name"
MOST = {Length.HANDS: 99, Length.MINUTES: 300}


class EveningForm(FlaskForm):
    """Settings of an evening."""

    key = HiddenField()
    name = StringField(
        "Name",
        [InputRequired(NO_NAME), Regexp(r"\s*\S", message=NO_NAME), TextLength(max=NAME_LENGTH)],
        default="Club night",
    )
    game = RadioField("Game", choices=[])
    partners = RadioField(
        "Partners",
        choices=[SelectChoice("changing", "Change every round"), SelectChoice("fixed", "Stay together")],
        default="changing",
    )
    movement = RadioField(
        "Movement",
        choices=[SelectChoice(each.value, words) for each, words in MOVEMENTS.items()],
        default=Movement.EVERYBODY.value,
    )
    length = RadioField(
        "A round is",
        choices=[SelectChoice(each.value, words) for each, words in LENGTHS.items()],
        default=Length.GAME.value,
    )
    hands = WholeField("Number of hands", [Optional(), NumberRange(1, MOST[Length.HANDS])], default=4)
    rules = SelectField("House rules", choices=[], default="")
    first_kind = StringField("Players who move up, or stay", [TextLength(max=NAME_LENGTH)], default="Ladies")
    second_kind = StringField("The others", [TextLength(max=NAME_LENGTH)], default="Gentlemen")
    sitting = RadioField(
        "A round sat out counts",
        choices=[SelectChoice("", "As usual"), *(SelectChoice(each.value, words) for each, words in SITTING.items())],
        default="",
    )
    ranking = RadioField(
        "Rank by",
        choices=[SelectChoice("", "As usual"), *(SelectChoice(each.value, each.value.title()) for each in Ranking)],
        default="",
    )
    minutes = WholeField("Number of minutes", [Optional(), NumberRange(1, MOST[Length.MINUTES])], default=30)

    def __init__(self, book_id: int) -> None:
        super().__init__(data={"game": next(iter(current_app.extensions["game_pages"]))})
        all_pages = current_app.extensions["game_pages"]
        self.alone = {key for key, pages in all_pages.items() if not pages.game.partners}
        """The games without partners."""
        self.game.choices = [SelectChoice(key, pages.title) for key, pages in all_pages.items()]
        named: list[SelectChoice] = [SelectChoice("", "As published")]
        for key, pages in all_pages.items():
            published, *_ = pages.game.house_rules.values()
            sets = score_books().house_rules(book_id, pages.game).items()
            own = sorted(name for name, rules in sets if rules != published)
            named += [SelectChoice(f"{key}/{name}", f"{pages.title}: {name}") for name in own]
        self.rules.choices = named

    def validate_length(self, field: RadioField) -> None:
        """Raises ValidationError if the field for the number of hands or minutes is empty."""
        number = {Length.HANDS.value: self.hands, Length.MINUTES.value: self.minutes}.get(field.data)
        if number and number.raw_data and not number.raw_data[0].strip():
            raise ValidationError(f"how many {number.name}?")

    def validate_rules(self, field: SelectField) -> None:
        """Raises ValidationError for house rules of another game."""
        if field.data and field.data.partition("/")[0] != self.game.data:
            raise ValidationError("choose a set for the evening’s game")

    def validate_movement(self, field: RadioField) -> None:
        """Raises ValidationError for kinds of players where everybody plays alone."""
        if field.data not in (each.value for each in Movement):
            return  # It is not one of the choices.
        pages, movement = current_app.extensions["game_pages"].get(self.game.data), Movement(field.data)
        shape = shape_of(pages.game, self.partners.data == "fixed") if pages else None
        if shape and shape.most and movement.has_kinds:
            raise ValidationError("two kinds of players need a game of two sides")
        if shape and shape.size == 1 and movement is Movement.WINNERS:
            raise ValidationError("this movement needs partners who change every round")

    def setup(self) -> EveningSetup:
        """The setup of an evening, of valid fields."""
        length, game = Length(self.length.data), self.game.data
        number = {Length.HANDS: self.hands.data, Length.MINUTES: self.minutes.data}.get(length) or 1
        is_fixed = bool(game_pages(game).game.partners) and self.partners.data == "fixed"
        if length is Length.GAME and not game_pages(game).game.rounds.has_end:
            length, number = Length.HANDS, self.hands.data or 4  # A sitting does not end by itself.
        name = " ".join((self.name.data or "").split())
        shape, rules = shape_of(game_pages(game).game, is_fixed), self.rules.data.partition("/")[2]
        typed = (" ".join((each.data or "").split()) for each in (self.first_kind, self.second_kind))
        first, second = typed
        kinds = first or "Ladies", second or "Gentlemen"
        ranking = Ranking(self.ranking.data) if self.ranking.data else None
        movement = Movement(self.movement.data)
        setup = EveningSetup(
            name, game, shape, is_fixed, movement, length, number, rules, ranking=ranking, kinds=kinds
        )
        return replace(setup, sitting=Sitting(self.sitting.data) if self.sitting.data else usual_sitting(setup))


def usual_sitting(setup: EveningSetup) -> Sitting:
    """The usual rule for sitting out in clubs: their average where points count, a win in Swiss."""
    if setup.ranked_by in (Ranking.POINTS, Ranking.AVERAGE):
        return Sitting.AVERAGE
    return Sitting.WIN if setup.movement is Movement.STANDING else Sitting.NOTHING
