"""Karnöffel's forms; they validate only the shape of input, the rules check the rest."""

from wtforms import BooleanField, RadioField, SelectChoice

from referee.games.karnoffel.actions import ADJUSTMENTS, PACKS, TARGETS
from referee.games.karnoffel.game import KARNOFFEL
from referee.games.kit.sides import SEAT_WORDS
from referee.web.matches import setup_form
from referee.web.matches.setup_form import first_dealer, whole
from referee.web.tables.forms import SideForm, moved

PACK_WORDS = {48: "48 cards, without aces", 40: "40 cards, without aces, eights and nines"}
DEVIL = "The Devil may be led to the first trick"
HOW_MANY = "How many deals, −2 takes two away"


class MatchForm(setup_form.FourSeats):
    """A new match on one screen."""

    game = KARNOFFEL
    decides = ("target",)
    dealer = first_dealer(SEAT_WORDS)
    target = whole("Deals to win", TARGETS, 6)
    pack = RadioField(
        "The pack", choices=[SelectChoice(number, PACK_WORDS[number]) for number in PACKS], coerce=int, default=48
    )
    devil_first = BooleanField(DEVIL)


class AdjustForm(SideForm):
    """Deals given or taken away by the table."""

    deals = moved(ADJUSTMENTS, HOW_MANY)
