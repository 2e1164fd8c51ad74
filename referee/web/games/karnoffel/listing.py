"""A match as a row of a list."""

from referee.games.karnoffel.state import Phase
from referee.web.tables.listing import SidesRow


class KarnoffelRow(SidesRow):
    """A match of Karnöffel as a row of a list, with the deals of both sides."""

    over = Phase.OVER.value
    game = "Karnöffel"
