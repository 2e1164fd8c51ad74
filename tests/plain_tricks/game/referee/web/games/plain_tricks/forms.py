"""The form for a new match of Plain Tricks."""

from referee.games.plain_tricks.game import PLAIN_TRICKS, SEATS
from referee.web.forms import PLACES
from referee.web.matches import setup_form
from referee.web.matches.setup_form import first_dealer, player


class MatchForm(setup_form.MatchForm):
    """A new match on one screen."""

    game = PLAIN_TRICKS
    N = player(PLACES["N"])
    E = player(PLACES["E"])
    S = player(PLACES["S"])
    W = player(PLACES["W"])
    dealer = first_dealer(SEATS)
