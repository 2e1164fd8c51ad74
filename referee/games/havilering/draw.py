"""Drawing for partners and the first deal. Rules 2.1 and 2.2."""

from collections.abc import Mapping

from referee.cards import Card
from referee.games.havilering.seasons import suits_from
from referee.games.kit.draws import Draw
from referee.season import Season


def draw(drawn: Mapping[str, Card], season: Season) -> Draw:
    """Decide a draw of four different cards, by seat: by suit in the order of `suits_from`, then by rank."""
    order = suits_from(season)

    def height(seat: str) -> tuple[int, int]:
        card = drawn[seat]
        return -order.index(card.suit), card.rank.height

    return Draw(max(drawn, key=height), "highest", min(drawn, key=height), "lowest")
