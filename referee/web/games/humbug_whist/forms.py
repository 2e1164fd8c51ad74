"""The form for a new match of Humbug Whist; it validates only the shape of input, and the rules check the rest."""

from wtforms import BooleanField

from referee.games.humbug_whist.actions import DEALS, SEATS, STAKES
from referee.games.humbug_whist.game import HUMBUG_WHIST
from referee.web.matches import setup_form
from referee.web.matches.setup_form import first_dealer, player, whole


class MatchForm(setup_form.MatchForm):
    """A new sitting on one screen."""

    game = HUMBUG_WHIST
    decides = ("stake", "deals")
    N = player("One player", "who plays?")
    S = player("The other", "who plays?")
    dealer = first_dealer(dict(zip(SEATS, SEATS, strict=True)))
    stake = whole("Units a trick", STAKES, 1)
    deals = whole("Number of deals, 0 if open", DEALS, 0)
    last_trick = BooleanField("The last trick may be turned up until the next is complete")
