"""Cribbage's forms; they validate only the shape of input, the rules check the rest."""

from wtforms import BooleanField
from wtforms.validators import InputRequired, NumberRange

from referee.games.cribbage.actions import SEATS
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.shapes import FALSE_GO, MATCH_LENGTHS, TARGETS, WORTHS
from referee.games.kit.sides import SEAT_WORDS
from referee.web.forms import WholeField
from referee.web.matches import setup_form
from referee.web.matches.setup_form import first_dealer, player, whole
from referee.web.tables import forms


class MatchForm(setup_form.MatchForm):
    """A new match on one screen."""

    game = CRIBBAGE
    decides, not_kept = ("target", "best_of"), ("best_of",)
    N = player("One player", "who plays?")
    S = player("The other", "who plays?")
    dealer = first_dealer({seat: SEAT_WORDS[seat] for seat in SEATS})
    target = whole("Game to", TARGETS, 121, list="targets")
    best_of = whole("Best of", MATCH_LENGTHS, 3)
    muggins = BooleanField("Muggins")
    skunk = whole("Skunk", WORTHS, 1)
    lurch = whole("Lurch", WORTHS, 2)
    double_lurch = whole("Double lurch", WORTHS, 1)
    doubles_count = BooleanField("Doubles count")
    false_go = whole("False go", FALSE_GO, 2)


class AdjustForm(forms.AdjustForm):
    """Points given or taken away by the table."""

    points = WholeField("Points, −2 takes two away", [InputRequired("how many?"), NumberRange(-1000, 1000)])
