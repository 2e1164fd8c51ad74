"""The addresses of Grevjass' pages, and its pad of 32 cards."""

from referee.games.grevjass.game import GREVJASS
from referee.games.grevjass.pack import RANKS
from referee.web.components.picking import PAD as WHOLE_PAD
from referee.web.sittings.pages import NamedPages

PAD = [(suit, [RANKS[:4], RANKS[4:]]) for suit, _ in WHOLE_PAD]
"""The pad's rows: of each suit two of four ranks, from the ace down."""


class GrevjassPages(NamedPages):
    """Grevjass."""

    game = GREVJASS
    name = "grevjass"
    title = "Grevjass"


OF = GrevjassPages()
