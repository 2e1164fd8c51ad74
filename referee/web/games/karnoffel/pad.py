"""The pads of the 48 cards and of the 40: of each suit two rows, from the king down."""

from referee.cards import Rank, Suit
from referee.games.karnoffel.actions import PACKS
from referee.web.components.picking import PAD


def _rows(number: int) -> list[tuple[Suit, list[list[Rank]]]]:
    found = []
    for suit, _ in PAD:
        ranks = [card.rank for card in reversed(PACKS[number]) if card.suit is suit]
        found.append((suit, [ranks[: len(ranks) // 2], ranks[len(ranks) // 2 :]]))
    return found


ROWS = {number: _rows(number) for number in PACKS}
"""The rows of the keys by the number of cards."""
