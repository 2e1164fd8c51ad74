"""A match as a row of a list."""

from referee.games.karnoffel.state import Phase
from referee.web.tables.listing import SidesRow


class KarnoffelRow(SidesRow):
    """What a row shows of a match: the deals of both sides."""

    over = Phase.OVER.value
    game = "Karnöffel"
